package cli

import (
	"fmt"
	"strconv"
	"strings"

	"tiv/report"
	"tiv/tracefeed"
	"tiv/workspace"
)

// momentFlag is a flag that is a moment of a trace: a time, the start or the end of the
// trace, or the start of a finding. It is empty without a moment.
type momentFlag struct {
	word string
	time tracefeed.Time // if the word is a time
}

// The words for moments that are no times. The number of a finding follows the prefix.
const (
	startMoment   = "start"
	endMoment     = "end"
	findingPrefix = "finding:"
)

// String returns the word.
func (m *momentFlag) String() string { return m.word }

// Set parses a moment.
func (m *momentFlag) Set(s string) (err error) {
	number, isFinding := strings.CutPrefix(s, findingPrefix)
	switch {
	case s == startMoment || s == endMoment:
	case isFinding:
		if n, err := strconv.Atoi(number); err != nil || n < 1 {
			return fmt.Errorf("invalid finding %q; the first is %s1", number, findingPrefix)
		}
	default:
		if m.time, err = tracefeed.ParseTime(s); err != nil {
			return fmt.Errorf("%w; or %s, %s, %sN", err, startMoment, endMoment, findingPrefix)
		}
	}
	m.word = s
	return nil
}

// Type returns the placeholder of the value in help.
func (m *momentFlag) Type() string { return "MOMENT" }

// of returns the moment in a loaded trace, and the finding that it is of, -1 for none.
// Findings are counted in the order of check.
func (m *momentFlag) of(ws *workspace.Workspace) (at tracefeed.Time, finding int, err error) {
	number, isFinding := strings.CutPrefix(m.word, findingPrefix)
	switch {
	case m.word == startMoment:
		return 0, -1, nil
	case m.word == endMoment:
		return ws.Timeline.End, -1, nil
	case isFinding:
		found := ws.Report.Findings
		n, _ := strconv.Atoi(number)
		if n > len(found) {
			return 0, -1, fmt.Errorf("--at %s: the trace has %d findings", m.word, len(found))
		}
		finding = report.Worst(found)[n-1]
		return found[finding].Start, finding, nil
	case m.time > ws.Timeline.End:
		return 0, -1, fmt.Errorf("--at %s: %w", m.word, &report.BeyondError{End: ws.Timeline.End})
	}
	return m.time, -1, nil
}

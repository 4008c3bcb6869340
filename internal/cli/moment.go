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
// trace, or the worst moment of a finding. It is empty without a moment.
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

// command returns the command that shows the moment of a loaded trace. Findings are counted in
// the order of check.
func (m *momentFlag) command(ws *workspace.Workspace) (workspace.Command, error) {
	number, isFinding := strings.CutPrefix(m.word, findingPrefix)
	switch {
	case m.word == startMoment:
		return workspace.SeekTo{}, nil
	case m.word == endMoment:
		return workspace.SeekEnd{}, nil
	case isFinding:
		found := ws.Report.Findings
		n, _ := strconv.Atoi(number)
		if n > len(found) {
			return nil, fmt.Errorf("--at %s: the trace has %d findings", m.word, len(found))
		}
		return workspace.GoTo{Finding: report.Worst(found)[n-1], Place: workspace.FindingWorst}, nil
	case m.time > ws.Timeline.End:
		return nil, fmt.Errorf("--at %s: %w", m.word, &report.BeyondError{End: ws.Timeline.End})
	}
	return workspace.SeekTo{Moment: m.time}, nil
}

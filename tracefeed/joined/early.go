package joined

import (
	"errors"
	"io"
	"slices"

	"tiv/tracefeed"
)

// Early returns the threads of a feed that exist at its start without an event for that,
// for Source.Early: also those without any event of their own. It reads the whole feed, and
// ignores damage.
func Early(f tracefeed.Feed) ([]tracefeed.ThreadID, error) {
	var seen []bool
	var early []tracefeed.ThreadID
	for ev, err := range tracefeed.All(f) {
		if damage := (*tracefeed.Damage)(nil); err != nil && err != io.EOF && !errors.As(err, &damage) {
			return nil, err
		}
		if err != nil {
			break
		}
		t := int(ev.Thread)
		if t >= len(seen) {
			seen = append(seen, make([]bool, t+1-len(seen))...)
		}
		if t == 0 || seen[t] || ev.Kind == tracefeed.Wake || ev.Kind == tracefeed.NoKind {
			continue
		}
		seen[t] = true
		if ev.Kind != tracefeed.ThreadStart {
			early = append(early, ev.Thread)
		}
	}
	for t := range f.Tables().Threads {
		if t > 0 && (t >= len(seen) || !seen[t]) {
			early = append(early, tracefeed.ThreadID(t))
		}
	}
	slices.Sort(early)
	return early, nil
}

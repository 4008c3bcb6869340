package symbols

import (
	"errors"
	"os"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// waits is what a trace has of stacks.
type waits struct {
	began    int64 // the wall clock at the start, in nanoseconds
	stacks   map[tracefeed.StackID]bool
	monitors map[tracefeed.MonitorID]tracefeed.StackID // of the first wait for each
}

// firstWaits reads a trace, up to its damage.
func firstWaits(path string) (w waits, err error) {
	w = waits{stacks: map[tracefeed.StackID]bool{}, monitors: map[tracefeed.MonitorID]tracefeed.StackID{}}
	file, err := os.Open(path)
	if err != nil {
		return w, err
	}
	header, err := binfeed.ReadHeader(file)
	file.Close()
	if err != nil {
		return w, err
	}
	w.began = header.Wall
	source, err := tracefeed.Open(path, []tracefeed.Format{binfeed.Format()})
	if err != nil {
		return w, err
	}
	defer source.Close()
	for ev, err := range tracefeed.All(source) {
		if damage := (*tracefeed.Damage)(nil); errors.As(err, &damage) {
			break
		} else if err != nil {
			return w, err
		}
		if ev.Stack == tracefeed.NoStack {
			continue
		}
		w.stacks[ev.Stack] = true
		if _, ok := w.monitors[ev.Monitor]; !ok && ev.Kind == tracefeed.MonitorWait {
			w.monitors[ev.Monitor] = ev.Stack
		}
	}
	return w, nil
}

package symbols

import (
	"errors"
	"os"
	"slices"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// maxStacks is the number of different stacks of a thread or monitor that names depend on.
const maxStacks = 64

// waits is what a trace has of stacks.
type waits struct {
	began    int64                                       // the wall clock at the start, in nanoseconds
	monitors map[tracefeed.MonitorID][]tracefeed.StackID // of waits for each, the first first
	counts   map[tracefeed.MonitorID]int                 // of waits
	threads  map[tracefeed.ThreadID][]tracefeed.StackID  // of each thread, the first first
	starts   bool                                        // a thread is to be named after its start function
}

// readWaits reads a trace, up to its damage.
func readWaits(path string) (w waits, err error) {
	w = waits{monitors: map[tracefeed.MonitorID][]tracefeed.StackID{}, counts: map[tracefeed.MonitorID]int{},
		threads: map[tracefeed.ThreadID][]tracefeed.StackID{}}
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
		w.add(ev)
	}
	w.starts = slices.ContainsFunc(source.Tables().Threads,
		func(th tracefeed.Thread) bool { return strings.HasPrefix(th.Name, startPrefix) })
	return w, nil
}

// add adds the stack of an event.
func (w *waits) add(ev *tracefeed.Event) {
	if ev.Stack == tracefeed.NoStack {
		return
	}
	if list := w.threads[ev.Thread]; ev.Kind != tracefeed.ThreadStart && len(list) < maxStacks && !slices.Contains(list, ev.Stack) {
		w.threads[ev.Thread] = append(list, ev.Stack)
	}
	if ev.Kind != tracefeed.MonitorWait {
		return
	}
	w.counts[ev.Monitor]++
	if list := w.monitors[ev.Monitor]; len(list) < maxStacks && !slices.Contains(list, ev.Stack) {
		w.monitors[ev.Monitor] = append(list, ev.Stack)
	}
}

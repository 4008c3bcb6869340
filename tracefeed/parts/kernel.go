package parts

import (
	"errors"
	"io"
	"path/filepath"

	"tiv/tracefeed"
	"tiv/tracefeed/joined"
	"tiv/tracefeed/merge"
	"tiv/tracefeed/perfdata"
	"tiv/tracefeed/sched"
)

// kernel is a recording of the scheduler.
type kernel struct {
	trace
	in tracefeed.Input
	// first is the time of its clock at its first event.
	first int64
}

// openKernel opens a recording of the scheduler, and reads its first events.
func openKernel(p Part, in tracefeed.Input) (*kernel, error) {
	k := &kernel{trace: trace{Part: p}, in: in}
	feed, err := k.of(0)
	if err != nil {
		return nil, err
	}
	if _, err := merge.Prime(feed); err != nil {
		return nil, err
	}
	k.place, k.first = feed.Place(), feed.Base()
	return k, nil
}

// of opens the events of a process, or of all for 0.
func (k *kernel) of(process int64) (*perfdata.Feed, error) {
	in := k.in
	in.Reader = io.NewSectionReader(in.At, 0, in.Size)
	return perfdata.Open(in, sched.Filter{Named: true, Process: int32(process)})
}

// errUnrelated is the error of a program without events in the recording of the scheduler.
var errUnrelated = errors.New("the recording of the scheduler has no events of its threads")

// processOf returns the number of the process with the most known threads. It reads the whole
// recording.
func (k *kernel) processOf(known func(number int64) bool) (int64, error) {
	feed, err := k.of(0)
	if err != nil {
		return 0, err
	}
	for _, err := range tracefeed.All(feed) {
		if err != nil {
			break // the events before it count
		}
	}
	threads := map[int64]int{}
	process := int64(0)
	for _, id := range ids(feed.Tables()) {
		if known(feed.Place().Number(id)) {
			p := feed.Process(id)
			if threads[p]++; threads[p] > threads[process] {
				process = p
			}
		}
	}
	if process == 0 {
		return 0, errUnrelated
	}
	return process, nil
}

// identify sets the process of a program. If the trace does not have it, its threads do.
func (k *kernel) identify(t *trace) error {
	if t.place.Process != 0 {
		return nil
	}
	known := t.carries
	if known == nil {
		if t.place.Number == nil {
			return errors.New("the numbers of its threads are not known, so that it cannot be joined with events of the kernel")
		}
		numbers := map[int64]bool{}
		for _, id := range ids(t.tables) {
			numbers[t.place.Number(id)] = true
		}
		delete(numbers, 0)
		known = func(n int64) bool { return numbers[n] }
	}
	process, err := k.processOf(known)
	t.place.Process = process
	return err
}

// schedule joins the feed of a program with the events of its process. empty: there are none.
func (k *kernel) schedule(t *trace, program joined.Source) (feed *joined.Scheduled, empty bool, err error) {
	own, err := k.of(t.place.Process)
	if err != nil {
		return nil, false, err
	}
	primed, err := merge.Prime(&ofKernel{own, k.Path})
	if err != nil {
		return nil, false, err
	}
	start := t.start
	if !primed.Empty {
		start = k.start + own.Base() - k.first
	}
	p := joined.Program{Feed: program.Feed, Tables: program.Tables, Start: t.start, Number: t.place.Number, Carries: t.carries}
	return joined.Schedule(p, joined.Kernel{Feed: primed, Start: start, Number: own.Place().Number}), primed.Empty, nil
}

// ofKernel is the feed of a recording of the scheduler, whose errors name its file.
type ofKernel struct {
	*perfdata.Feed
	path string
}

// Batch returns the next events.
func (f *ofKernel) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	events, err := f.Feed.Batch(used)
	if f.path == "" {
		return events, err
	}
	return events, located(err, filepath.Base(f.path))
}

// ids returns the threads in tables.
func ids(t *tracefeed.Tables) (all []tracefeed.ThreadID) {
	for id := 1; id < len(t.Threads); id++ {
		all = append(all, tracefeed.ThreadID(id))
	}
	return all
}

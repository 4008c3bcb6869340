package parts

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/jfr"
	"tiv/tracefeed/joined"
	"tiv/tracefeed/perfdata"
	"tiv/tracefeed/sched"
)

// Processes is the feed of the recordings of the processes of one command.
type Processes struct {
	*joined.Processes
	// Count is the number of processes, and Name the name of the first one.
	Count  int
	Name   string
	header binfeed.Header
}

// Origin returns the header of a trace.bin of the feed, for binfeed.Origin.
func (f *Processes) Origin() (binfeed.Header, []binfeed.Property) {
	return f.header, []binfeed.Property{{Key: "recorder", Value: "tiv record"}}
}

// OpenProcesses opens the recordings of the processes of one command. It leaves out recordings
// that cannot be joined, and processes that only started others, and returns their paths. There
// is no feed if only one recording remains.
func OpenProcesses(paths []string) (feed *Processes, left []string, err error) {
	o := &opener{Options: Options{Open: OpenFile}}
	var all []*trace
	for _, path := range paths {
		t, err := o.recorded(path)
		switch {
		case err != nil:
			return nil, nil, err
		case t == nil:
			left = append(left, path)
		default:
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b *trace) int { return cmp.Compare(a.born(), b.born()) })
	all = withoutLaunchers(withoutPrologue(all))
	if len(all) < 2 {
		for _, t := range all {
			left = append(left, t.Path)
		}
		return nil, left, nil
	}
	first := all[0]
	table := tableOf(all)
	return &Processes{Processes: joined.OpenProcesses(table, partsOf(all)), Count: len(table) - 1, Name: first.name,
		header: binfeed.Header{PID: uint32(first.place.Process), Wall: first.place.Wall}}, left, nil
}

// recorded reads the process of a recording; nil if it cannot be joined with others.
func (o *opener) recorded(path string) (*trace, error) {
	b, err := o.Open(path)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	t, err := readBin(b.Input)
	if err != nil || t.place.Monotonic == 0 || t.place.Process == 0 || t.sched {
		return nil, nil // of another format, or with the kernel's events already
	}
	t.Path, t.start = path, t.place.Monotonic
	t.name = cmp.Or(t.name, "process")
	t.open = func(early bool) (joined.Source, error) { return o.openBin(path, early) }
	return t, nil
}

// Recorded is the knowledge of a recorder about a program, besides the trace.
type Recorded struct {
	// Process is the process of a trace that does not have it: of Go, or of Flight Recorder;
	// 0 for other traces.
	Process int32
	// Wall is the wall clock less the clock of the scheduler events; 0 if unknown.
	Wall time.Duration
}

// Program is a trace that can be joined with the scheduler events of its process.
type Program struct {
	// Own: the trace is of TIV's own format, and the joined one can take its place.
	Own   bool
	trace *trace
}

// Join joins the trace with the events of its process in a recording of the scheduler. The
// caller closes the files.
func (p *Program) Join(scheduler *os.File) (tracefeed.Feed, error) {
	b, err := bytesOf(scheduler)
	if err != nil {
		return nil, err
	}
	s, err := p.trace.open(false)
	if err != nil {
		return nil, err
	}
	feed, _, err := (&kernel{in: b.Input}).schedule(p.trace, joined.Source{Feed: s.Feed})
	return feed, err
}

// OpenScheduler opens the scheduler events of all processes.
func OpenScheduler(f *os.File) (*perfdata.Feed, error) {
	b, err := bytesOf(f)
	if err != nil {
		return nil, err
	}
	return perfdata.Open(b.Input, sched.Filter{Named: true})
}

// OpenProgram opens a trace that can be joined. It returns nil if the process of the trace, the
// start of its clock or the numbers of its threads are not known. The caller closes the file.
func OpenProgram(f *os.File, r Recorded) (*Program, error) {
	b, err := bytesOf(f)
	if err != nil {
		return nil, err
	}
	b.Close = func() error { return nil }
	o := &opener{Options: Options{Formats: []tracefeed.Format{gotrace.Format(), jfr.Format()}}, carriers: true}
	own := sniff(b, binfeed.Format())
	if own != (r.Process == 0) {
		return nil, nil
	}
	var t *trace
	if own {
		t, err = readBin(b.Input)
		if err == nil {
			t.open = func(bool) (joined.Source, error) {
				source, err := open(b)
				return joined.Source{Feed: source}, err
			}
		}
	} else {
		t, err = o.read(Part{}, b)
	}
	if known := (*tracefeed.Damage)(nil); err != nil && errors.As(err, &known) {
		return nil, nil // of another format
	} else if err != nil {
		return nil, err
	}
	if len(t.tables.Processes) > 0 {
		return nil, nil // of several processes itself
	}
	if p := &t.place; !own {
		p.Process = int64(r.Process)
		if p.Monotonic == 0 && p.Wall != 0 && r.Wall != 0 {
			p.Monotonic = p.Wall - int64(r.Wall)
		}
	}
	t.start = t.place.Monotonic
	if t.start == 0 || t.carries == nil && !t.numbered() {
		return nil, nil
	}
	return &Program{Own: own, trace: t}, nil
}

// numbered reports whether a thread has a number in the operating system.
func (t *trace) numbered() bool {
	return t.place.Number != nil && slices.ContainsFunc(ids(t.tables), func(id tracefeed.ThreadID) bool { return t.place.Number(id) != 0 })
}

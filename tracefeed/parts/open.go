package parts

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"tiv/tracefeed"
	"tiv/tracefeed/joined"
	"tiv/tracefeed/perfdata"
)

// Bytes are the bytes of a part.
type Bytes struct {
	tracefeed.Input
	File *os.File
	// Grows: the part can be read only once, perhaps while it is written.
	Grows bool
	// Close closes the file.
	Close func() error
}

// Options say how the parts of a list are opened.
type Options struct {
	// Formats are the formats that parts can have.
	Formats []tracefeed.Format
	// Open opens a part; nil: as a file.
	Open func(path string) (Bytes, error)
	// Grow returns the feed of a part that grows as one that does not wait: see merge.Part.
	// It closes the part; nil if no part is waited for.
	Grow func(tracefeed.Feed, Bytes) tracefeed.Feed
}

// OpenFile opens a part as a file.
func OpenFile(path string) (Bytes, error) {
	f, err := os.Open(path)
	if err != nil {
		return Bytes{}, err
	}
	st, err := f.Stat()
	if err == nil && st.IsDir() {
		err = errors.New("is a directory")
	}
	if err != nil {
		f.Close()
		return Bytes{}, err
	}
	if !st.Mode().IsRegular() {
		return Bytes{Input: tracefeed.Input{Name: path, Reader: f, Stream: true}, File: f, Grows: true, Close: f.Close}, nil
	}
	return bytesOf(f)
}

// bytesOf returns the bytes of a regular file.
func bytesOf(f *os.File) (Bytes, error) {
	st, err := f.Stat()
	b := Bytes{Input: tracefeed.Input{Name: f.Name(), At: f}, File: f, Close: f.Close}
	if err == nil {
		b.Size = st.Size()
		b.Reader = b.fromStart()
	}
	return b, err
}

// fromStart returns a reader of a regular file from its start.
func (b Bytes) fromStart() io.Reader { return io.NewSectionReader(b.At, 0, b.Size) }

// opener opens the parts of a list.
type opener struct {
	Options
	listed bool // the parts come from a list
	meter  meter
	// carriers: Go traces tell the threads of the system that run goroutines.
	carriers bool
	traces   []*trace
	kernel   *kernel // nil if there is none
}

// Open opens the parts of a list as one feed. An error is about the line of a part.
func Open(list []Part, o Options) (*Feed, error) {
	x := &opener{Options: o, listed: true}
	if x.Open == nil {
		x.Open = OpenFile
	}
	feed, err := x.open(list)
	if err != nil {
		for _, t := range x.traces {
			if s, opened := t.open(false); opened == nil {
				s.Feed.Close()
			}
		}
		return nil, err
	}
	feed.list = list
	return feed, nil
}

// open opens the parts: the recording of the scheduler first, because it decides how Go traces
// are read.
func (o *opener) open(list []Part) (*Feed, error) {
	opened := make([]Bytes, len(list))
	for i, p := range list {
		b, err := o.Open(p.Path)
		if err != nil {
			return nil, p.damage(reason(err))
		}
		opened[i] = b
		o.meter.size += b.Size
		if !sniff(b, perfdata.Format()) {
			continue
		}
		if o.kernel != nil {
			return nil, p.damage(errors.New("a second recording of the scheduler"))
		}
		if p.Process != 0 {
			return nil, p.damage(errors.New("process= is for traces of programs; the recording of the scheduler has all processes"))
		}
		if o.kernel, err = openKernel(p, b.Input); err != nil {
			return nil, p.damage(err)
		}
		o.carriers = true
	}
	for i, p := range list {
		if o.kernel != nil && p.line == o.kernel.line {
			continue
		}
		t, err := o.read(p, opened[i])
		if err != nil {
			return nil, p.damage(reason(err))
		}
		o.traces = append(o.traces, t)
		t.complete(&p)
		if err := t.number(); err != nil {
			return nil, p.damage(err)
		}
	}
	return o.join()
}

// reason returns the cause of an error, without the path that package os puts before it.
func reason(err error) error {
	if pe := (*os.PathError)(nil); errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// join joins the parts.
func (o *opener) join() (*Feed, error) {
	placed := slices.Clone(o.traces)
	if o.kernel != nil {
		placed = append(placed, &o.kernel.trace)
		slices.SortStableFunc(placed, func(a, b *trace) int { return cmp.Compare(a.line, b.line) })
	}
	if err := align(placed); err != nil {
		return nil, err
	}
	remark, err := o.correct(placed)
	if err != nil {
		return nil, err
	}
	remark = tracefeed.JoinNotes(remark, shift(placed))
	if o.kernel != nil {
		for _, t := range o.traces {
			if err := o.kernel.identify(t); err != nil {
				return nil, t.damage(err)
			}
		}
	}
	for _, t := range o.traces {
		if t.grows && len(o.traces) > 1 {
			remark = tracefeed.JoinNotes(remark, filepath.Base(t.Path)+": threads that are older begin with their first event")
		}
	}
	feed := &Feed{remark: remark, meter: &o.meter}
	if len(o.traces) > 1 {
		feed.Feed, err = o.processes()
		return feed, err
	}
	feed.Feed, err = o.schedule(o.traces[0], false)
	return feed, err
}

// schedule joins a program with the kernel's events.
func (o *opener) schedule(t *trace, early bool) (*joined.Scheduled, error) {
	s, err := t.open(early)
	if err != nil {
		return nil, t.damage(err)
	}
	if !early {
		s.Tables = nil
	}
	feed, empty, err := o.kernel.schedule(t, s)
	if err == nil && empty {
		err = errUnrelated
	}
	if err != nil {
		return nil, t.damage(err)
	}
	t.open = func(bool) (joined.Source, error) {
		// Its threads have the ids of the program's, and then come those that only the kernel
		// knows.
		return joined.Source{Feed: feed, Main: s.Main, Open: s.Open, Early: s.Early, Number: feed.Number, Grows: true}, nil
	}
	return feed, nil
}

// processes joins several programs, each with the kernel's events if there are any.
func (o *opener) processes() (*joined.Processes, error) {
	for _, t := range o.traces {
		if o.kernel == nil {
			break
		}
		feed, err := o.schedule(t, true)
		if err != nil {
			return nil, err
		}
		born := t.born()
		t.start, t.sched = feed.Start, true
		t.lead = max(0, t.start-born)
	}
	slices.SortStableFunc(o.traces, func(a, b *trace) int { return cmp.Compare(a.born(), b.born()) })
	return joined.OpenProcesses(tableOf(o.traces), partsOf(o.traces)), nil
}

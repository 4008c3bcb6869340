package parts

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/clock"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/joined"
	"tiv/tracefeed/merge"
	"tiv/tracefeed/perfdata"
)

// trace is the trace of one process, or of a program that it has run.
type trace struct {
	Part
	place tracefeed.Place
	start int64 // on the clock of the join, in nanoseconds
	// byWall: the start is known by the wall clock.
	byWall bool
	// machine is the machine whose clock the trace has.
	machine clock.Machine
	// corrected is the clock of a machine that is not the first one; nil for the first one.
	corrected *corrected
	sched     bool // it has complete scheduler events
	// tables are the names known so far; if named, all of them.
	tables *tracefeed.Tables
	named  bool

	parent        int64
	name, command string
	role          string // by the title that the process has written: "worker process" of "nginx: worker process"
	// lead is the time from the birth of the process to the start of the trace, and length
	// the length of the trace, in nanoseconds.
	lead, length   int64
	ended, several bool
	preloaded      bool // its recorder writes to the end of the process
	process        tracefeed.ProcessID

	// carries is described at joined.Program.
	carries func(number int64) bool
	// listed: the trace is in a list, not in the recording of a command.
	listed bool
	// grows is described at joined.Source.
	grows bool
	// open opens the trace, once; with early, it finds the threads that have no start in it.
	open func(early bool) (joined.Source, error)
}

// born returns the birth of the process on the clock of the join.
func (t *trace) born() int64 { return t.start - t.lead }

// complete takes the clocks of the list for a trace that does not say them.
func (t *trace) complete(p *Part) {
	if t.place.Wall == 0 && t.place.Monotonic == 0 {
		t.place.Wall, t.place.Monotonic = p.Wall, p.Monotonic
	}
}

// number sets the process of a trace without one from the list.
func (t *trace) number() error {
	if own := t.place.Process; own != 0 && t.Process != 0 && own != t.Process {
		return fmt.Errorf("process=%d: the trace says that its process is %d", t.Process, own)
	}
	t.place.Process = max(t.place.Process, t.Process)
	return nil
}

// damage returns an error about a part of a list.
func (p *Part) damage(err error) error {
	if d := (*tracefeed.Damage)(nil); errors.As(err, &d) && d.Part != "" {
		return &tracefeed.Damage{Line: p.line, Err: err} // it names the part
	}
	return &tracefeed.Damage{Line: p.line, Err: fmt.Errorf("%s: %w", filepath.Base(p.Path), err)}
}

// read reads the start of a part: its process, clock and names, before all parts are opened.
func (o *opener) read(p Part, b Bytes) (*trace, error) {
	if !b.Grows && sniff(b, binfeed.Format()) {
		defer b.Close()
		t, err := readBin(b.Input)
		if err == nil {
			t.Part, t.name, t.listed = p, cmp.Or(p.Name, t.name, firstProcess(t.tables), filepath.Base(p.Path)), true
			t.open = func(early bool) (joined.Source, error) {
				s, err := o.openBin(p.Path, early)
				s.Open = !t.ended || !t.preloaded
				return s, err
			}
		}
		return t, err
	}
	feed, err := o.start(b)
	if err != nil {
		return nil, err
	}
	t := &trace{Part: p, several: true, ended: true, listed: true, grows: b.Grows}
	t.sched, t.tables = feed.Header().Sched, feed.Tables()
	t.name = cmp.Or(p.Name, firstProcess(t.tables), filepath.Base(p.Path))
	if placed, ok := feed.format.(tracefeed.Placed); ok {
		t.place = placed.Place()
	}
	main := tracefeed.NoThread
	if h, properties, ok := binfeed.Origin(feed.format); ok {
		t.describe(h, func(key string) string { return valueOf(properties, key) })
		if !t.preloaded {
			t.lead = 0 // the first thread may have no start in it
		}
		t.name = cmp.Or(p.Name, t.name, firstProcess(t.tables), filepath.Base(p.Path))
		t.several, main = false, mainOf(t.tables, t.place)
	}
	if g, ok := feed.format.(*gotrace.Clocked); ok && o.carriers {
		t.carries = g.Carries
	}
	if b.Grows && o.Grow != nil {
		feed.Feed = o.Grow(feed.Feed, b) // only this uses the feed from now on
		t.tables = feed.Tables()
	}
	t.open = func(early bool) (joined.Source, error) {
		s := joined.Source{Feed: feed, Main: main, Number: t.place.Number, Open: !t.preloaded, Grows: b.Grows}
		if b.Grows || !early {
			return s, nil
		}
		return o.again(p.Path, s)
	}
	return t, nil
}

// valueOf returns the value of a property, "" if it is not in the list.
func valueOf(list []binfeed.Property, key string) string {
	for _, p := range list {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// firstProcess returns the name of the first process in a table of them, "" if there is none.
func firstProcess(t *tracefeed.Tables) string {
	if len(t.Processes) < 2 {
		return ""
	}
	return t.Processes[1].Name
}

// sniff reports whether a file is of a format by its first bytes.
func sniff(b Bytes, format tracefeed.Format) bool {
	if b.At == nil {
		return false
	}
	start := make([]byte, tracefeed.SniffLen)
	n, _ := b.At.ReadAt(start, 0) // a shorter file is of another format
	return format.Sniff(start[:n])
}

// again reads a part that was opened from the start, to find the threads that have no start
// in it.
func (o *opener) again(path string, s joined.Source) (joined.Source, error) {
	b, err := o.Open(path)
	if err != nil {
		return s, err
	}
	read := o.meter.read.Load()
	other, err := o.start(b)
	if err != nil {
		return s, err
	}
	s.Early, err = joined.Early(other)
	s.Tables = other.Tables()
	o.meter.read.Store(read)
	return s, cmp.Or(err, other.Close())
}

// started is a part whose first events were read.
type started struct {
	*merge.Primed
	format tracefeed.Feed // the feed that its format has opened
}

// start opens a part and reads its first events.
func (o *opener) start(b Bytes) (*started, error) {
	source, err := tracefeed.OpenInput(b.Input, o.clocked())
	if err != nil {
		b.Close()
		return nil, errors.Unwrap(err) // without the name: the line has it
	}
	feed := tracefeed.Feed(&measured{Source: source, meter: &o.meter, part: o.partName(b.Name), close: b.Close})
	primed, err := merge.Prime(feed)
	if err != nil {
		feed.Close()
		return nil, err
	}
	return &started{primed, source.Feed}, nil
}

// partName returns the name of a part in errors: "" for a recording of a command, whose parts have
// no names for people.
func (o *opener) partName(path string) string {
	if !o.listed {
		return ""
	}
	return filepath.Base(path)
}

// clocked returns the formats. Go traces open with the clock of the machine where they have it.
func (o *opener) clocked() []tracefeed.Format {
	formats := []tracefeed.Format{refused(tracefeed.Format{Name: name, Sniff: isList}, errList)}
	for _, f := range o.Formats {
		if kernels[f.Name] {
			f = refused(f, errKernel)
		}
		if f.Name == gotrace.Format().Name {
			f.Random = func([]byte) bool { return true }
			f.Open = o.openGo
		}
		formats = append(formats, f)
	}
	return formats
}

// kernels are the formats of recordings of the scheduler.
var kernels = map[string]bool{perfdata.Format().Name: true, "perf-script": true, "ftrace": true}

// The errors of parts of formats that cannot be parts of this kind.
var (
	errList   = errors.New("it is a list of traces; a list cannot be in another one")
	errKernel = errors.New("the kernel's trace has to be a complete perf.data file: neither text, nor from a pipe, nor compressed")
)

// refused returns a format whose traces are not opened.
func refused(f tracefeed.Format, why error) tracefeed.Format {
	return tracefeed.Format{Name: f.Name, Sniff: f.Sniff, Open: func(tracefeed.Input) (tracefeed.Feed, error) { return nil, why }}
}

// openGo opens a Go trace. Without the clock of the machine, it has no place.
func (o *opener) openGo(in tracefeed.Input) (tracefeed.Feed, error) {
	if in.At != nil {
		if feed, err := gotrace.OpenClocked(in, o.carriers); err == nil {
			return feed, nil
		}
	}
	return gotrace.Format().Open(in)
}

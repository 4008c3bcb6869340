package joined

import (
	"cmp"
	"io"
	"math"

	"tiv/tracefeed"
	"tiv/tracefeed/merge"
)

// Program is the trace of a program.
type Program struct {
	Feed tracefeed.Feed
	// Tables are the names if all are known from the start; nil: Feed has them.
	Tables *tracefeed.Tables
	// Start is the time of the clock at time 0.
	Start int64
	// Number returns the number of a thread in the operating system, 0 if it is not known;
	// nil: none is.
	Number func(tracefeed.ThreadID) int64
	// Carries reports whether the trace has events of a thread of the operating system that
	// runs goroutines; nil if the program has none. Then the trace is a gotrace.Clocked:
	// an event that changes the state of a goroutine has as Object the number of the thread
	// that runs it afterwards, its carrier; 0 if none does.
	Carries func(number int64) bool
}

// Kernel is the trace of the scheduler. The ids of its threads are their numbers in the
// operating system, for a later thread with the same number with a suffix: 12.2.
type Kernel struct {
	Feed tracefeed.Feed
	// Start is the time of the clock at time 0.
	Start int64
	// Number returns the number in the operating system of a thread in the tables.
	Number func(tracefeed.ThreadID) int64
}

// Scheduled is the feed of a program with the kernel's events about its threads.
type Scheduled struct {
	tables *tables
	merge  *merge.Merge
	parts  [2]part // by the indexes ofProgram and ofKernel
	queue  queue
	last   tracefeed.Time // of the last event of the program
	// Start is the time of the clock at time 0.
	Start int64
	// byNumber are the threads by their numbers in the operating system, in the form of
	// the kernel's ids; named are those that the program names.
	byNumber map[string]tracefeed.ThreadID
	named    map[tracefeed.ThreadID]bool
	// system are the numbers of threads in the operating system.
	system map[tracefeed.ThreadID]int64
	// carriers run goroutines; nil for other programs.
	carriers *carriers
}

// The indexes of the parts.
const (
	ofProgram = iota
	ofKernel
)

// part is one of the two feeds.
type part struct {
	tracefeed.Feed
	shift tracefeed.Time
	names importer
	all   *tracefeed.Tables // the names known from the start; nil: the feed has them
	err   error             // that ended it; nil before
	late  string            // a remark on its order of time; "" if that is right
	// unnamed is unnamedText if an event was left out.
	unnamed string
}

// thread is the state of a thread.
type thread struct {
	kernel bool // the kernel has events of it
	// wait is the wait that the thread is in, by the program. Its kind is NoKind if there
	// is none.
	wait tracefeed.Event
	// state is the state according to the events made so far.
	state tracefeed.State
	woken bool // the present wait has a waker
	resumed
	on *carrier // of a goroutine; nil if it is on none
}

// Schedule joins two traces of the same program, with starts on one clock. The join starts with
// the earlier one; the join of a Go program starts and ends with the program's. The kernel's
// events about a thread that runs a goroutine are then about the goroutine; where it runs none,
// the program's trace counts alone. Close closes both.
func Schedule(p Program, k Kernel) *Scheduled {
	f := &Scheduled{tables: newTables(), Start: p.Start, byNumber: map[string]tracefeed.ThreadID{}, named: map[tracefeed.ThreadID]bool{},
		system: map[tracefeed.ThreadID]int64{}}
	kernel := &naming{number: func(id tracefeed.ThreadID) string { return k.Feed.Tables().Threads[id].ID }, system: k.Number}
	if p.Carries != nil {
		f.carriers = &carriers{number: k.Number, byNumber: map[int64]*carrier{}}
		kernel.runtime, kernel.skip = true, func(id tracefeed.ThreadID) bool { return p.Carries(k.Number(id)) }
	} else {
		f.Start = min(p.Start, k.Start)
	}
	f.merge = merge.New([]merge.Part{
		ofProgram: f.part(ofProgram, p.Feed, p.Start, &naming{number: numbers(p.Number), system: p.Number, program: true}),
		ofKernel:  f.part(ofKernel, k.Feed, k.Start, kernel),
	}, f)
	f.parts[ofProgram].all = p.Tables
	return f
}

// part adds a part whose time 0 is at a time of the clock.
func (f *Scheduled) part(i int, feed tracefeed.Feed, start int64, names *naming) merge.Part {
	names.feed = f
	p := &f.parts[i]
	*p = part{Feed: feed, shift: tracefeed.Time(start - f.Start), names: importer{to: f.tables, rules: names}}
	return merge.Part{Clock: merge.Constant(p.shift), Begin: math.MinInt64, Open: func() (tracefeed.Feed, error) { return feed, nil }}
}

// Number returns the number of a thread in the operating system, 0 if it is not known.
func (f *Scheduled) Number(id tracefeed.ThreadID) int64 { return f.system[id] }

// Header returns the header of the program's trace, with complete scheduler events and without
// sums of unseen waits: the kernel sees these.
func (f *Scheduled) Header() tracefeed.Header {
	h := f.parts[ofProgram].Header()
	h.Sched, h.Recorder.Waits = true, tracefeed.WaitSums{}
	h.Note = tracefeed.JoinNotes(h.Note, f.parts[ofProgram].late, f.parts[ofKernel].late,
		cmp.Or(f.parts[ofProgram].unnamed, f.parts[ofKernel].unnamed))
	h.Outside = h.Outside.Shifted(f.parts[ofProgram].shift)
	return h
}

// Tables returns the names of both traces.
func (f *Scheduled) Tables() *tracefeed.Tables { return f.tables.Tables }

// Close closes both feeds.
func (f *Scheduled) Close() error { return f.merge.Close() }

// batchLen is the number of events that a batch is made of, about.
const batchLen = 1 << 12

// Batch returns the next events.
func (f *Scheduled) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	for !f.over() && f.queue.ready() < batchLen && f.merge.Step(f.queue.ready() == 0) {
	}
	if f.over() {
		f.queue.settleAll()
	}
	if f.queue.ready() == 0 {
		return nil, end(f.parts[ofProgram].err, f.parts[ofKernel].err)
	}
	return f.queue.take(used), nil
}

// over reports whether the feed has no more events than those in the queue.
func (f *Scheduled) over() bool {
	return f.parts[ofProgram].err != nil && (f.carriers != nil || f.parts[ofKernel].err != nil)
}

// end returns the error that ends the feed, from the errors of its parts.
func end(program, kernel error) error {
	switch {
	case program != io.EOF:
		return program
	case kernel == nil:
		return io.EOF // later events are of no interest
	default:
		return kernel
	}
}

// Read is described at merge.Sink.
func (f *Scheduled) Read(i int) {
	p := &f.parts[i]
	if p.all != nil {
		p.names.update(p.all)
		return
	}
	p.names.update(p.Tables())
}

// Add is described at merge.Sink.
func (f *Scheduled) Add(i int, raw *tracefeed.Event) {
	ev := *raw
	if !f.parts[i].names.translate(&ev) {
		f.parts[i].unnamed = unnamedText
		return
	}
	if i == ofProgram {
		f.last = max(f.last, ev.Time)
	}
	for int(max(ev.Thread, ev.Other)) >= len(f.queue.threads) {
		f.queue.threads = append(f.queue.threads, thread{})
	}
	switch {
	case f.carriers != nil:
		f.join(i, ev, *raw)
	case i == ofKernel:
		f.schedule(ev)
	default:
		f.act(ev)
	}
}

// End is described at merge.Sink.
func (f *Scheduled) End(i int, why merge.End) {
	f.parts[i].err, f.parts[i].late = why.Err, lateText(why)
	if i == ofProgram && why.Err != io.EOF && f.carriers == nil {
		f.forget()
	}
}

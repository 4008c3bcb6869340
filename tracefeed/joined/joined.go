package joined

import (
	"errors"
	"io"

	"tiv/tracefeed"
)

// Program is the trace of a program.
type Program struct {
	Feed tracefeed.Feed
	// Start is the time of its clock at time 0.
	Start uint64
	// OS are the numbers of its threads in the operating system.
	OS map[tracefeed.ThreadID]int64
}

// Kernel is the trace of the scheduler. The ids of its threads are their numbers in the
// operating system, for a later thread with the same number with a suffix: 12.2.
type Kernel interface {
	tracefeed.Feed
	// Base returns the time of the clock at time 0, once a batch was read.
	Base() uint64
	// Number returns the number in the operating system of a thread in the tables.
	Number(tracefeed.ThreadID) int64
}

// feed is the joined feed.
type feed struct {
	tables   *tracefeed.Tables
	program  source
	kernel   source
	queue    queue
	carriers *carriers // of goroutines; nil for other programs
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

// Open joins two traces of the same program. Both must use the same clock. It reads a batch
// of each. Close closes both.
func Open(p Program, k Kernel) (tracefeed.Feed, error) {
	f := newFeed(p, k)
	if err := f.fill(); err != nil {
		return nil, err
	}
	start := p.Start
	if base := k.Base(); len(f.kernel.batch) > 0 && base < start {
		start = base
	}
	f.shift(p.Start, k.Base(), start)
	return f, nil
}

func newFeed(p Program, k Kernel) *feed {
	f := &feed{tables: tracefeed.NewTables()}
	stacks := tracefeed.NewStackIndex(f.tables)
	both := &joint{map[string]tracefeed.ThreadID{}, map[tracefeed.ThreadID]bool{}}
	f.program = source{feed: p.Feed, names: importer{to: f.tables, stacks: stacks, joint: both, program: true, number: numbers(p.OS)}}
	f.kernel = source{feed: k, names: importer{to: f.tables, stacks: stacks, joint: both,
		number: func(id tracefeed.ThreadID) string { return k.Tables().Threads[id].ID }}}
	return f
}

// fill reads the first batch of each trace.
func (f *feed) fill() error {
	for _, s := range []*source{&f.program, &f.kernel} {
		if s.fill(); s.err != nil && s.err != io.EOF {
			return s.err
		}
	}
	return nil
}

// shift says at which times of the clock the traces and the joined one start.
func (f *feed) shift(program, kernel, start uint64) {
	f.program.shift = tracefeed.Time(program - start)
	if len(f.kernel.batch) > 0 {
		f.kernel.shift = tracefeed.Time(kernel - start)
	}
}

// Header returns the header of the program's trace, with complete scheduler events and without
// sums of unseen waits: the kernel sees these.
func (f *feed) Header() tracefeed.Header {
	h := f.program.feed.Header()
	h.Sched, h.Recorder.Waits = true, tracefeed.WaitSums{}
	h.Outside = h.Outside.Shifted(f.program.shift)
	return h
}

// Tables returns the names of both traces.
func (f *feed) Tables() *tracefeed.Tables { return f.tables }

// Close closes both feeds.
func (f *feed) Close() error { return errors.Join(f.program.feed.Close(), f.kernel.feed.Close()) }

// batchLen is the number of events that a batch is made of, about.
const batchLen = 1 << 12

// Batch returns the next events.
func (f *feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	for f.queue.ready() < batchLen {
		s := &f.program
		if !f.kernel.ended() && (s.ended() || f.kernel.time() < s.time()) {
			s = &f.kernel
		}
		if s.ended() || f.carriers != nil && f.program.ended() {
			break
		}
		raw := s.batch[s.at]
		ev := s.next()
		for int(max(ev.Thread, ev.Other)) >= len(f.queue.threads) {
			f.queue.threads = append(f.queue.threads, thread{})
		}
		switch {
		case f.carriers != nil:
			f.join(s, ev, raw)
		case s == &f.kernel:
			f.schedule(ev)
		default:
			f.act(ev)
		}
	}
	if f.program.ended() && (f.carriers != nil || f.kernel.ended()) {
		f.queue.settleAll()
	}
	if f.queue.ready() == 0 {
		return nil, f.ended()
	}
	return f.queue.take(used), nil
}

// ended returns the error that ends the feed.
func (f *feed) ended() error {
	switch {
	case f.program.err != io.EOF:
		return f.program.err
	case f.kernel.err == nil:
		return io.EOF // what comes later is of no interest
	}
	return f.kernel.err
}

// source is one of the two feeds.
type source struct {
	feed  tracefeed.Feed
	names importer
	batch []tracefeed.Event
	at    int // in batch
	err   error
	shift tracefeed.Time
}

// fill reads the next batch if the last one is used up.
func (s *source) fill() {
	if s.at < len(s.batch) || s.err != nil {
		return
	}
	s.at = 0
	if s.batch, s.err = s.feed.Batch(s.batch[:0]); s.err != nil {
		s.batch = nil
		return
	}
	s.names.update(s.feed.Tables())
}

// ended reports whether there are no more events.
func (s *source) ended() bool {
	s.fill()
	return s.at >= len(s.batch)
}

// time returns the time of the next event.
func (s *source) time() tracefeed.Time { return s.batch[s.at].Time + s.shift }

// next returns the next event, with the ids of the joined tables.
func (s *source) next() tracefeed.Event {
	ev := s.batch[s.at]
	s.at++
	ev.Time += s.shift
	s.names.translate(&ev)
	return ev
}

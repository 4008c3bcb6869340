// Package generate makes traces of programs that never ran, as real as can be:
// it simulates a machine with processors, and on it a program whose threads
// compute, sleep, do IO, tell each other and wait for each other's locks.
// Options go in, a tracefeed.Feed comes out; the same options give the same
// events on every machine. Nothing here knows what is made of the events.
//
// The scenarios, each made of groups of at most 200 threads that share locks
// and queues:
//
//   - pool: a contended worker pool. 70 % workers wait for a dozen or so
//     mutexes, the first of which are the hottest, and a read-write lock;
//     producers wait for room in the queue of jobs; echoes wait for the
//     network; sleepers sleep. It shows lock waits above all, convoys, and
//     locks that are handed over in order or, every fourth, go to whoever
//     comes first.
//   - server: an acceptor starts a thread for each connection, and the thread
//     ends with it. Requests read the network, look into a cache whose lock is
//     hot, take one of a few database connections (a semaphore), and write a
//     log to disk. A collector stops the world now and then. It shows IO,
//     threads that come and go, several holders of one monitor, and pauses of
//     all threads.
//   - pipeline: stages that hand items on through queues of bounded length.
//     One stage is slow, so those before it wait for room and those after it
//     for work. It shows waits to be told, and who told.
//
// Lengths of time have heavy tails (Pareto, exponent 4/3, cut off), so that
// most bursts take microseconds and some a thousand times as long.
package generate

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tiv/tracefeed"
)

// Pool returns the pool that benchmarks measure with.
func Pool(threads int, events int64) (*Feed, error) {
	return New(Options{Scenario: "pool", Seed: 1, Threads: threads, Events: events, Sched: true})
}

// Options say what trace to make.
type Options struct {
	// Scenario is one of Scenarios.
	Scenario string
	// Seed chooses one of many traces of the same kind.
	Seed uint64
	// Threads is how many threads there are at most at once, 2 to MaxThreads.
	// Monitors and queues grow with them.
	Threads int
	// Events is how many events the trace has, 1 at least. Memory does not grow
	// with them.
	Events int64
	// CPUs is the number of processors. 0 is one for every ten threads and one
	// more, so that the shares of states stay alike however many threads
	// there are.
	CPUs int
	// Sched says that the trace has scheduler events (Ready, Run). Without
	// them the same machine is simulated, but not told.
	Sched bool
	// Deadlock has two threads lock two monitors in opposite order when four
	// fifths of the events are told. It needs four threads and MinEventsDeadlock
	// events.
	Deadlock bool
	// Extras adds events of all other kinds at a low rate: calls, tasks,
	// regions, allocations, samples, counters and losses.
	Extras bool
}

// MaxThreads is the most threads that a trace may have.
const MaxThreads = 100_000

// MinEventsDeadlock is how many events a trace of some threads needs so that a
// deadlock closes in it.
func MinEventsDeadlock(threads int) int64 { return 2000 + 50*int64(threads) }

// Scenarios lists the names of all scenarios.
func Scenarios() []string { return []string{"pipeline", "pool", "server"} }

// check returns what is wrong with the options.
func (o *Options) check() error {
	switch {
	case !slices.Contains(Scenarios(), o.Scenario):
		return fmt.Errorf("generate: no scenario %q: want one of %s", o.Scenario, strings.Join(Scenarios(), ", "))
	case o.Threads < 2 || o.Threads > MaxThreads:
		return fmt.Errorf("generate: %d threads: want 2 to %d", o.Threads, MaxThreads)
	case o.Events < 1:
		return fmt.Errorf("generate: %d events: want 1 at least", o.Events)
	case o.CPUs < 0 || o.CPUs > MaxThreads:
		return fmt.Errorf("generate: %d processors: want 0 to %d", o.CPUs, MaxThreads)
	case o.Deadlock && o.Threads < 4:
		return fmt.Errorf("generate: %d threads are too few for a deadlock: want 4", o.Threads)
	case o.Deadlock && o.Events < MinEventsDeadlock(o.Threads):
		return fmt.Errorf("generate: %d events are too few for a deadlock among %d threads: want %d", o.Events, o.Threads,
			MinEventsDeadlock(o.Threads))
	}
	return nil
}

// Feed is the events of a simulated program. It is a tracefeed.Batcher.
//
// It ends early, with one event of no kind some time after the last, if nobody
// in the program can ever go on: in a deadlock of so few threads that the rest
// has to wait for them.
type Feed struct {
	m    *machine
	rest []tracefeed.Event // of the last batch, not yet handed out
	left int64             // events still to be made
}

// New returns the feed that the options ask for, or an error that says which
// of them is out of range.
func New(o Options) (*Feed, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	return &Feed{m: newMachine(o), left: o.Events}, nil
}

// Header implements tracefeed.Feed.
func (f *Feed) Header() tracefeed.Header {
	return tracefeed.Header{Format: "generated", Sched: f.m.sched}
}

// Tables implements tracefeed.Feed. They are complete from the start.
func (f *Feed) Tables() *tracefeed.Tables { return f.m.tables }

// Close implements tracefeed.Feed.
func (f *Feed) Close() error { return nil }

// Next implements tracefeed.Feed.
func (f *Feed) Next(ev *tracefeed.Event) error {
	if len(f.rest) == 0 {
		f.fill()
		if len(f.rest) == 0 {
			return io.EOF
		}
	}
	*ev, f.rest = f.rest[0], f.rest[1:]
	return nil
}

// Batch implements tracefeed.Batcher.
func (f *Feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if len(f.rest) == 0 {
		f.fill()
		if len(f.rest) == 0 {
			return nil, io.EOF
		}
	}
	batch := append(used[:0], f.rest...)
	f.rest = nil
	return batch, nil
}

// fill makes the next few thousand events, none at the end.
func (f *Feed) fill() {
	const most = 4096
	if f.left == 0 {
		return
	}
	made := f.m.run(int(min(most, f.left)))
	f.rest = made[:min(int64(len(made)), f.left)]
	f.left -= int64(len(f.rest))
}

// Package generate makes traces of simulated programs, as realistic as
// possible: it simulates a machine with processors, and on it a program whose
// threads compute, sleep, do IO, notify each other and wait for each other's
// locks. Options go in, a tracefeed.Feed comes out; the same options give the
// same events on every machine. The package does not know how the events are
// used.
//
// The scenarios, each made of groups of at most 200 threads that share locks
// and queues:
//
//   - pool: a contended worker pool. 70 % workers wait for a dozen or so
//     mutexes, the first of which are the hottest, and a read-write lock;
//     producers wait for room in the queue of jobs; echoes wait for the
//     network; sleepers sleep. It shows mostly lock waits, convoys, and locks
//     that are handed over in order or, every fourth, acquired by barging.
//   - server: an acceptor starts a thread for each connection, and the thread
//     ends with it. Requests read the network, look into a cache with a hot
//     lock, take one of a few database connections (a semaphore), and write a
//     log to disk. A collector stops the world now and then. It shows IO,
//     short-lived threads, several holders of one monitor, and pauses of all
//     threads.
//   - pipeline: stages that pass items on through queues of bounded length.
//     One stage is slow, so those before it wait for room and those after it
//     for work. It shows waits for notifications, and the notifiers.
//
// Durations have heavy tails (Pareto, exponent 4/3, truncated), so that most
// bursts take microseconds and some a thousand times as long.
package generate

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tiv/tracefeed"
)

// Pool returns the pool that benchmarks use.
func Pool(threads int, events int64) (*Feed, error) {
	return New(Options{Scenario: "pool", Seed: 1, Threads: threads, Events: events, Sched: true})
}

// Options configure the trace.
type Options struct {
	// Scenario is one of Scenarios.
	Scenario string
	// Seed selects one of many traces of the same kind.
	Seed uint64
	// Threads is the maximum number of concurrent threads, 2 to MaxThreads.
	// Monitors and queues grow with it.
	Threads int
	// Events is the number of events, at least 1. Memory does not grow with it.
	Events int64
	// CPUs is the number of processors. 0 means one for every ten threads and
	// one more, so that the shares of states do not depend on the number of
	// threads.
	CPUs int
	// Sched adds scheduler events (Ready, Run) to the trace. Without them the
	// simulation is the same.
	Sched bool
	// Deadlock makes two threads lock two monitors in opposite order after four
	// fifths of the events. It needs four threads and MinEventsDeadlock events.
	Deadlock bool
	// Extras adds events of all other kinds at a low rate: calls, tasks,
	// regions, allocations, samples, counters and losses.
	Extras bool
}

// MaxThreads is the maximum number of threads in a trace.
const MaxThreads = 100_000

// MinEventsDeadlock returns the minimum number of events of a trace in which a
// deadlock closes.
func MinEventsDeadlock(threads int) int64 { return 2000 + 50*int64(threads) }

// Scenarios returns the names of all scenarios.
func Scenarios() []string { return []string{"pipeline", "pool", "server"} }

// check returns an error if an option is out of range.
func (o *Options) check() error {
	switch {
	case !slices.Contains(Scenarios(), o.Scenario):
		return fmt.Errorf("generate: no scenario %q: want one of %s", o.Scenario, strings.Join(Scenarios(), ", "))
	case o.Threads < 2 || o.Threads > MaxThreads:
		return fmt.Errorf("generate: %d threads: want 2 to %d", o.Threads, MaxThreads)
	case o.Events < 1:
		return fmt.Errorf("generate: %d events: want at least 1", o.Events)
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

// Feed is the events of a simulated program. It is a tracefeed.Feed.
//
// It ends early if the whole program is blocked forever, with an event of
// NoKind some time after the last one: in a deadlock among so few threads that
// the others have to wait for them.
type Feed struct {
	m    *machine
	left int64 // number of events still to come
}

// New returns the feed for the options, or an error that names the option out
// of range.
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

// Batch implements tracefeed.Feed.
func (f *Feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	made := f.fill()
	if len(made) == 0 {
		return nil, io.EOF
	}
	return append(used[:0], made...), nil
}

// fill generates the next few thousand events, none at the end. They are valid
// until the next call.
func (f *Feed) fill() []tracefeed.Event {
	const maxBatch = 4096
	if f.left == 0 {
		return nil
	}
	made := f.m.run(int(min(maxBatch, f.left)))
	made = made[:min(int64(len(made)), f.left)]
	f.left -= int64(len(made))
	return made
}

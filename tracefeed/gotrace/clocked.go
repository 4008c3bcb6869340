package gotrace

import (
	"bufio"
	"errors"
	"io"
	"math"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// Clocked is the feed of a trace whose clock is that of the machine. With carriers it also tells
// which thread of the operating system, its carrier, runs a goroutine: an event that changes
// the state of a goroutine has the number of its carrier afterwards as Object, 0 if it is on
// none.
type Clocked struct {
	*feed
	carriers map[uint64]bool
}

var errClock = errors.New("the clock of the trace is not that of the kernel")

// OpenClocked opens a trace of Linux: there the runtime numbers
// threads as the kernel does, and the clock of a trace is CLOCK_MONOTONIC in units of 64 ns
// (runtime/tracetime.go). An error means that the trace has another clock.
func OpenClocked(in tracefeed.Input, carriers bool) (*Clocked, error) {
	c := &Clocked{feed: newFeed(in)}
	if c.version == 0 {
		return nil, errClock
	}
	r := bufio.NewReader(io.NewSectionReader(in.At, wire.HeaderLen, in.Size-wire.HeaderLen))
	o := wire.ReadOutline(r, c.version)
	if o.Unit != 64 {
		return nil, errClock
	}
	c.carriers, c.m.carried = o.Threads, carrying(carriers)
	return c, nil
}

// Place returns the time of the clock at time 0.
func (c *Clocked) Place() tracefeed.Place { return tracefeed.Place{Monotonic: c.m.t0} }

// Carries reports whether the trace has events of a thread of the operating system.
func (c *Clocked) Carries(number int64) bool { return c.carriers[uint64(number)] }

// carrying: the events of a mapper have the carriers of goroutines.
type carrying bool

// on returns the number of the thread that runs the goroutine of the current event; 0 if
// there is none, or nobody asks.
func (c carrying) on(names wire.Names) int64 {
	if !c {
		return 0
	}
	if n := names.Thread(); n <= math.MaxInt32 {
		return int64(n)
	}
	return 0
}

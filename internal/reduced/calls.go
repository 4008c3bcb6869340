package reduced

import (
	"fmt"
	"io"
	"math/rand/v2"

	"tiv/tracefeed"
)

// Callers is a feed of threads that call functions, or sleep.
type Callers struct {
	tables *tracefeed.Tables
	Events []tracefeed.Event // those not yet read
}

// NewCallers returns threads that call each other's functions up to a depth of 20, or, if
// sleep is true, go to sleep and wake up instead.
func NewCallers(threads, events int, sleep bool) *Callers {
	const functions, deepest = 1000, 20
	c := &Callers{tables: tracefeed.NewTables()}
	for i := range threads {
		c.tables.AddThread(tracefeed.Thread{ID: fmt.Sprint(i), Name: fmt.Sprint("worker ", i)})
	}
	for i := range functions {
		c.tables.AddName(fmt.Sprint("main.f", i))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	stacks := make([][]tracefeed.NameID, threads)
	for at := tracefeed.Time(0); len(c.Events) < events; at += tracefeed.Time(rng.IntN(200)) {
		t := rng.IntN(threads)
		stack := &stacks[t]
		ev := tracefeed.Event{Time: at, Thread: tracefeed.ThreadID(t + 1)}
		switch depth := len(*stack); {
		case depth < deepest && (depth == 0 || rng.IntN(2) == 0):
			// Most functions call one other.
			ev.Kind, ev.Name = tracefeed.CallEnter, tracefeed.NameID(1+depth*37%functions)
			if depth%4 == 0 {
				ev.Name += tracefeed.NameID(rng.IntN(4))
			}
			*stack = append(*stack, ev.Name)
		default:
			ev.Kind, ev.Name = tracefeed.CallExit, (*stack)[depth-1]
			*stack = (*stack)[:depth-1]
		}
		if sleep {
			ev.Kind, ev.Name = map[tracefeed.Kind]tracefeed.Kind{tracefeed.CallEnter: tracefeed.SuspendStart, tracefeed.CallExit: tracefeed.SuspendEnd}[ev.Kind], 0
		}
		c.Events = append(c.Events, ev)
	}
	return c
}

// The methods of a feed.
func (c *Callers) Header() tracefeed.Header  { return tracefeed.Header{Format: "callers"} }
func (c *Callers) Tables() *tracefeed.Tables { return c.tables }
func (c *Callers) Close() error              { return nil }
func (c *Callers) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if len(c.Events) == 0 {
		return nil, io.EOF
	}
	n := min(len(c.Events), 1024)
	batch := append(used[:0], c.Events[:n]...)
	c.Events = c.Events[n:]
	return batch, nil
}

package reduced

import (
	"fmt"
	"io"
	"math/rand/v2"

	"tiv/tracefeed"
)

// Callers is a feed of threads that call functions, or sleep. It holds no events, so a
// long one needs no memory.
type Callers struct {
	tables *tracefeed.Tables
	sleep  bool
	left   int // events not yet read
	at     tracefeed.Time
	rng    *rand.Rand
	stacks [][]tracefeed.NameID // by thread, from 0
}

// NewCallers returns threads that call each other's functions up to a depth of 20, or, if
// sleep is true, go to sleep and wake up instead.
func NewCallers(threads, events int, sleep bool) *Callers {
	const functions = 1000
	c := &Callers{tables: tracefeed.NewTables(), sleep: sleep, left: events, rng: rand.New(rand.NewPCG(1, 2)),
		stacks: make([][]tracefeed.NameID, threads)}
	for i := range threads {
		c.tables.AddThread(tracefeed.Thread{ID: fmt.Sprint(i), Name: fmt.Sprint("worker ", i)})
	}
	for i := range functions {
		c.tables.AddName(fmt.Sprint("main.f", i))
	}
	return c
}

// next returns the next event: a call or the end of one.
func (c *Callers) next() tracefeed.Event {
	const functions, deepest = 1000, 20
	t := c.rng.IntN(len(c.stacks))
	stack := &c.stacks[t]
	ev := tracefeed.Event{Time: c.at, Thread: tracefeed.ThreadID(t + 1)}
	switch depth := len(*stack); {
	case depth < deepest && (depth == 0 || c.rng.IntN(2) == 0):
		// Most functions call one other.
		ev.Kind, ev.Name = tracefeed.CallEnter, tracefeed.NameID(1+depth*37%functions)
		if depth%4 == 0 {
			ev.Name += tracefeed.NameID(c.rng.IntN(4))
		}
		*stack = append(*stack, ev.Name)
	default:
		ev.Kind, ev.Name = tracefeed.CallExit, (*stack)[depth-1]
		*stack = (*stack)[:depth-1]
	}
	if c.sleep {
		ev.Kind, ev.Name = map[tracefeed.Kind]tracefeed.Kind{tracefeed.CallEnter: tracefeed.SuspendStart,
			tracefeed.CallExit: tracefeed.SuspendEnd}[ev.Kind], 0
	}
	c.at += tracefeed.Time(c.rng.IntN(200))
	return ev
}

// Header and the methods after it make it a feed.
func (c *Callers) Header() tracefeed.Header  { return tracefeed.Header{Format: "callers"} }
func (c *Callers) Tables() *tracefeed.Tables { return c.tables }
func (c *Callers) Close() error              { return nil }
func (c *Callers) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if c.left == 0 {
		return nil, io.EOF
	}
	batch := used[:0]
	for ; c.left > 0 && len(batch) < 1024; c.left-- {
		batch = append(batch, c.next())
	}
	return batch, nil
}

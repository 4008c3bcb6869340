package gotrace

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"tiv/tracefeed"
)

// wire reads a trace from its bytes. One goroutine takes it apart into
// generations, another decodes the batches of one and puts their events in
// order, and whoever calls take maps them, each some steps ahead of the next.
type wire struct {
	full    chan wireBatch
	free    chan []event
	gens    chan wireGeneration
	stop    chan struct{}
	running sync.WaitGroup
	in      *input
	// Only the goroutine that orders uses what follows.
	o       *ordering
	front   frontier
	batch   wireBatch
	told    struct{ goroutines, locks int } // of those in o
	cursors []cursor
	// advanced is how many events came, and tried how many were looked at
	// because another could not come.
	advanced, tried int
}

// wireBatch is some of a trace's events, in order.
type wireBatch struct {
	events []event
	// gen begins with this batch, if it is not nil.
	gen *generation
	// goroutines and locks are those that no batch before this one mentions.
	goroutines, locks []uint64
	// err ends the trace, after events.
	err error
}

// wireGeneration is a generation, or why there is none.
type wireGeneration struct {
	gen *generation
	err error
}

const wireBatchLen = 1024

// newWire returns a reader of what follows the header of a trace.
func newWire(r *bufio.Reader, version int, stop chan struct{}) *wire {
	w := &wire{
		full: make(chan wireBatch, batches),
		free: make(chan []event, batches+2),
		gens: make(chan wireGeneration),
		stop: stop,
		in:   &input{r: r, at: headerLen, free: make(chan []byte, 256)},
		o:    newOrdering(),
	}
	w.o.out = make([]event, 0, wireBatchLen)
	w.told.goroutines, w.told.locks = 1, 1
	w.running.Go(func() { w.split(version) })
	w.running.Go(w.order)
	return w
}

// take maps one batch.
func (w *wire) take(m *mapper) error {
	b := <-w.full
	if b.gen != nil {
		m.stacks.newGeneration(&b.gen.stacks)
	}
	for _, id := range b.goroutines {
		m.ids = append(m.ids, int64(id))
	}
	m.locks.addresses = append(m.locks.addresses, b.locks...)
	for i := range b.events {
		m.add(&b.events[i])
	}
	if b.err == io.EOF && len(m.gs) == 1 {
		return &tracefeed.Damage{Offset: w.in.at, Err: errors.New("the trace ends before its first event")}
	}
	if b.err == nil {
		w.free <- b.events[:0]
	}
	return b.err
}

// wait waits until the goroutines have ended.
func (w *wire) wait() { w.running.Wait() }

// split reads generations, one ahead.
func (w *wire) split(version int) {
	s := splitter{in: w.in, version: version}
	for {
		g, err := s.next()
		if err != nil && err != io.EOF {
			err = &tracefeed.Damage{Offset: w.in.at, Err: err}
		}
		select {
		case w.gens <- wireGeneration{g, err}:
		case <-w.stop:
			return
		}
		if err != nil {
			return
		}
	}
}

// order orders the events of all generations.
func (w *wire) order() {
	var next wireGeneration
	for next.err == nil {
		select {
		case next = <-w.gens:
		case <-w.stop:
			return
		}
		if next.err == nil {
			next.err = w.generation(next.gen)
		} else {
			w.o.out = append(w.o.out, event{what: aGeneration, time: w.o.tick(w.o.last)})
		}
		w.batch.err = next.err
		if !w.flush() {
			return
		}
	}
}

// generation orders the events of one generation.
func (w *wire) generation(g *generation) error {
	o := w.o
	o.gen = g
	clear(o.reasons)
	w.batch.gen = g
	if err := w.begin(g); err != nil {
		return err
	}
	o.out = append(o.out, event{what: aGeneration, time: o.tick(g.time(g.minTime))})
	samples := g.samples
	for len(w.front) > 0 || len(samples) > 0 {
		if len(samples) > 0 && (len(w.front) == 0 || samples[0] < w.front[0].time) {
			o.tick(samples[0])
			samples = samples[1:]
			continue
		}
		until := int64(math.MaxInt64)
		if len(samples) > 0 {
			until = samples[0]
		}
		if err := w.run(until); err != nil {
			return err
		}
	}
	for _, slab := range g.slabs {
		select {
		case w.in.free <- slab:
		default:
		}
	}
	return nil
}

// mostAtOnce is how many events one of the wire may become.
const mostAtOnce = 3

// begin decodes the first events of each thread.
func (w *wire) begin(g *generation) error {
	w.front = w.front[:0]
	if n := len(g.order); n > len(w.cursors) {
		w.cursors = append(w.cursors, make([]cursor, n-len(w.cursors))...)
	}
	for i, m := range g.order {
		c := &w.cursors[i]
		*c = cursor{gen: g, m: w.o.thread(g.ms.ids[m]), rest: g.batches[m], events: c.events[:0]}
		switch {
		case c.fill():
			w.front.insert(head{c.events[0].time, c})
		case c.err != nil:
			return damageAt(c, c.err)
		}
	}
	return nil
}

func damageAt(c *cursor, err error) error {
	return &tracefeed.Damage{Offset: c.offset(), Err: err}
}

// run advances events of the first thread in the frontier for as long as it
// stays the first, until a time.
func (w *wire) run(until int64) error {
	c := w.front[0].c
	for i := 1; i < min(3, len(w.front)); i++ {
		until = min(until, w.front[i].time)
	}
	for {
		if len(w.o.out) > wireBatchLen-mostAtOnce && !w.flush() {
			return errStopped
		}
		if ok, err := w.advance(c); err != nil {
			return err
		} else if !ok {
			w.front[0].time = c.events[c.next].time
			return w.runOther()
		}
		if c.next == len(c.events) {
			w.front.remove(0)
			return nil
		}
		if c.events[c.next].time > until {
			w.front[0].time = c.events[c.next].time
			w.front.update(0)
			return nil
		}
	}
}

// mostTried bounds how many events are looked at in vain for each that comes, so
// that a trace made for it does not take for ever.
const mostTried = 5000

// runOther advances the first event that can come other than the first of all,
// which cannot.
func (w *wire) runOther() error {
	if w.tried += len(w.front); w.tried > mostTried*(w.advanced+mostTried) {
		return damageAt(w.front[0].c, errors.New("the threads' clocks disagree too much"))
	}
	slices.SortFunc(w.front, func(a, b head) int { return cmp.Compare(a.time, b.time) })
	for i := 1; i < len(w.front); i++ {
		c := w.front[i].c
		if ok, err := w.advance(c); err != nil {
			return err
		} else if !ok {
			continue
		}
		if c.next == len(c.events) {
			w.front.remove(i)
		} else {
			w.front[i].time = c.events[c.next].time
			w.front.update(i)
		}
		return nil
	}
	c := w.front[0].c
	return damageAt(c, fmt.Errorf("no event can come next: the first, of type %d, waits for what never happens", c.events[c.next].kind))
}

// advance lets the next event of a thread come, and decodes the one after it:
// none if c.next is len(c.events) then. It reports false if it cannot come yet.
func (w *wire) advance(c *cursor) (bool, error) {
	o := w.o
	before := len(o.out)
	ok, err := o.advance(&c.events[c.next], c.m)
	if err != nil {
		o.out = o.out[:before]
		return false, damageAt(c, err)
	}
	if !ok {
		return false, nil
	}
	w.advanced++
	if c.next++; c.next == len(c.events) && !c.fill() && c.err != nil {
		// As in the library, the event before one that cannot be read is lost.
		o.out = o.out[:before]
		return false, damageAt(c, c.err)
	}
	return true, nil
}

// flush hands over what has been ordered. It reports false once closed.
func (w *wire) flush() bool {
	w.batch.events = w.o.out
	w.batch.goroutines, w.told.goroutines = w.o.gs.since(w.told.goroutines)
	w.batch.locks, w.told.locks = w.o.locks.since(w.told.locks)
	select {
	case w.full <- w.batch:
	case <-w.stop:
		return false
	}
	w.batch = wireBatch{}
	select {
	case w.o.out = <-w.free:
	default:
		w.o.out = make([]event, 0, wireBatchLen)
	}
	return true
}

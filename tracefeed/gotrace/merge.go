package gotrace

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"tiv/tracefeed"
)

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
		c.begin(w.o.thread(g.ms.ids[m]), g, g.batches[m])
		if w.aside && c.alone() {
			w.running.Go(func() { c.decodeAhead(w.stop) })
		}
	}
	for i := range g.order {
		c := &w.cursors[i]
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

package wire

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"tiv/tracefeed"
)

// beginWith starts a generation: it decodes the first events of each thread.
func (w *Reader) beginWith(g *generation, sink Sink) error {
	w.gen, w.samples, w.front = g, g.samples, w.front[:0]
	if before := w.o.number; before != 0 && g.gen != before+1 {
		w.o.forget()
		sink.Add(&Event{Kind: GenerationsMissing, Time: w.o.tick(w.o.last)})
	}
	w.o.gen, w.o.number = g, g.gen
	sink.NewGeneration(w)
	if n := len(g.order); n > len(w.cursors) {
		w.cursors = append(w.cursors, make([]cursor, n-len(w.cursors))...)
	}
	for i, thread := range g.order {
		c := &w.cursors[i]
		c.begin(w.o.states.thread(g.ms.ids[thread]), g, g.batches[thread])
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
	if w.o.initial == 0 && len(w.front) > 0 {
		w.o.initial = g.gen
	}
	sink.Add(&Event{Kind: GenerationBoundary, Time: w.o.tick(g.time(g.minTime))})
	return nil
}

// end frees the memory of the generation.
func (w *Reader) end() {
	for _, slab := range w.gen.slabs {
		select {
		case w.in.free <- slab:
		default:
		}
	}
	w.gen = nil
}

// maxAtOnce is the maximum number of events made from one event of the wire.
const maxAtOnce = 3

// advanceSome processes some events of the generation, or ends it.
func (w *Reader) advanceSome(sink Sink) error {
	until := int64(math.MaxInt64)
	if len(w.samples) > 0 {
		until = w.samples[0].time
	}
	switch {
	case len(w.front) > 0 && w.front[0].time <= until:
		return w.run(sink, until)
	case len(w.samples) > 0:
		return w.sample(sink)
	default:
		w.end()
	}
	return nil
}

// sample processes the next CPU sample.
func (w *Reader) sample(sink Sink) error {
	s := &w.samples[0]
	w.samples = w.samples[1:]
	stack := w.o.gen.stack(s.stack)
	if stack < 0 {
		return &tracefeed.Damage{Offset: s.at, Err: noStack(s.stack)}
	}
	e := Event{Kind: CPUSample, Time: w.o.tick(s.time), CPU: tracefeed.CPU(s.p + 1), Stack: stack}
	if g := w.o.states.gs.find(s.g); s.g != 0 && g > 0 {
		e.G = G(g)
	}
	sink.Add(&e)
	return nil
}

func damageAt(c *cursor, err error) error {
	return &tracefeed.Damage{Offset: c.offset(), Err: err}
}

// run processes events of the first thread in the frontier while it stays the
// first, up to a time.
func (w *Reader) run(sink Sink, until int64) error {
	c := w.front[0].c
	for i := 1; i < min(3, len(w.front)); i++ {
		until = min(until, w.front[i].time)
	}
	for w.runFast(c, sink, until) {
		if ok, err := w.advance(c, sink); err != nil {
			return err
		} else if !ok {
			w.front[0].time = c.events[c.next].time
			return w.runOther(sink)
		}
		if c.next == len(c.events) {
			w.front.remove(0)
			return nil
		}
		if c.events[c.next].time > until || sink.Full() {
			break
		}
	}
	w.front[0].time = c.events[c.next].time
	w.front.down(0)
	return nil
}

// runFast is the fast path of run: it processes the decoded events of a thread
// except the last. It returns true if advance must continue, with the last
// event or with one whose order does not allow it yet.
func (w *Reader) runFast(c *cursor, sink Sink, until int64) bool {
	o := w.o
	o.to = sink
	for c.next+1 < len(c.events) {
		ok, _ := o.advance(&c.events[c.next], c.m)
		if !ok {
			o.out = o.out[:0]
			return true
		}
		w.advanced++
		c.next++
		if len(o.out) > 0 {
			w.finish(sink)
		}
		if c.events[c.next].time > until || sink.Full() {
			return false
		}
	}
	return true
}

// maxTried bounds the number of failed attempts for each event processed, so
// that no trace can make the ordering run forever.
const maxTried = 5000

// runOther processes the first event that is possible, other than the very
// first one, which is not.
func (w *Reader) runOther(sink Sink) error {
	if w.tried += len(w.front); w.tried > maxTried*(w.advanced+maxTried) {
		return damageAt(w.front[0].c, errors.New("the threads' clocks disagree too much"))
	}
	slices.SortFunc(w.front, func(a, b head) int { return cmp.Compare(a.time, b.time) })
	for i := 1; i < len(w.front); i++ {
		c := w.front[i].c
		if ok, err := w.advance(c, sink); err != nil {
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
	return damageAt(c, fmt.Errorf("no event can come next: the first, of type %d, is out of sequence", c.events[c.next].kind))
}

// advance processes the next event of a thread, decodes the one after it (none
// if c.next is then len(c.events)), and maps the first. It returns false if the
// event is not possible yet.
func (w *Reader) advance(c *cursor, sink Sink) (bool, error) {
	o := w.o
	o.to = nil
	ok, err := o.advance(&c.events[c.next], c.m)
	if err != nil || !ok {
		o.out = o.out[:0]
		if err != nil {
			err = damageAt(c, err)
		}
		return false, err
	}
	w.advanced++
	if c.next++; c.next == len(c.events) && !c.fill() && c.err != nil {
		// As in the library, the event before an unreadable one is lost.
		o.out = o.out[:0]
		return false, damageAt(c, c.err)
	}
	w.finish(sink)
	return true, nil
}

// finish maps the events in out.
func (w *Reader) finish(sink Sink) {
	o := w.o
	for i := range o.out {
		sink.Add(&o.out[i])
	}
	o.out = o.out[:0]
}

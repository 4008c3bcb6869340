package gotrace

import (
	"bufio"
	"errors"
	"io"
	"runtime"
	"sync"

	"tiv/tracefeed"
)

// wire reads a trace from its bytes. One goroutine takes it apart into
// generations, some decode the batches of one, each those of a thread, another
// puts their events in order, and whoever calls take maps them: all of them some
// steps ahead of the next.
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
	aside   bool // batches are decoded in goroutines of their own
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
		// Two processors are kept busy by ordering and mapping, and to hand
		// decoded events over costs more than to decode them.
		aside: runtime.GOMAXPROCS(0) > 2,
	}
	w.o.out = make([]event, 0, wireBatchLen)
	w.told.goroutines, w.told.locks = 1, 1
	w.running.Go(func() { w.split(version) })
	w.running.Go(w.order)
	return w
}

// take maps one batch.
func (w *wire) take(m *mapper) error {
	b, ok := <-w.full
	if !ok {
		return errStopped
	}
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
	defer close(w.full)
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

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
// generations, one ahead. Whoever calls take decodes, orders and maps their
// events, one after the other: to hand them over would cost more.
type wire struct {
	gens    chan wireGeneration
	stop    chan struct{}
	running sync.WaitGroup
	in      *input
	o       *ordering
	gen     *generation // whose events are being ordered; nil before and between
	samples []int64     // of gen, those to come
	front   frontier
	cursors []cursor
	aside   bool // batches are decoded in goroutines of their own
	// advanced is how many events came, and tried how many were looked at
	// because another could not come.
	advanced, tried int
}

// wireGeneration is a generation, or why there is none.
type wireGeneration struct {
	gen *generation
	err error
}

// newWire returns a reader of what follows the header of a trace.
func newWire(r *bufio.Reader, version int, stop chan struct{}) *wire {
	w := &wire{
		gens: make(chan wireGeneration),
		stop: stop,
		in:   &input{r: r, at: headerLen, free: make(chan []byte, 256)},
		o:    newOrdering(),
		// Two processors are kept busy by whoever calls take and whoever called
		// that, and to hand decoded events over costs more than to decode them.
		aside: runtime.GOMAXPROCS(0) > 2,
	}
	w.running.Go(func() { w.split(version) })
	return w
}

// take maps about a block of events, less where a generation ends: a live trace
// may let us wait a long time for the next.
func (w *wire) take(m *mapper) error {
	if w.gen == nil {
		if err := w.begin(m); err != nil {
			return err
		}
	}
	for {
		if err := w.advanceSome(m); err != nil {
			return err
		}
		if w.gen == nil || m.out.enough() {
			return nil
		}
	}
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

// begin begins with the next generation. At the end of the trace it maps that,
// and returns why it comes.
func (w *wire) begin(m *mapper) error {
	var next wireGeneration
	select {
	case next = <-w.gens:
	case <-w.stop:
		return errStopped
	}
	if next.err == nil {
		return w.beginWith(next.gen, m)
	}
	m.add(&event{what: aGeneration, time: w.o.tick(w.o.last)})
	if next.err == io.EOF && len(m.gs) == 1 {
		return &tracefeed.Damage{Offset: w.in.at, Err: errors.New("the trace ends before its first event")}
	}
	return next.err
}

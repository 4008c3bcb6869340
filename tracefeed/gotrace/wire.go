package gotrace

import (
	"bufio"
	"errors"
	"io"
	"runtime"
	"sync"

	"tiv/tracefeed"
)

// wire reads a trace from its bytes. One goroutine splits it into generations,
// one ahead. The caller of take decodes, orders and maps their events one after
// the other: passing them between goroutines would cost more.
type wire struct {
	gens    chan wireGeneration
	stop    chan struct{}
	running sync.WaitGroup
	in      *input
	o       *ordering
	gen     *generation  // the generation in progress; nil before and between
	samples []wireSample // of gen, those to come
	front   frontier
	cursors []cursor
	aside   bool // batches are decoded in goroutines of their own
	// advanced is the number of events processed, tried the number of failed
	// attempts.
	advanced, tried int
}

// wireGeneration is a generation, or the error in its place.
type wireGeneration struct {
	gen *generation
	err error
}

// newWire returns a reader of a trace after its header.
func newWire(r *bufio.Reader, version int, stop chan struct{}) *wire {
	w := &wire{
		gens: make(chan wireGeneration),
		stop: stop,
		in:   &input{r: r, at: headerLen, free: make(chan []byte, 256)},
		o:    newOrdering(),
		// The caller of take and its consumer keep two processors busy, and
		// passing decoded events between goroutines costs more than decoding
		// them.
		aside: runtime.GOMAXPROCS(0) > 2,
	}
	w.running.Go(func() { w.split(version) })
	return w
}

// take maps about a block of events, less at the end of a generation, because a
// read from a live trace may block for a long time.
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

// wait blocks until the goroutines have ended.
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

// begin starts the next generation. At the end of the trace it maps the end,
// and returns its error.
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
	m.add(&event{kind: generationBoundary, time: w.o.tick(w.o.last)})
	if next.err == io.EOF && len(m.gs) == 1 {
		return &tracefeed.Damage{Offset: w.in.at, Err: errors.New("the trace ends before its first event")}
	}
	return next.err
}

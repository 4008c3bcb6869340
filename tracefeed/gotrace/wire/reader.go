package wire

import (
	"bufio"
	"errors"
	"io"
	"runtime"
	"sync"

	"tiv/tracefeed"
)

// HeaderLen is the length of the header of a trace in bytes.
const HeaderLen = 16

// versions are the versions of the format by header. Go 1.24 writes version
// 1.23.
var versions = map[string]int{
	"go 1.22 trace\x00\x00\x00": 22,
	"go 1.23 trace\x00\x00\x00": 23,
	"go 1.25 trace\x00\x00\x00": 25,
	"go 1.26 trace\x00\x00\x00": 26,
}

// Version returns the version of the format that a header names, 0 if Reader
// does not read it.
func Version(header []byte) int { return versions[string(header)] }

var errStopped = errors.New("stopped")

// Reader reads a trace from its bytes. One goroutine splits it into generations,
// one ahead. The caller of Read decodes, orders and maps their events one after
// the other: passing them between goroutines would cost more.
type Reader struct {
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

// NewReader returns a reader of a trace after its header, of a version from
// Version. It ends early once stop is closed.
func NewReader(r *bufio.Reader, version int, stop chan struct{}) *Reader {
	w := &Reader{
		gens: make(chan wireGeneration),
		stop: stop,
		in:   &input{r: r, at: HeaderLen, free: make(chan []byte, 256)},
		o:    newOrdering(),
		// The caller of Read and its consumer keep two processors busy, and
		// passing decoded events between goroutines costs more than decoding
		// them.
		aside: runtime.GOMAXPROCS(0) > 2,
	}
	w.running.Go(func() { w.split(version) })
	return w
}

// Read passes events to the sink until that is full, or until the end of a
// generation, because a read from a live trace may block for a long time. The
// error, io.EOF at the end, comes after all events that it does not invalidate;
// one about the trace's bytes is a *tracefeed.Damage.
func (w *Reader) Read(sink Sink) error {
	if w.gen == nil {
		if err := w.begin(sink); err != nil {
			return err
		}
	}
	for {
		if err := w.advanceSome(sink); err != nil {
			return err
		}
		if w.gen == nil || sink.Full() {
			return nil
		}
	}
}

// Wait blocks until the goroutines have ended, once stop is closed.
func (w *Reader) Wait() { w.running.Wait() }

// split reads generations, one ahead.
func (w *Reader) split(version int) {
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
func (w *Reader) begin(sink Sink) error {
	var next wireGeneration
	select {
	case next = <-w.gens:
	case <-w.stop:
		return errStopped
	}
	if next.err == nil {
		return w.beginWith(next.gen, sink)
	}
	sink.Add(&Event{Kind: GenerationBoundary, Time: w.o.tick(w.o.last)})
	if next.err == io.EOF && len(w.o.states.gs.ids) == 1 {
		return &tracefeed.Damage{Offset: w.in.at, Err: errors.New("the trace ends before its first event")}
	}
	return next.err
}

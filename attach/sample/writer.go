package sample

import (
	"crypto/rand"
	"io"
	"os"
	"time"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// writer writes events as blocks, one for each flush or so.
type writer struct {
	file    *binfeed.Writer
	tables  *tracefeed.Tables
	pending []tracefeed.Event
	builder block.Builder
	written tracefeed.Time // the end of the last block
	err     error          // the first of writing
}

// The least time that a block covers, and the number of events that end it sooner.
const (
	leastBlock = 50 * tracefeed.Millisecond
	manyEvents = 1 << 14
)

func newWriter(out io.Writer, started time.Time, tables *tracefeed.Tables) (*writer, error) {
	header := binfeed.Header{Sched: true, Wall: started.UnixNano(), PID: uint32(os.Getpid())}
	rand.Read(header.ID[:]) // never fails
	file, err := binfeed.NewWriter(out, header)
	if err != nil {
		return nil, err
	}
	return &writer{file: file, tables: tables}, file.Property("recorder", "tiv attach")
}

// add adds an event. Events of one thread come in order of time, and none is before
// the time of the last flush.
func (w *writer) add(ev tracefeed.Event) { w.pending = append(w.pending, ev) }

// flush says that the first n events are all up to a time, and writes them as a block if
// one is due. It returns true if it has.
func (w *writer) flush(to tracefeed.Time, n int, now bool) bool {
	nothing := n == 0 && to == w.written
	if w.err != nil || nothing || !now && to-w.written < leastBlock && n < manyEvents {
		return false
	}
	w.builder.Reset()
	weight := uint32(0)
	for i := range w.pending[:n] {
		w.builder.Add(&w.pending[i], tracefeed.Unspecified)
		if w.pending[i].Kind == tracefeed.MonitorWait {
			weight++
		}
	}
	w.builder.Add(&tracefeed.Event{Time: to}, tracefeed.Unspecified) // time passes, whatever happens
	w.pending = append(w.pending[:0], w.pending[n:]...)
	b := w.builder.Block()
	b.Start, b.End = w.written, to
	w.written = to
	w.err = w.file.Block(b, w.tables, weight)
	return true
}

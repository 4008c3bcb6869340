// Package gotrace reads Go execution traces: what runtime/trace, its flight
// recorder and net/http/pprof write.
//
// Bytes go in, tracefeed events come out; goroutines are the threads. Nothing
// here knows how a state lasts or ends up in a picture. What is tricky about
// Go's traces is written down in ../NOTES.md.
package gotrace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"tiv/tracefeed"
)

// Format returns the format for the list that tracefeed.Open takes.
func Format() tracefeed.Format {
	return tracefeed.Format{Name: "go", Sniff: sniff, Open: open}
}

// sniff knows the 16 bytes "go 1.26 trace" and three zeros, for any version.
func sniff(start []byte) bool {
	if len(start) < headerLen || !bytes.HasPrefix(start, []byte("go 1.")) {
		return false
	}
	return bytes.Contains(start[:headerLen], []byte(" trace\x00"))
}

const headerLen = 16

// wireVersions are the formats that the wire reader knows, by their headers.
// Go 1.24 writes that of 1.23.
var wireVersions = map[string]int{
	"go 1.22 trace\x00\x00\x00": 22,
	"go 1.23 trace\x00\x00\x00": 23,
	"go 1.25 trace\x00\x00\x00": 25,
	"go 1.26 trace\x00\x00\x00": 26,
}

func open(r io.Reader) (tracefeed.Feed, error) {
	f := &feed{stop: make(chan struct{}), m: newMapper()}
	f.in = bufio.NewReaderSize(stoppable{r, f.stop}, 1<<16)
	head, _ := f.in.Peek(headerLen)
	if f.version = wireVersions[string(head)]; f.version == 0 {
		f.note = fmt.Sprintf("read slowly: the format %q is not known well", bytes.TrimRight(head, " trace\x00"))
	}
	return f, nil
}

// stoppable reads no more once stop is closed.
type stoppable struct {
	r    io.Reader
	stop chan struct{}
}

func (s stoppable) Read(p []byte) (int, error) {
	select {
	case <-s.stop:
		return 0, errStopped
	default:
		return s.r.Read(p)
	}
}

// decoder takes a trace's bytes apart.
type decoder interface {
	// take gives the mapper some more events. The error, io.EOF at the end,
	// comes after all events that it does not spoil.
	take(*mapper) error
	// wait waits until nothing is read any more, once it was told to stop.
	wait()
}

// feed hands out what the mapper makes of a decoder's events.
type feed struct {
	in      *bufio.Reader
	stop    chan struct{} // ends reading
	version int           // that the wire reader knows, or 0
	note    string
	dec     decoder // nil before the first event is asked for
	m       *mapper
	block   []tracefeed.Event // taken from m.out
	next    int               // the first of block that was not handed out
	err     error             // what ends the feed, after m.out
	closed  bool
}

var _ tracefeed.Batcher = (*feed)(nil)

// Header says that scheduler events are complete, as they are in every Go
// trace.
func (f *feed) Header() tracefeed.Header {
	return tracefeed.Header{Format: "go", Sched: true, Note: f.note}
}

// Tables returns the names seen so far.
func (f *feed) Tables() *tracefeed.Tables { return f.m.tables }

// Next overwrites *ev with the next event.
//
// An event of NoKind says only that time has passed: the trace goes on to
// there, and nothing that we show happened last.
func (f *feed) Next(ev *tracefeed.Event) error {
	if f.next == len(f.block) && !f.refill() {
		return f.err
	}
	*ev = f.block[f.next]
	f.next++
	return nil
}

// Batch returns the events that are there.
func (f *feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if f.next == len(f.block) {
		f.block = used
		if !f.refill() {
			return nil, f.err
		}
	}
	b := f.block[f.next:]
	f.block, f.next = nil, 0
	return b, nil
}

// refill takes the next block, and maps until there is one. It reports false at
// the end.
func (f *feed) refill() bool {
	for {
		f.next = 0
		if !f.m.holding {
			if f.block = f.m.out.take(f.block); len(f.block) > 0 {
				return true
			}
		}
		if f.err != nil {
			return false
		}
		if f.err = f.take(); f.err != nil {
			f.m.release()
		}
	}
}

func (f *feed) take() error {
	if f.closed {
		return errors.New("read after close")
	}
	switch {
	case f.dec != nil:
	case f.version > 0:
		f.in.Discard(headerLen)
		f.dec = newWire(f.in, f.version, f.stop)
	default:
		f.dec = newLibrary(f.in, f.stop)
	}
	return f.dec.take(f.m)
}

// Close ends reading. It waits for a Read of the underlying reader that is
// under way, so whoever can make that one return does so first.
func (f *feed) Close() error {
	if !f.closed {
		close(f.stop)
	}
	f.closed = true
	if f.dec != nil {
		f.dec.wait()
	}
	return nil
}

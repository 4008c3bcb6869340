// Package gotrace reads Go execution traces: what runtime/trace, its flight
// recorder and net/http/pprof write.
//
// Bytes go in, tracefeed events come out; goroutines are the threads. Nothing
// here knows how a state lasts or ends up in a picture. What is tricky about
// Go's traces is written down in ../NOTES.md.
package gotrace

import (
	"bytes"
	"errors"
	"io"

	"tiv/tracefeed"
)

// Format returns the format for the list that tracefeed.Open takes.
func Format() tracefeed.Format {
	return tracefeed.Format{Name: "go", Sniff: sniff, Open: open}
}

// sniff knows the 16 bytes "go 1.26 trace" and three zeros, for any version.
func sniff(start []byte) bool {
	const length = 16
	if len(start) < length || !bytes.HasPrefix(start, []byte("go 1.")) {
		return false
	}
	return bytes.Contains(start[:length], []byte(" trace\x00"))
}

func open(r io.Reader) (tracefeed.Feed, error) {
	return &feed{in: r, m: newMapper()}, nil
}

// decoder takes a trace's bytes apart.
type decoder interface {
	// take gives the mapper some more events. The error, io.EOF at the end,
	// comes after all events that it does not spoil.
	take(*mapper) error
	// close ends reading, and waits for a Read that is under way.
	close()
}

// feed hands out what the mapper makes of a decoder's events.
type feed struct {
	in     io.Reader
	dec    decoder // nil before the first event is asked for
	m      *mapper
	block  []tracefeed.Event // taken from m.out
	next   int               // the first of block that was not handed out
	err    error             // what ends the feed, after m.out
	closed bool
}

var _ tracefeed.Batcher = (*feed)(nil)

// Header says that scheduler events are complete, as they are in every Go
// trace.
func (f *feed) Header() tracefeed.Header {
	return tracefeed.Header{Format: "go", Sched: true}
}

// Tables returns the names seen so far.
func (f *feed) Tables() *tracefeed.Tables { return f.m.tables }

// Next overwrites *ev with the next event.
//
// An event of NoKind says only that time has passed: the trace goes on to
// there, and nothing that we show happened last.
func (f *feed) Next(ev *tracefeed.Event) error {
	for f.next == len(f.block) {
		if !f.refill() {
			return f.err
		}
	}
	*ev = f.block[f.next]
	f.next++
	return nil
}

// Batch returns the events that are there, until the next call.
func (f *feed) Batch() ([]tracefeed.Event, error) {
	for f.next == len(f.block) {
		if !f.refill() {
			return nil, f.err
		}
	}
	b := f.block[f.next:]
	f.next = len(f.block)
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
	if f.dec == nil {
		f.dec = newLibrary(f.in)
	}
	return f.dec.take(f.m)
}

// Close ends reading. It waits for a Read of the underlying reader that is
// under way, so whoever can make that one return does so first.
func (f *feed) Close() error {
	f.closed = true
	if f.dec != nil {
		f.dec.close()
	}
	return nil
}

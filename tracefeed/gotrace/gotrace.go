package gotrace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// Format returns the format of Go execution traces, for tracefeed.Open.
func Format() tracefeed.Format {
	return tracefeed.Format{Name: "go", Sniff: sniff, Open: open}
}

// sniff recognizes the 16 bytes "go 1.26 trace" and three zeros, for any
// version.
func sniff(start []byte) bool {
	if len(start) < wire.HeaderLen || !bytes.HasPrefix(start, []byte("go 1.")) {
		return false
	}
	return bytes.Contains(start[:wire.HeaderLen], []byte(" trace\x00"))
}

func open(in tracefeed.Input) (tracefeed.Feed, error) { return newFeed(in), nil }

func newFeed(in tracefeed.Input) *feed {
	f := &feed{stop: make(chan struct{}), m: newMapper()}
	f.in = bufio.NewReaderSize(stoppable{in.Reader, f.stop}, 1<<16)
	head, _ := f.in.Peek(wire.HeaderLen)
	if f.version = wire.Version(head); f.version == 0 {
		var minor int
		_, err := fmt.Sscanf(string(head), "go 1.%d trace", &minor)
		f.old = err == nil && minor < 22
		f.note = fmt.Sprintf("read slowly: the format %q is not known well", bytes.TrimRight(head, " trace\x00"))
	}
	return f
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

// decoder decodes the bytes of a trace: a wire.Reader or a library.
type decoder interface {
	// Read passes some more events to the sink. The error, io.EOF at the end,
	// comes after all events that it does not invalidate.
	Read(wire.Sink) error
	// Wait blocks until reading has ended, once stop is closed.
	Wait()
}

// feed returns the events that the mapper makes from a decoder's events.
type feed struct {
	in      *bufio.Reader
	stop    chan struct{} // closed to stop reading
	version int           // of the wire reader, or 0
	old     bool          // the format is that of a release before Go 1.22
	note    string
	dec     decoder // nil before the first event is read
	m       *mapper
	err     error // the error that ends the feed, after m.out
	begun   bool  // Batch has returned events or an error
	closed  bool
}

// Header returns a header with complete scheduler events, as in every Go trace.
func (f *feed) Header() tracefeed.Header {
	note := f.note
	if note == "" {
		note = f.m.waited
	}
	if f.m.gaps > 0 {
		note = gapMapper{f.m}.note(note)
	}
	return tracefeed.Header{Format: "go", Sched: true, Note: note,
		Recorder: tracefeed.Recorder{OmittedLocks: f.m.counts.of[omittedLocks].value, LeakSearch: f.m.search.result}}
}

// Tables returns the names seen so far.
func (f *feed) Tables() *tracefeed.Tables { return f.m.tables }

// Batch returns the decoded events, at least one, and maps events until there is
// one.
//
// An event of NoKind marks the passing of time: the trace extends to its time,
// but its last event has no equivalent in tracefeed.
func (f *feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	for {
		if !f.m.out.holding {
			if used = f.m.out.take(used); len(used) > 0 {
				f.begun = true
				return used, nil
			}
		}
		if f.err != nil {
			f.explain()
			return nil, f.err
		}
		if f.err = f.take(); f.err != nil {
			f.m.release()
			f.m.search.end(f.m)
		}
	}
}

// explain adds to damage before the first event why nothing of the trace is shown. Only
// a whole generation can be decoded: its strings and stacks are anywhere in it. Formats
// before Go 1.22 have no generations.
func (f *feed) explain() {
	var d *tracefeed.Damage
	if !f.begun && !f.old && errors.As(f.err, &d) {
		f.err = &tracefeed.Damage{Line: d.Line, Offset: d.Offset,
			Err: fmt.Errorf("%w; a Go trace has parts of about a second, and its first is incomplete: nothing can be shown", d.Err)}
	}
	f.begun = true
}

func (f *feed) take() error {
	if f.closed {
		return errors.New("read after close")
	}
	switch {
	case f.dec != nil:
	case f.version > 0:
		f.in.Discard(wire.HeaderLen)
		f.dec = wire.NewReader(f.in, f.version, f.stop)
	default:
		f.dec = newLibrary(f.in, f.stop)
	}
	return f.dec.Read(f.m)
}

// Close stops reading. It waits for the current Read of the underlying reader;
// a caller that can interrupt that Read does so first.
func (f *feed) Close() error {
	if !f.closed {
		close(f.stop)
	}
	f.closed = true
	if f.dec != nil {
		f.dec.Wait()
	}
	return nil
}

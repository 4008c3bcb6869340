package listener

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/live/wire"
)

// Feed is the trace of one program, as far as it has arrived. Its methods are safe for
// concurrent use.
type Feed struct {
	// Hello is what the client said first. It has no token.
	Hello wire.Hello
	// Path is the path of the file with the pieces.
	Path string

	mu      sync.Mutex
	changed chan struct{} // closed, and replaced, whenever there is something new
	// file has the pieces, and states is the second file.
	file, states *os.File
	turn         sync.Mutex // held by the session that receives
	state        Status
	// passed is the last TIME, and passedAt the size of the file when it came.
	passed   tracefeed.Time
	passedAt int64
	saved    uint64   // the number of the next piece, as the second file has it; turn protects it
	local    bool     // this program receives it in another way, and would say that it has ended
	session  *session // nil unless it is connected
	// forgets: what was read is removed. The file then begins at base, and has one reader.
	forgets bool
	base    int64
	reader  *Reader
	done    <-chan struct{} // closed when the listener ends
	clocks  *Comparison
	// triggered is described at Options.
	triggered func(f *Feed, at tracefeed.Time, reason string)
}

// Status is the state of a feed at a moment.
type Status struct {
	// Connected: the client is there. Ended: the trace is complete, or nothing more of it is wanted.
	Connected, Ended bool
	// Stopped: nothing more is wanted. Muted: pieces with events are not kept.
	Stopped, Muted bool
	// Next is the number of the next piece.
	Next uint64
	// Size is the number of bytes that have arrived, and Events that of events in them; -1 if the
	// format does not tell.
	Size, Events int64
	// Lost is how many events the client could not send, Missing the number of pieces that
	// never came, and LeftOut the number of events of those that were not kept.
	Lost, Missing, LeftOut uint64
	// Until is the end of what has arrived, in the time of the trace.
	Until tracefeed.Time
	// Heard is when the client was last heard of.
	Heard time.Time
}

// Status returns the present state.
func (f *Feed) Status() Status {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.local && !f.state.Ended {
		f.state.Heard = time.Now()
	}
	return f.state
}

// Whole reports whether the client has said that the trace is complete, and all of it is kept.
func (s Status) Whole() bool { return s.Ended && !s.Stopped && s.Missing+s.LeftOut == 0 }

// Delay is how long ago the end of what has arrived was, by the clocks of both machines.
func (s Status) Delay(h *wire.Hello, now time.Time) time.Duration {
	return now.Sub(time.Unix(0, h.Wall+int64(s.Until)))
}

// notify tells those who wait in a Reader. The caller holds mu.
func (f *Feed) notify() {
	close(f.changed)
	f.changed = make(chan struct{})
}

// heard notes that the client is there.
func (f *Feed) heard() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Heard = time.Now()
}

// Kinds of chunks of a trace.bin, and the places of what is read of their headers:
// docs/trace-format.md.
const (
	chunkLen    = 64
	chunkEvents = 2
	chunkCalls  = 7
	kindAt      = 4
	countAt     = 24
	endAt       = 40
)

// describe adds what the start of a piece says of its events.
func (s *Status) describe(start []byte) {
	if len(start) < chunkLen || string(start[:4]) != "TCHK" || start[kindAt] != chunkEvents {
		return
	}
	s.Events += int64(binary.LittleEndian.Uint32(start[countAt:]))
	s.Until = max(s.Until, tracefeed.Time(binary.LittleEndian.Uint64(start[endAt:])))
}

// eventsOf returns the number of events in a chunk, by the start of its bytes; false if it is no chunk
// with events, or with the calls of some.
func eventsOf(start []byte) (n uint64, ok bool) {
	if len(start) < chunkLen || string(start[:4]) != "TCHK" || start[kindAt] != chunkEvents && start[kindAt] != chunkCalls {
		return 0, false
	}
	if start[kindAt] == chunkEvents {
		n = uint64(binary.LittleEndian.Uint32(start[countAt:]))
	}
	return n, true
}

// receive takes a piece of a length from a reader. A piece that is there already is skipped, and so
// are the events of a feed that is muted or stopped.
func (f *Feed) receive(r io.Reader, number uint64, length int64) error {
	start := make([]byte, min(length, chunkLen))
	if _, err := io.ReadFull(r, start); err != nil {
		return err
	}
	rest := io.LimitReader(r, length-int64(len(start)))
	f.mu.Lock()
	after := f.state
	f.mu.Unlock()
	leftOut, events := uint64(0), false
	if after.Muted || after.Stopped {
		leftOut, events = eventsOf(start)
	}
	if skipped := number < after.Next; skipped || events {
		if n, err := io.Copy(io.Discard, rest); err != nil || n < length-int64(len(start)) {
			return errors.Join(err, io.ErrUnexpectedEOF)
		}
		if !skipped {
			f.leaveOut(number, leftOut)
		}
		return nil
	}
	if err := f.forget(); err != nil {
		return &diskError{err}
	}
	if err := f.write(start, rest, after.Size-f.base, length); err != nil {
		return err
	}
	after.describe(start)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Missing += number - f.state.Next
	f.state.Next, f.state.Size, f.state.Events, f.state.Until = number+1, after.Size+length, after.Events, after.Until
	f.state.Heard = time.Now()
	f.notify()
	return nil
}

// write writes a piece to the end of the file, which is at a position.
func (f *Feed) write(start []byte, rest io.Reader, at, length int64) error {
	to := io.NewOffsetWriter(f.file, at)
	if _, err := to.Write(start); err != nil {
		return &diskError{err}
	}
	n, err := io.Copy(&diskWriter{to}, rest)
	if err == nil && n < length-int64(len(start)) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// diskError is an error of the file, not of the connection.
type diskError struct{ error }

type diskWriter struct{ to io.Writer }

func (w *diskWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil {
		err = &diskError{err}
	}
	return n, err
}

// pass notes a TIME.
func (f *Feed) pass(t tracefeed.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Heard = time.Now()
	if t > f.passed {
		f.passed, f.passedAt = t, f.state.Size
		f.state.Until = max(f.state.Until, t)
		f.notify()
	}
}

// end notes that the trace is complete.
func (f *Feed) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Ended, f.state.Heard = true, time.Now()
	f.notify()
}

// Reader reads the feed from its start, as it arrives, to the end of the trace.
type Reader struct {
	feed   *Feed
	ctx    context.Context
	cancel context.CancelFunc
	file   *os.File
	mu     sync.Mutex
	at     int64
	idle   bool // Read waits: all before was taken
}

// Open returns a reader of the feed, until ctx is done. The caller closes it. A feed of a listener that
// forgets is to be opened once.
func (f *Feed) Open(ctx context.Context) (*Reader, error) {
	file, err := os.Open(f.Path)
	if err != nil {
		return nil, err
	}
	r := &Reader{feed: f, file: file}
	r.ctx, r.cancel = context.WithCancel(ctx)
	f.mu.Lock()
	f.reader = r
	f.mu.Unlock()
	return r, nil
}

// Close closes the reader, and ends a Read.
func (r *Reader) Close() error {
	r.cancel()
	return r.file.Close()
}

// Read returns the next bytes. It waits for them until the trace ends, or the context.
func (r *Reader) Read(p []byte) (int, error) {
	f := r.feed
	for {
		f.mu.Lock()
		size, ended, changed, base := f.state.Size, f.state.Ended, f.changed, f.base
		f.mu.Unlock()
		r.mu.Lock()
		left := size - r.at
		r.idle = left == 0
		r.mu.Unlock()
		if left > 0 {
			n, err := r.file.ReadAt(p[:min(int64(len(p)), left)], r.at-base)
			if n > 0 {
				err = nil
			}
			r.mu.Lock()
			r.at += int64(n)
			r.mu.Unlock()
			return n, err
		}
		if ended {
			return 0, io.EOF
		}
		select {
		case <-changed:
		case <-r.ctx.Done():
			return 0, r.ctx.Err()
		}
	}
}

// Whole reports whether the client has said that the trace is complete, and all of it is kept.
func (r *Reader) Whole() bool { return r.feed.Status().Whole() }

// Idle reports whether all that has arrived was read, and more is waited for.
func (r *Reader) Idle() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.idle
}

// Passed returns the time before which no event follows those that were read, by the last TIME;
// 0 if there are bytes before it that were not read yet.
func (r *Reader) Passed() tracefeed.Time {
	f := r.feed
	f.mu.Lock()
	passed, at := f.passed, f.passedAt
	if f.state.Muted {
		passed = 0 // there are events that are not known
	}
	f.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.idle && r.at >= at {
		return passed
	}
	return 0
}

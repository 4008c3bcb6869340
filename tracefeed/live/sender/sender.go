package sender

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"tiv/tracefeed/live/wire"
)

// Options configure a Sender.
type Options struct {
	// Buffer is the maximum size in bytes of what the listener has not acknowledged; 0 is that in
	// TIV_BUFFER, or 64 MiB.
	Buffer int
	// Token is the word that the listener wants; "" is that in TIV_TOKEN.
	Token string
}

// The variables of the environment.
const (
	bufferVariable = "TIV_BUFFER"
	tokenVariable  = "TIV_TOKEN"
)

const defaultBuffer = 64 << 20

// The pauses between attempts to connect.
const (
	firstPause   = 100 * time.Millisecond
	longestPause = 5 * time.Second
)

// Sender sends one feed. Its methods are safe for concurrent use, and none but Room and Close
// waits for anything.
type Sender struct {
	dial  func(context.Context) (net.Conn, error)
	hello wire.Hello
	stop  context.CancelFunc

	// work has a value when there is something new to send, room when something was acknowledged,
	// or the feed has ended. done is closed once nothing more is sent.
	work, room chan struct{}
	done       chan struct{}

	mu     sync.Mutex
	q      queue
	passed int64 // the time that has passed, once all pieces are sent
	ending bool  // no more pieces come
	// ended is true once the listener has acknowledged the end; final is why nothing more is sent,
	// failure why the last connection has ended, or could not be made.
	ended, connected bool
	final, failure   error
}

// New begins to send a feed to the listener at an address: tcp://HOST:PORT, tls://HOST:PORT or
// unix:PATH. It does not wait for the connection. The error is about the address or the options.
// The end of ctx ends the sending.
func New(ctx context.Context, address string, h wire.Hello, o Options) (*Sender, error) {
	dial, err := dialer(address)
	if err != nil {
		return nil, err
	}
	if o.Buffer == 0 {
		if o.Buffer, err = bufferSize(os.Getenv(bufferVariable)); err != nil {
			return nil, err
		}
	}
	if h.Token = o.Token; h.Token == "" {
		h.Token = os.Getenv(tokenVariable)
	}
	return begin(ctx, dial, h, o.Buffer), nil
}

// begin begins to send over the connections that dial makes.
func begin(ctx context.Context, dial func(context.Context) (net.Conn, error), h wire.Hello, buffer int) *Sender {
	s := &Sender{dial: dial, hello: h, work: make(chan struct{}, 1), room: make(chan struct{}, 1), done: make(chan struct{})}
	s.q.limit = buffer
	ctx, s.stop = context.WithCancel(ctx)
	go s.run(ctx)
	return s
}

// bufferSize parses a size such as 64M.
func bufferSize(text string) (int, error) {
	if text == "" {
		return defaultBuffer, nil
	}
	digits := strings.TrimRight(text, "KMGB")
	n, err := strconv.ParseInt(digits, 10, 32)
	shift, ok := map[string]int{"": 0, "K": 10, "M": 20, "G": 30}[strings.TrimSuffix(text[len(digits):], "B")]
	if n <<= shift; err != nil || !ok || n <= 0 || n > 1<<40 {
		return 0, fmt.Errorf("%s: %q is no size: want a number with K, M or G", bufferVariable, text)
	}
	return int(n), nil
}

// notify puts a value into a channel that has none.
func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Piece sends the next piece of the trace. If it does not fit into the buffer, it is dropped, and
// its events are counted as lost, unless keep is true: then it is never dropped, and is sent again
// to a listener that has lost it.
func (s *Sender) Piece(data []byte, keep bool, events int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.final == nil && !s.ending {
		s.q.add(data, keep, events)
		notify(s.work)
	}
}

// Passed says that no event before a time, in nanoseconds since the start of the trace, is in the
// pieces to come.
func (s *Sender) Passed(time int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time > s.passed {
		s.passed = time
		notify(s.work)
	}
}

// Room waits until a piece of n bytes fits into the buffer, so that it is not dropped. The error
// is that of ctx, or says why nothing more is sent. One goroutine may wait.
func (s *Sender) Room(ctx context.Context, n int) error {
	for {
		s.mu.Lock()
		fits, final := s.q.fits(n) || n > wire.MaxPiece, s.final
		s.mu.Unlock()
		if fits || final != nil {
			return final
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.done:
			return errors.New("the sending has ended")
		case <-s.room:
		}
	}
}

// Err returns why nothing more is sent: nil while the listener can be reached, or may be again.
func (s *Sender) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.final
}

// Stats are the figures of a Sender.
type Stats struct {
	Connected bool
	// Pieces is the number of pieces so far, Acknowledged that of those that the listener has, or
	// that were dropped before them.
	Pieces, Acknowledged uint64
	// Waiting is the size of what is not acknowledged, in bytes.
	Waiting int
	// Lost is the number of events that did not fit into the buffer.
	Lost uint64
	// Failure is why the last connection has ended, or could not be made; nil while one lasts.
	Failure error
}

// Stats returns the present figures.
func (s *Sender) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Stats{s.connected, s.q.made, s.q.acknowledged, s.q.size, s.q.lost, s.failure}
}

// Close says that the trace is complete, and waits until the listener has acknowledged that, or ctx
// ends. The error says that it has not, and why.
func (s *Sender) Close(ctx context.Context) error {
	s.mu.Lock()
	s.ending = true
	s.mu.Unlock()
	notify(s.work)
	select {
	case <-s.done:
	case <-ctx.Done():
		s.stop()
		<-s.done
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended:
		return nil
	case s.final != nil:
		return s.final
	case s.failure != nil:
		return fmt.Errorf("the listener has not got the end of the trace, %d bytes: %w", s.q.size, s.failure)
	}
	return fmt.Errorf("the listener has not acknowledged the end of the trace, %d bytes", s.q.size)
}

// run makes connections until the trace is acknowledged, or ctx ends.
func (s *Sender) run(ctx context.Context) {
	defer close(s.done)
	defer s.stop()
	pause := firstPause
	for {
		answered, err := s.attempt(ctx)
		if s.over(err) {
			return
		}
		if answered {
			pause = firstPause
		}
		if !s.pause(ctx, pause) {
			return
		}
		pause = min(2*pause, longestPause)
	}
}

// over notes the end of a connection, and reports whether it was the last.
func (s *Sender) over(err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.connected = false
	if err != nil && !s.ended {
		s.failure = err
	}
	return s.ended || s.final != nil
}

// pause waits before the next attempt, at most until the trace is complete; false if ctx has ended.
func (s *Sender) pause(ctx context.Context, length time.Duration) bool {
	timer := time.NewTimer(length/2 + rand.N(length/2))
	defer timer.Stop()
	ending := func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.ending
	}
	for was := ending(); ; {
		select {
		case <-ctx.Done():
			return false
		case <-timer.C:
			return true
		case <-s.work:
			if !was && ending() {
				return true
			}
		}
	}
}

// end ends the sending for good, for a reason.
func (s *Sender) end(why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.final == nil {
		s.final = why
		s.q.kept, s.q.waiting = nil, nil
		notify(s.room)
	}
}

// ErrStopped is why nothing more is sent to a listener that wants no more.
var ErrStopped = errors.New("the listener wants no more of this feed")

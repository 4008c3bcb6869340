package listener

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/live/wire"
)

// session is a connection of a client.
type session struct {
	feed *Feed
	conn net.Conn
	in   *bufio.Reader
}

// Pieces are acknowledged after so many bytes, or so long, or when nothing else is there.
const (
	ackBytes = 1 << 20
	ackTime  = 50 * time.Millisecond
)

// run receives the feed until the connection ends. An error says what was wrong with it.
func (s *session) run() error {
	if old := s.feed.take(s); old != nil {
		old.conn.Close() // the client has given it up
	}
	defer s.feed.release(s)
	s.feed.turn.Lock()
	defer s.feed.turn.Unlock()
	if err := s.write(wire.Answer{Next: s.feed.Status().Next}.Append(nil)); err != nil {
		return nil
	}
	if s.feed.Status().Stopped {
		s.write(wire.Header{Type: wire.Stop}.Append(nil)) // a client that was not there hears it now
	}
	ended, probing := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(probing)
		s.probe(ended)
	}()
	defer func() {
		close(ended)
		s.conn.Close() // a write does not wait any longer
		<-probing
	}()
	return s.receive()
}

// receive receives frames until the connection ends.
func (s *session) receive() error {
	last, unacked := time.Now(), int64(0)
	for {
		h, err := wire.ReadHeader(s.in)
		if err != nil {
			return lostOrWrong(err)
		}
		if err := s.frame(h); err != nil {
			return lostOrWrong(err)
		}
		unacked += int64(h.Length)
		if h.Type == wire.End || s.in.Buffered() == 0 || unacked >= ackBytes || time.Since(last) >= ackTime {
			if err := s.acknowledge(); err != nil {
				return lostOrWrong(err)
			}
			last, unacked = time.Now(), 0
		}
	}
}

// lostOrWrong returns the error of a connection that did not just end.
func lostOrWrong(err error) error {
	if disk := (*diskError)(nil); errors.As(err, &disk) {
		return disk.error
	}
	if net := net.Error(nil); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &net) {
		return nil
	}
	return err
}

// frame receives the data of a frame.
func (s *session) frame(h wire.Header) error {
	f := s.feed
	if h.Type == wire.Piece {
		if h.Number < 1<<63 {
			return f.receive(s.in, h.Number, int64(h.Length))
		}
		return fmt.Errorf("a piece has the number %d", h.Number)
	}
	data := make([]byte, h.Length)
	if _, err := io.ReadFull(s.in, data); err != nil {
		return err
	}
	switch h.Type {
	case wire.Time:
		f.pass(tracefeed.Time(min(h.Number, 1<<62)))
	case wire.Lost:
		f.lose(h.Number)
	case wire.End:
		f.finish(h.Number)
	case wire.Trigger:
		if f.heard(); f.triggered != nil {
			f.triggered(f, tracefeed.Time(min(h.Number, 1<<62)), strings.ToValidUTF8(string(data), "\ufffd"))
		}
	case wire.Echo:
		f.heard()
		f.clocks.echoed(h.Number, data)
	default:
		f.heard()
	}
	return nil
}

// acknowledge says what is kept.
func (s *session) acknowledge() error {
	f := s.feed
	next := f.Status().Next
	if next == f.saved && !f.Status().Ended {
		return nil
	}
	if err := f.save(); err != nil {
		return err
	}
	return s.write(wire.Header{Type: wire.Ack, Number: f.saved}.Append(nil))
}

func (s *session) write(data []byte) error {
	s.conn.SetWriteDeadline(time.Now().Add(writeTime))
	_, err := s.conn.Write(data)
	return err
}

// take makes a connection that of the feed, and returns the one before; nil if there is none.
func (f *Feed) take(s *session) (old *session) {
	f.mu.Lock()
	defer f.mu.Unlock()
	old, f.session = f.session, s
	f.state.Connected, f.state.Heard = true, time.Now()
	f.notify()
	return old
}

func (f *Feed) release(s *session) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.session == s {
		f.session, f.state.Connected = nil, false
		f.notify()
	}
}

// refused returns why a client cannot go on with the feed; nil if it can.
func (f *Feed) refused(h *wire.Hello) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.local || f.Hello != *h {
		return errNumber
	}
	return nil
}

// lose notes a LOST.
func (f *Feed) lose(n uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Lost, f.state.Heard = max(f.state.Lost, n), time.Now()
}

// finish notes an END before the piece of a number.
func (f *Feed) finish(next uint64) {
	f.mu.Lock()
	if next > f.state.Next && next < 1<<63 {
		f.state.Missing += next - f.state.Next
		f.state.Next = next
	}
	f.mu.Unlock()
	f.end()
}

func (f *Feed) close() error {
	return errors.Join(f.save(), f.file.Close(), f.states.Close())
}

// Name is the program of the feed and its process, for people.
func (f *Feed) Name() string {
	name := f.Hello.Program
	if name == "" {
		name = "a program"
	}
	if f.Hello.Process != 0 {
		name = fmt.Sprintf("%s (%d)", name, f.Hello.Process)
	}
	if f.Hello.Host != "" {
		name += " on " + f.Hello.Host
	}
	return name
}

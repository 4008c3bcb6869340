package sender

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"tiv/tracefeed/live/wire"
)

// The limits of a connection.
const (
	// answerTime is the time for a connection, and for the answer to the hello.
	answerTime = 10 * time.Second
	// frameTime is the time in which a listener takes a frame; one that hangs counts as gone.
	frameTime = 30 * time.Second
	// timeEvery is the time without pieces after which the time that has passed is sent.
	timeEvery = 100 * time.Millisecond
	// lingerTime is the time for the listener to close the connection after the end.
	lingerTime = 200 * time.Millisecond
	// maxProbes is the number of probes that can wait for their echoes; more are not answered.
	maxProbes = 16
)

// connection is the state of one connection.
type connection struct {
	s    *Sender
	conn net.Conn
	// gone is closed once nothing more can be read.
	gone chan struct{}

	// The sender's mutex guards these.
	next   uint64  // number of the next piece to be sent
	probes []probe // that came, and were not echoed
	closed bool    // the END was sent
	failed error   // why the connection has ended

	// The writing goroutine alone uses these.
	lost   uint64 // that was sent
	passed int64
	sent   time.Time // when a piece or a time was sent
}

// probe is a probe of the listener.
type probe struct {
	number uint64
	came   int64
}

// attempt connects, and sends until the connection ends. answered says that the listener has
// accepted the feed. The error is why the connection has ended.
func (s *Sender) attempt(ctx context.Context) (answered bool, err error) {
	conn, err := s.dial(ctx)
	if err != nil {
		return false, err
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(answerTime))
	if _, err := conn.Write(s.hello.Append(nil)); err != nil {
		return false, err
	}
	in := bufio.NewReader(conn)
	answer, err := wire.ReadAnswer(in)
	if err != nil {
		return false, fmt.Errorf("no listener of TIV answers: %w", err)
	}
	if answer.Refused != "" {
		err := fmt.Errorf("the listener refuses: %s", answer.Refused)
		if answer.Final || strings.HasPrefix(answer.Refused, "token") {
			s.end(err)
		}
		return false, err
	}
	conn.SetDeadline(time.Time{})
	c := &connection{s: s, conn: conn, gone: make(chan struct{}), next: answer.Next, sent: time.Now()}
	return true, c.serve(in)
}

// serve sends and receives until the connection ends.
func (c *connection) serve(in *bufio.Reader) error {
	s := c.s
	s.mu.Lock()
	if c.next > s.q.made {
		s.mu.Unlock()
		return fmt.Errorf("the listener has %d pieces of a feed of %d", c.next, s.q.made)
	}
	s.q.acknowledge(c.next)
	s.connected, s.failure = true, nil
	s.mu.Unlock()
	notify(s.room)
	go func() {
		defer close(c.gone)
		c.fail(c.receive(in))
	}()
	if err := c.send(); err != nil {
		c.fail(err)
	}
	<-c.gone
	return c.failed
}

// fail ends the connection. The first error counts.
func (c *connection) fail(err error) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	if c.failed == nil {
		c.failed = err
	}
	c.conn.Close()
}

// receive reads the frames of the listener.
func (c *connection) receive(in *bufio.Reader) error {
	for {
		h, err := wire.ReadHeader(in)
		if err == nil {
			_, err = in.Discard(int(h.Length))
		}
		if err == io.EOF {
			err = errors.New("the listener has closed the connection")
		}
		if err != nil {
			return err
		}
		switch h.Type {
		case wire.Ack:
			c.acknowledged(h.Number)
		case wire.Probe:
			c.probed(h.Number)
		case wire.Stop:
			c.s.end(ErrStopped)
			return ErrStopped
		}
	}
}

// acknowledged takes an ACK.
func (c *connection) acknowledged(number uint64) {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	// Nothing beyond what was sent can have been kept.
	s.q.acknowledge(min(number, c.next))
	if c.closed && number == s.q.made && !s.ended {
		s.ended = true
		c.conn.SetReadDeadline(time.Now().Add(lingerTime))
	}
	notify(s.room)
	notify(s.work)
}

// probed takes a PROBE.
func (c *connection) probed(number uint64) {
	came, ok := c.s.now()
	if !ok {
		return
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	if len(c.probes) < maxProbes {
		c.probes = append(c.probes, probe{number, came})
		notify(c.s.work)
	}
}

// send writes frames until the end is acknowledged, nothing more is to be sent, or the connection
// ends. The error is one of writing.
func (c *connection) send() error {
	timer := time.NewTicker(timeEvery)
	defer timer.Stop()
	for {
		f, over := c.frame()
		switch {
		case over:
			if half, ok := c.conn.(interface{ CloseWrite() error }); ok {
				half.CloseWrite()
			}
			return nil
		case f.header.Type != 0:
			if err := c.write(f); err != nil {
				return err
			}
			continue
		}
		select {
		case <-c.gone:
			return nil
		case <-c.s.work:
		case <-timer.C:
		}
	}
}

// frame is a frame to be sent; with type 0 there is none.
type frame struct {
	header wire.Header
	data   []byte
}

// frame returns the next frame: echoes come first. over says that nothing more is to be sent.
func (c *connection) frame() (f frame, over bool) {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.q.from(c.next)
	switch {
	case s.ended || s.final != nil:
		return f, true
	case len(c.probes) > 0:
		p := c.probes[0]
		c.probes = c.probes[1:]
		goes, _ := s.now()
		return framed(wire.Echo, p.number, wire.Times{Came: p.came, Goes: goes}.Append(nil)), false
	case s.q.lost > c.lost:
		c.lost = s.q.lost
		return framed(wire.Lost, c.lost, nil), false
	case next != nil:
		c.next, c.sent = next.number+1, time.Now()
		return framed(wire.Piece, next.number, next.data), false
	case s.ending && !c.closed:
		c.closed, c.next = true, s.q.made
		return framed(wire.End, s.q.made, nil), false
	case s.passed > c.passed && time.Since(c.sent) >= timeEvery:
		c.passed, c.sent = s.passed, time.Now()
		return framed(wire.Time, uint64(s.passed), nil), false
	}
	return f, false
}

func framed(t wire.Type, number uint64, data []byte) frame {
	return frame{wire.Header{Type: t, Length: uint32(len(data)), Number: number}, data}
}

// write writes a frame.
func (c *connection) write(f frame) error {
	c.conn.SetWriteDeadline(time.Now().Add(frameTime))
	out := net.Buffers{f.header.Append(nil)}
	if len(f.data) > 0 {
		out = append(out, f.data)
	}
	_, err := out.WriteTo(c.conn)
	return err
}

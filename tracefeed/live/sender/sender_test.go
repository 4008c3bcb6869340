package sender

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tiv/tracefeed/live/wire"
)

// fake is a listener, which checks what arrives.
type fake struct {
	r     *rand.Rand // nil: it behaves
	token string
	// final is a refusal of all feeds for good; "": none.
	final string
	// slow is the time for a frame.
	slow time.Duration
	stop bool // it wants no more after the first piece

	conns chan net.Conn
	over  chan struct{} // closed by the test
	// finished is closed once it has ended.
	finished chan struct{}
	err      error // what was wrong

	// memory is the pieces that it has now, ever all that arrived at some time.
	memory, ever map[uint64][]byte
	next         uint64
	lost         uint64
	times        []uint64
	echoes       int
	ended        bool
	hellos       int
}

func newFake(r *rand.Rand) *fake {
	f := &fake{r: r, conns: make(chan net.Conn), over: make(chan struct{}), finished: make(chan struct{})}
	f.memory, f.ever = map[uint64][]byte{}, map[uint64][]byte{}
	return f
}

func (f *fake) odds(n int) bool { return f.r != nil && f.r.IntN(n) == 0 }

// dial connects to the listener, if it runs.
func (f *fake) dial(ctx context.Context) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case f.conns <- there:
		return here, nil
	case <-time.After(time.Millisecond):
		return nil, errors.New("connection refused")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// run serves connections, one after the other, until over is closed.
func (f *fake) run() {
	defer close(f.finished)
	for {
		select {
		case <-f.over:
			return
		case conn := <-f.conns:
			f.serve(conn)
			conn.Close()
		}
		if f.odds(3) {
			time.Sleep(time.Duration(f.r.IntN(3000)) * time.Millisecond)
		}
	}
}

// end ends the listener.
func (f *fake) end() {
	close(f.over)
	<-f.finished
}

func (f *fake) wrong(format string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf(format, args...)
	}
}

// cut is a connection of which only a number of bytes arrives.
type cut struct {
	net.Conn
	left int
}

func (c *cut) Read(p []byte) (int, error) {
	if c.left == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := c.Conn.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}

func (f *fake) serve(conn net.Conn) {
	if f.hellos++; f.odds(4) { // it was started again, and knows nothing
		f.memory, f.next = map[uint64][]byte{}, 0
	}
	limited := &cut{conn, 1 << 40}
	if f.odds(2) {
		limited.left = f.r.IntN(20_000)
	}
	in := bufio.NewReaderSize(limited, 16)
	h, err := wire.ReadHello(in)
	if err != nil {
		return
	}
	if h.Token != f.token {
		conn.Write(wire.Answer{Refused: "token: it is wrong"}.Append(nil))
		return
	}
	if f.final != "" {
		conn.Write(wire.Answer{Refused: f.final, Final: true}.Append(nil))
		return
	}
	if f.odds(6) {
		conn.Write(wire.Answer{Refused: "too many feeds"}.Append(nil))
		return
	}
	conn.Write(wire.Answer{Next: f.next}.Append(nil))
	conn.Write(wire.Header{Type: wire.Probe, Number: 7}.Append(nil))
	f.frames(conn, in)
}

// frames reads frames until the connection ends.
func (f *fake) frames(conn net.Conn, in *bufio.Reader) {
	ack := func(n uint64) {
		if f.slow == 0 || n > 0 {
			conn.Write(wire.Header{Type: wire.Ack, Number: n}.Append(nil))
		}
	}
	for {
		h, err := wire.ReadHeader(in)
		if err != nil {
			return
		}
		data := make([]byte, h.Length)
		if _, err := io.ReadFull(in, data); err != nil {
			return
		}
		time.Sleep(f.slow)
		switch h.Type {
		case wire.Piece:
			if h.Number < f.next {
				f.wrong("piece %d comes after piece %d", h.Number, f.next)
			}
			f.next = h.Number + 1
			f.memory[h.Number], f.ever[h.Number] = data, data
			if f.stop {
				conn.Write(wire.Header{Type: wire.Stop}.Append(nil))
			} else if !f.odds(2) {
				ack(f.next)
			}
		case wire.Lost:
			f.lost = h.Number
		case wire.Time:
			f.times = append(f.times, h.Number)
		case wire.Echo:
			if times, ok := wire.TimesOf(data); !ok || times.Goes < times.Came || h.Number != 7 {
				f.wrong("echo %d with %v", h.Number, times)
			}
			f.echoes++
		case wire.End:
			f.next, f.ended = h.Number, true
			ack(h.Number)
		}
	}
}

// whole is a piece that was made.
type whole struct {
	data   []byte
	keep   bool
	events int
}

// check compares what has arrived with what was made.
func (f *fake) check(made []whole) error {
	missing := uint64(0)
	for i, p := range made {
		got, ok := f.ever[uint64(i)]
		switch _, now := f.memory[uint64(i)]; {
		case p.keep && !now:
			return fmt.Errorf("piece %d, which is to be kept, is missing", i)
		case !ok:
			missing += uint64(p.events)
		case !bytes.Equal(got, p.data):
			return fmt.Errorf("piece %d has %d bytes, not %d, or others", i, len(got), len(p.data))
		}
	}
	if len(f.ever) > len(made) {
		return fmt.Errorf("%d pieces arrived of %d", len(f.ever), len(made))
	}
	if missing != f.lost {
		return fmt.Errorf("%d events are missing, %d are said to be lost", missing, f.lost)
	}
	return f.err
}

// testHello is the hello of the tests' feeds: with a clock, so that probes are answered.
func testHello() wire.Hello {
	return wire.Hello{Feed: [16]byte{1}, Clock: wallClock, Wall: 1}
}

// Whatever the listener does, all pieces arrive in order, but those whose events are counted.
func TestCuts(t *testing.T) {
	for seed := range uint64(200) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			f := newFake(rand.New(rand.NewPCG(seed, 2)))
			f.slow = time.Duration(r.IntN(20)) * time.Millisecond
			go f.run()
			s := begin(t.Context(), f.dial, testHello(), 1000+r.IntN(30_000))
			var made []whole
			for i := range 100 + r.IntN(200) {
				p := whole{make([]byte, r.IntN(2000)), i == 0 || r.IntN(10) == 0, r.IntN(100)}
				for j := range p.data {
					p.data[j] = byte(r.Uint32())
				}
				made = append(made, p)
				s.Piece(p.data, p.keep, p.events)
				clear := slices.Clone(p.data)
				copy(p.data, make([]byte, len(p.data))) // it is the caller's again
				made[i].data = clear
				time.Sleep(time.Duration(r.IntN(30)) * time.Millisecond)
			}
			if err := s.Close(t.Context()); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
			f.end()
			if err := f.check(made); err != nil || !f.ended {
				t.Errorf("seed %d: ended %v, %v", seed, f.ended, err)
			}
			n := uint64(len(made))
			if got := s.Stats(); got.Pieces != n || got.Acknowledged != n || got.Waiting != 0 || got.Lost != f.lost {
				t.Errorf("seed %d: %+v", seed, got)
			}
		})
		if t.Failed() {
			return
		}
	}
}

// A slow listener loses nothing if the sender waits for room.
func TestRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(nil)
		f.slow = 10 * time.Millisecond
		go f.run()
		s := begin(t.Context(), f.dial, testHello(), 5000)
		var made []whole
		for i := range 100 {
			p := whole{bytes.Repeat([]byte{byte(i)}, 1000), false, 1}
			if err := s.Room(t.Context(), len(p.data)); err != nil {
				t.Fatal(err)
			}
			made = append(made, p)
			s.Piece(p.data, p.keep, p.events)
		}
		if err := s.Close(t.Context()); err != nil {
			t.Error(err)
		}
		f.end()
		if err := f.check(made); err != nil || f.lost > 0 || f.hellos != 1 {
			t.Errorf("%v, %d lost, %d hellos", err, f.lost, f.hellos)
		}
	})
}

// Time goes on where nothing happens, and probes are answered.
func TestTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(nil)
		go f.run()
		s := begin(t.Context(), f.dial, testHello(), 5000)
		s.Piece([]byte("header"), true, 0)
		for i := range 100 {
			s.Passed(int64(i))
			time.Sleep(10 * time.Millisecond)
		}
		if err := s.Close(t.Context()); err != nil {
			t.Error(err)
		}
		f.end()
		if n := len(f.times); n < 8 || n > 11 || !slices.IsSorted(f.times) || f.echoes != 1 {
			t.Errorf("times %d, %d echoes", f.times, f.echoes)
		}
	})
}

// A listener that refuses the token, or the feed for good, or wants no more, is left alone.
func TestFinal(t *testing.T) {
	const number = "another feed has the same number"
	for _, want := range []string{"token: it is wrong", number, ErrStopped.Error()} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake(nil)
			switch f.stop = want == ErrStopped.Error(); want {
			case "token: it is wrong":
				f.token = "secret"
			case number:
				f.final = number
			}
			go f.run()
			s := begin(t.Context(), f.dial, testHello(), 1000)
			s.Piece([]byte("header"), true, 0)
			time.Sleep(time.Minute)
			if err := s.Err(); err == nil || !strings.Contains(err.Error(), want) || f.hellos != 1 {
				t.Errorf("%v after %d hellos, want %s", err, f.hellos, want)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			for range 10 {
				if err := s.Room(ctx, 900); err == nil {
					t.Error("there is room")
				}
				s.Piece(make([]byte, 900), true, 1)
			}
			if got := s.Stats(); got.Waiting > 100 {
				t.Errorf("%+v", got)
			}
			if err := s.Close(ctx); err == nil {
				t.Error("closed")
			}
			f.end()
		})
	}
}

// Without a listener, Close waits as long as it may.
func TestNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(nil)
		s := begin(t.Context(), f.dial, testHello(), 1000)
		s.Piece([]byte("header"), true, 0)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		err := s.Close(ctx)
		if took := time.Since(began); took != time.Second || err == nil || !strings.Contains(err.Error(), "refused") {
			t.Errorf("%v after %v", err, took)
		}
	})
}

func TestBufferSize(t *testing.T) {
	for text, want := range map[string]int{"": 64 << 20, "100": 100, "3K": 3 << 10, "64M": 64 << 20, "64MB": 64 << 20, "1G": 1 << 30,
		"M": 0, "-1": 0, "0": 0, "64X": 0, "1KM": 0, "99999999999G": 0} {
		if got, err := bufferSize(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
}

func TestAddress(t *testing.T) {
	for text, ok := range map[string]bool{"tcp://127.0.0.1:7077": true, "tcp://host": true, "tcp://[::1]:1": true, "unix:/tmp/x": true,
		"tls://host:1": true,
		"tcp://":       false, "unix:": false, "http://x": false, "tcp://host/path": false, "tcp://:7077": false, "x": false} {
		if _, err := dialer(text); (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}

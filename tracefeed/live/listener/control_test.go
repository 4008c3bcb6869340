package listener

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"os"
	"testing"

	"tiv/tracefeed/live/wire"
)

// chunk returns the bytes of a chunk of a kind, with a number of events.
func chunk(kind byte, events uint32) []byte {
	out := make([]byte, chunkLen+8)
	copy(out, "TCHK")
	out[kindAt] = kind
	binary.LittleEndian.PutUint32(out[countAt:], events)
	return out
}

// TestMute: of a feed that is muted, events are left out and counted, and all else is kept; afterwards it
// goes on. It has not passed any time meanwhile.
func TestMute(t *testing.T) {
	l, dial := start(t, Options{})
	conn := dial()
	_, in := greet(t, conn, hello(1))
	f := l.Feeds()[0]
	r, err := f.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	const names, events, calls = 1, chunkEvents, chunkCalls
	number, want := uint64(0), []byte(nil)
	send := func(kept bool, pieces ...[]byte) {
		for _, p := range pieces {
			conn.Write(frame(wire.Piece, number, p))
			number++
			if kept {
				want = append(want, p...)
			}
		}
		acked(t, in, number)
	}
	passed := func(at uint64) {
		conn.Write(frame(wire.Time, at, nil))
		send(true, chunk(names, 0)) // its acknowledgement says that the time has arrived
		io.CopyN(io.Discard, r, int64(len(want)))
	}
	send(true, chunk(names, 0), chunk(events, 3))
	f.Mute(true)
	send(false, chunk(calls, 9), chunk(events, 5))
	send(true, chunk(names, 0), []byte("no chunk"))
	send(false, chunk(events, 7))
	f.Mute(false)
	send(true, chunk(events, 1))
	if s := f.Status(); s.Events != 4 || s.LeftOut != 12 || s.Missing != 0 || s.Next != number {
		t.Errorf("status %+v", s)
	}
	if got, err := os.ReadFile(f.Path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the file has %d bytes, %v, want %d", len(got), err, len(want))
	}
	passed(500)
	f.Mute(true)
	if at := r.Passed(); at != 0 {
		t.Errorf("muted, it has passed %v", at)
	}
}

// TestStop: a client hears that its feed is ended, also one that comes back, and what it sends before it
// hears it is not kept.
func TestStop(t *testing.T) {
	l, dial := start(t, Options{})
	conn := dial()
	_, in := greet(t, conn, hello(1))
	conn.Write(frame(wire.Piece, 0, chunk(chunkEvents, 3)))
	acked(t, in, 1)
	f := l.Feeds()[0]
	f.Stop()
	stopped := func(in io.Reader) {
		t.Helper()
		for {
			h, err := wire.ReadHeader(in)
			if err != nil {
				t.Fatalf("it heard nothing: %v", err)
			}
			if h.Type == wire.Stop {
				return
			}
		}
	}
	stopped(in)
	conn.Write(frame(wire.Piece, 1, chunk(chunkEvents, 5)))
	acked(t, in, 2)
	conn.Close()
	_, in = greet(t, dial(), hello(1))
	stopped(in)
	if s := f.Status(); !s.Ended || !s.Stopped || s.Events != 3 || s.LeftOut != 5 {
		t.Errorf("status %+v", s)
	}
	r, err := f.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := io.ReadAll(r); err != nil || len(got) != chunkLen+8 {
		t.Errorf("%d bytes were read, %v", len(got), err)
	}
}

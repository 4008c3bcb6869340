package listener

import (
	"testing"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/live/wire"
)

// TestCorrection: two feeds of a machine whose wall clock is wrong are placed where the wall clock of this machine
// is, their times do not go back, and what was said of a time stays.
func TestCorrection(t *testing.T) {
	const wrong = 7 * time.Second
	l, dial := start(t, Options{})
	begin := time.Now()
	machine := func() int64 { return 1e9 + int64(time.Since(begin)) } // its clock
	var feeds []*Feed
	for n := range 2 {
		h := hello(byte(n))
		h.Clock, h.Start = "monotonic elsewhere", machine()
		started := time.Now()
		h.Wall = started.Add(wrong).UnixNano()
		conn := dial()
		_, in := greet(t, conn, h)
		for range probesAtOnce {
			number, at := probed(t, in), machine()-h.Start
			conn.Write(frame(wire.Echo, number, wire.Times{Came: at, Goes: machine() - h.Start}.Append(nil)))
		}
		conn.Write(frame(wire.Piece, 0, []byte("piece")))
		acked(t, in, 1)
		feeds = append(feeds, l.Feeds()[n])
		c := feeds[n].Comparison()
		<-c.Known()
		before, last := map[tracefeed.Time]tracefeed.Time{}, tracefeed.Time(-1<<62)
		for at := tracefeed.Time(0); at < tracefeed.Second; at += tracefeed.Millisecond {
			is := c.At(at)
			if before[at] = is; is < last {
				t.Fatalf("feed %d goes back from %v to %v at %v", n, last, is, at)
			}
			last = is
		}
		bound := feeds[n].Clock().Bound + tracefeed.Second/1000
		if off := before[0] + tracefeed.Time(wrong); max(off, -off) > bound {
			t.Errorf("feed %d begins %v after the wall clock of its hello, want %v ± %v", n, time.Duration(before[0]), -wrong, bound)
		}
		for at, is := range before {
			if c.At(at) != is {
				t.Fatalf("feed %d: %v was %v and is %v", n, at, is, c.At(at))
			}
		}
	}
	// The same moment of the machine is the same moment by both.
	a, b := feeds[0], feeds[1]
	moment := b.Hello.Start + 5e6
	at := a.Hello.Wall + int64(a.Comparison().At(tracefeed.Time(moment-a.Hello.Start)))
	if other := b.Hello.Wall + int64(b.Comparison().At(5e6)); other != at {
		t.Errorf("a moment of the machine is %d by one feed and %d by the other", at, other)
	}
}

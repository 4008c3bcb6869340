package listener

import (
	"bufio"
	"math/rand/v2"
	"testing"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/clock"
	"tiv/tracefeed/live/wire"
)

// TestProbes answers probes by a clock that is shifted and drifts, late by delays that differ by
// direction: the true offset lies within the bound.
func TestProbes(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 5))
		shift := time.Duration(rng.Int64N(20e9) - 10e9)
		drift := (rng.Float64() - 0.5) * 2e-4
		there, back := time.Duration(rng.Int64N(5e6)), time.Duration(rng.Int64N(5e6))
		l, dial := start(t, Options{})
		h, begin := hello(1), time.Now()
		h.Clock, h.Wall = "monotonic elsewhere", begin.Add(shift).UnixNano()
		now := func() int64 { return int64(float64(time.Since(begin)) * (1 + drift)) }
		conn := dial()
		_, in := greet(t, conn, h)
		for range probesAtOnce {
			number := probed(t, in)
			time.Sleep(there)
			came := now()
			data := wire.Times{Came: came, Goes: now()}.Append(nil)
			time.Sleep(back)
			conn.Write(frame(wire.Echo, number, data))
		}
		conn.Write(frame(wire.Echo, 1<<40, wire.Times{Came: 1, Goes: 2}.Append(nil))) // nobody asked
		conn.Write(frame(wire.Piece, 0, []byte("piece")))
		acked(t, in, 1)
		c := l.Feeds()[0].Clock()
		// A drift of 100 ppm moves the offset by less than 100 ns in each ms since the start.
		slack := tracefeed.Time(float64(time.Since(begin))*1e-4) + 1000
		if wrong := c.Offset + tracefeed.Time(shift); c.How != byProbes || max(wrong, -wrong) > c.Bound+slack {
			t.Errorf("seed %d: %+v, want an offset of %v within the bound", seed, c, -shift)
		}
	}
}

// probed reads a probe.
func probed(t *testing.T, in *bufio.Reader) uint64 {
	t.Helper()
	for {
		h, err := wire.ReadHeader(in)
		if err != nil {
			t.Fatal(err)
		}
		if h.Type == wire.Probe {
			return h.Number
		}
	}
}

// TestSameClock checks that a feed of this machine needs no probes, and one that has not answered has no bound.
func TestSameClock(t *testing.T) {
	if wire.MachineClock() == "" {
		t.Skip("the clock has no name here")
	}
	own, other := hello(1), hello(2)
	own.Clock, other.Clock = wire.MachineClock(), "wall"
	if c := compare(&own, nil); c.now != (Clock{How: byMachine}) || c.ask() != nil {
		t.Errorf("a feed of this machine: %+v", c.now)
	}
	if c := compare(&other, nil); c.now != (Clock{How: byWall, Bound: clock.Unknown}) {
		t.Errorf("a feed of another clock: %+v", c.now)
	}
}

// TestClockText checks that people hear of probes only.
func TestClockText(t *testing.T) {
	for want, c := range map[string]Clock{
		"":                              {How: byMachine},
		"wall clock, off by -3ms ± 2µs": {How: byProbes, Offset: -3e6, Bound: 2e3},
	} {
		if got := c.Text(); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}

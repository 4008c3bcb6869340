package timeline

import (
	"math"
	"math/rand/v2"
	"testing"

	"tiv/tracefeed"
)

func TestAdvance(t *testing.T) {
	t.Parallel()
	const s = tracefeed.Second
	for name, x := range map[string]struct {
		p       Playback
		seconds float64
		want    tracefeed.Time
		playing bool
	}{
		"paused":            {Playback{Moment: 3 * s, Speed: 1}, 5, 3 * s, false},
		"real time":         {Playback{Moment: 3 * s, Speed: 1, Playing: true}, 0.5, 3*s + s/2, true},
		"fast":              {Playback{Speed: 4, Playing: true}, 0.5, 2 * s, true},
		"slow":              {Playback{Speed: 0.001, Playing: true}, 1, s / 1000, true},
		"to the end":        {Playback{Moment: 9 * s, Speed: 1, Playing: true}, 1, 10 * s, false},
		"past the end":      {Playback{Moment: 9 * s, Speed: 1000, Playing: true}, 1, 10 * s, false},
		"at the end":        {Playback{Moment: 10 * s, Speed: 1, Playing: true}, 1, 10 * s, false},
		"back":              {Playback{Moment: 9 * s, Speed: 2, Playing: true, Backwards: true}, 1, 7 * s, true},
		"back from the end": {Playback{Moment: 10 * s, Speed: 1, Playing: true, Backwards: true}, 1, 9 * s, true},
		"back to the start": {Playback{Moment: s, Speed: 2, Playing: true, Backwards: true}, 1, 0, false},
		"exactly back":      {Playback{Moment: s, Speed: 1, Playing: true, Backwards: true}, 1, 0, false},
		"loop": {Playback{Moment: 3 * s, Speed: 1, Playing: true, Loop: true, LoopFrom: 2 * s, LoopTo: 4 * s},
			1.5, 2*s + s/2, true},
		"loop many times": {Playback{Moment: 3 * s, Speed: 100, Playing: true, Loop: true, LoopFrom: 2 * s, LoopTo: 4 * s},
			1, 3 * s, true},
		"loop back": {Playback{Moment: 3 * s, Speed: 1, Playing: true, Backwards: true, Loop: true, LoopFrom: 2 * s,
			LoopTo: 4 * s}, 1.5, 3*s + s/2, true},
		"a run":            {Playback{Moment: s, Speed: 1, Playing: true, Loop: true, Run: Run{5 * s, 2}}, 1, 3 * s, true},
		"a run to its end": {Playback{Moment: s, Speed: 1, Playing: true, Loop: true, Run: Run{5 * s, 2}}, 3, 5 * s, false},
		"loop of all":      {Playback{Moment: 9 * s, Speed: 1, Playing: true, Loop: true}, 2, s, true},
		"loop past the end": {Playback{Moment: 9 * s, Speed: 1, Playing: true, Loop: true, LoopFrom: 8 * s, LoopTo: 50 * s},
			1.5, 8*s + s/2, true},
		"loop after the end": {Playback{Moment: 9 * s, Speed: 1, Playing: true, Loop: true, LoopFrom: 20 * s, LoopTo: 50 * s}, 1, 0, true},
		"a very long wait":   {Playback{Moment: 3 * s, Speed: 1000, Playing: true}, 1e18, 10 * s, false},
		"a long wait back":   {Playback{Moment: 3 * s, Speed: 1000, Playing: true, Backwards: true}, 1e18, 0, false},
	} {
		x.p.Advance(x.seconds, 10*s)
		if x.p.Moment != x.want || x.p.Playing != x.playing {
			t.Errorf("%s: at %v, playing %v, want %v, %v", name, x.p.Moment, x.p.Playing, x.want, x.playing)
		}
	}
}

func TestAdvanceInAnEmptyTrace(t *testing.T) {
	t.Parallel()
	for _, loop := range []bool{false, true} {
		p := Playback{Playing: true, Speed: 1, Loop: loop}
		p.Advance(1, 0)
		if p.Moment != 0 || p.Playing {
			t.Errorf("loop %v: at %v, playing %v", loop, p.Moment, p.Playing)
		}
	}
}

// A loop that lies outside the trace is the whole trace.
func TestAdvanceInALoopOutside(t *testing.T) {
	t.Parallel()
	for _, loop := range [][2]tracefeed.Time{{-9, 0}, {-9, -5}, {100, 200}, {300, 200}, {0, 0}} {
		p := Playback{Playing: true, Speed: 1, Loop: true, LoopFrom: loop[0], LoopTo: loop[1], Moment: 40}
		if p.Advance(70e-9, 100); p.Moment != 10 {
			t.Errorf("in a loop from %d to %d, 70 ns after 40 ns are %d", loop[0], loop[1], p.Moment)
		}
	}
}

// Slow playback in short frames loses no time: nanoseconds add up.
func TestAdvanceKeepsFractions(t *testing.T) {
	t.Parallel()
	p := Playback{Playing: true, Speed: 1.0 / 1000}
	for range 1_000_000 {
		p.Advance(1.3e-7, tracefeed.Second) // a fraction of a nanosecond each
	}
	if d := p.Moment - 130_000; d < -1 || d > 1 {
		t.Errorf("at %d ns, want 130000", p.Moment)
	}
}

func TestAdvanceStaysInside(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 1))
	end := tracefeed.Time(1_000_000)
	var p Playback
	for range 100_000 {
		switch rng.IntN(8) {
		case 0:
			p = Playback{Moment: tracefeed.Time(rng.Int64N(int64(end) + 1)), Speed: 1, Playing: true, Backwards: rng.IntN(2) == 0}
		case 1:
			p.Loop = !p.Loop
			p.LoopFrom, p.LoopTo = tracefeed.Time(rng.Int64N(2e6)), tracefeed.Time(rng.Int64N(2e6))
		case 2:
			p.SetSpeed(math.Exp(rng.NormFloat64()*5), end)
		}
		p.Advance(rng.Float64()*0.001, end)
		if p.Moment < 0 || p.Moment > end {
			t.Fatalf("at %d of %d: %+v", p.Moment, end, p)
		}
	}
}

func TestSetSpeed(t *testing.T) {
	t.Parallel()
	const hours = tracefeed.Hour
	for _, x := range []struct {
		end      tracefeed.Time
		in, want float64
	}{
		{hours, 1, 1}, {hours, 0, 0.001}, {hours, -5, 0.001}, {hours, 1e9, 1000}, {hours, math.Inf(1), 1000},
		{hours, math.Inf(-1), 0.001}, {hours, math.NaN(), 1}, {hours, 0.5, 0.5}, {0, 2, 2},
		{48 * hours, 1e9, 17280}, {tracefeed.Microsecond, 0, 1e-7}, // ten seconds
	} {
		p := Playback{Speed: 1}
		if p.SetSpeed(x.in, x.end); math.Abs(p.Speed/x.want-1) > 1e-12 {
			t.Errorf("SetSpeed(%v) sets %v in a trace of %v, want %v", x.in, p.Speed, x.end, x.want)
		}
	}
}

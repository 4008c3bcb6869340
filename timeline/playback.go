package timeline

import (
	"math"

	"tiv/tracefeed"
)

// The slowest and the fastest playback, in seconds of the trace per second.
const (
	SlowestPlayback = 1.0 / 1000
	FastestPlayback = 1000.0
)

// Playback is a video recorder's state: where it stands and how it moves.
type Playback struct {
	// Moment is where it stands.
	Moment tracefeed.Time
	// Playing is true while it moves.
	Playing bool
	// Backwards rewinds instead of playing.
	Backwards bool
	// Speed is in seconds of the trace per second.
	Speed float64
	// Loop repeats the stretch from LoopFrom to LoopTo.
	Loop             bool
	LoopFrom, LoopTo tracefeed.Time

	// part is the fraction of a nanosecond that has not been moved yet.
	part float64
}

// SetSpeed sets the speed, within what a playback can do.
func (p *Playback) SetSpeed(s float64) {
	if !math.IsNaN(s) {
		p.Speed = min(max(s, SlowestPlayback), FastestPlayback)
	}
}

// Advance moves on by some seconds of the viewer's time, in a trace that ends
// at end. It stops at the end of the trace, going backwards at its start, and
// in a loop goes round.
func (p *Playback) Advance(seconds float64, end tracefeed.Time) {
	if !p.Playing {
		return
	}
	if end <= 0 {
		p.Moment, p.Playing = 0, false
		return
	}
	moved := p.moved(seconds)
	low, high := tracefeed.Time(0), end
	if from, to := max(p.LoopFrom, 0), min(p.LoopTo, end); p.Loop && from < to {
		low, high = from, to
	}
	switch {
	case p.Loop:
		p.Moment = low + addMod(mod(p.Moment-low, high-low), mod(moved, high-low), high-low)
	case p.Backwards:
		p.Moment = max(p.Moment+moved, 0)
		p.Playing = p.Moment > 0
	default:
		p.Moment += min(moved, high-min(p.Moment, high))
		p.Playing = p.Moment < high
	}
}

// moved returns by how many nanoseconds the moment moves in some seconds of
// the viewer's time, and keeps the rest.
func (p *Playback) moved(seconds float64) tracefeed.Time {
	const most = 1 << 62 // more than any trace lasts, and nothing overflows
	whole, part := math.Modf(seconds*p.Speed*float64(tracefeed.Second) + p.part)
	p.part = part
	moved := tracefeed.Time(min(whole, most))
	if p.Backwards {
		return -moved
	}
	return moved
}

// mod is the remainder with the sign of b.
func mod(a, b tracefeed.Time) tracefeed.Time {
	if a %= b; a < 0 {
		a += b
	}
	return a
}

// turn returns (a + b) mod n, where both are from 0 to n-1.
func addMod(a, b, n tracefeed.Time) tracefeed.Time {
	if a >= n-b {
		return a - (n - b)
	}
	return a + b
}

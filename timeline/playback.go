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
	p.Speed = min(max(s, SlowestPlayback), FastestPlayback)
}

// Advance moves on by some seconds of the viewer's time, in a trace that ends
// at end. It stops at the end of the trace, going backwards at its start, and
// in a loop goes round.
func (p *Playback) Advance(seconds float64, end tracefeed.Time) {
	if !p.Playing {
		return
	}
	whole, part := math.Modf(seconds*p.Speed*float64(tracefeed.Second) + p.part)
	p.part = part
	moved := tracefeed.Time(whole)
	if p.Backwards {
		moved = -moved
	}
	low, high := tracefeed.Time(0), end
	if p.Loop && p.LoopFrom < p.LoopTo {
		low, high = p.LoopFrom, min(p.LoopTo, end)
	}
	p.Moment += moved
	switch {
	case p.Moment >= low && p.Moment < high || low >= high:
	case p.Loop:
		p.Moment = low + mod(p.Moment-low, high-low)
	default:
		p.Moment = min(max(p.Moment, low), high)
		p.Playing = p.Backwards && p.Moment > low || !p.Backwards && p.Moment < high
	}
}

// mod is the remainder with the sign of b.
func mod(a, b tracefeed.Time) tracefeed.Time {
	if a %= b; a < 0 {
		a += b
	}
	return a
}

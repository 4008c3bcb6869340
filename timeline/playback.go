package timeline

import (
	"math"

	"tiv/tracefeed"
)

// Speeds returns the slowest and the fastest playback of a trace that ends at end, in
// seconds of the trace per second: 1/1000 and 1000, or all of it in ten seconds.
func Speeds(end tracefeed.Time) (slowest, fastest float64) {
	all := float64(max(end, 1)) / float64(10*tracefeed.Second)
	return min(all, 1.0/1000), max(all, 1000)
}

// Playback is the state of playback: its position, direction and speed.
type Playback struct {
	// Moment is the current position.
	Moment tracefeed.Time
	// Playing is true while the position moves.
	Playing bool
	// Backwards rewinds instead of playing.
	Backwards bool
	// Speed is in seconds of the trace per second.
	Speed float64
	// Loop repeats the interval from LoopFrom to LoopTo.
	Loop             bool
	LoopFrom, LoopTo tracefeed.Time
	// Run plays up to a moment, once; the zero Run is none. It ends whenever the position stops.
	Run Run

	// Rhythm plays at Tempo in place of Speed, once that is known; nil while it is not.
	Rhythm bool
	Tempo  *Tempo

	// rest is the time of playback that remains to be moved at Tempo, in seconds.
	rest float64
	// part is the fraction of a nanosecond that remains to be moved.
	part float64
}

// Run is playback up to a moment, at a speed of its own.
type Run struct {
	To    tracefeed.Time
	Speed float64
}

// SetSpeed sets the speed in a trace that ends at end, limited to Speeds.
func (p *Playback) SetSpeed(s float64, end tracefeed.Time) {
	if slowest, fastest := Speeds(end); !math.IsNaN(s) {
		p.Speed = min(max(s, slowest), fastest)
	}
}

// Advance moves the position by seconds of wall-clock time, in a trace that ends at
// end. It stops at the end of the trace, or at its start when going backwards; in a
// loop it wraps around.
func (p *Playback) Advance(seconds float64, end tracefeed.Time) {
	if !p.Playing {
		p.Run = Run{}
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
	case p.Run.Speed > 0:
		p.Moment += min(moved, max(p.Run.To-p.Moment, 0))
		p.Playing = p.Moment < min(p.Run.To, end)
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

// InRhythm reports whether the speed is that of Tempo.
func (p *Playback) InRhythm() bool { return p.Rhythm && p.Tempo != nil && p.Run.Speed == 0 }

// moved returns the distance for seconds of wall-clock time, in nanoseconds, and
// keeps the fraction.
func (p *Playback) moved(seconds float64) tracefeed.Time {
	if p.InRhythm() {
		by := seconds + p.rest
		if p.Backwards {
			by = p.rest - seconds
		}
		to, rest := p.Tempo.advance(p.Moment, by)
		p.rest = rest
		return to - p.Moment
	}
	const most = 1 << 62 // longer than any trace, without overflow
	speed := p.Speed
	if p.Run.Speed > 0 {
		speed = p.Run.Speed
	}
	whole, part := math.Modf(seconds*speed*float64(tracefeed.Second) + p.part)
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

// addMod returns (a + b) mod n without overflow, for a and b from 0 to n-1.
func addMod(a, b, n tracefeed.Time) tracefeed.Time {
	if a >= n-b {
		return a - (n - b)
	}
	return a + b
}

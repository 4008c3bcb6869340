package clock

import (
	"math/bits"
	"sort"
)

// slew is the greatest drift of a correction. It is needed only where a range jumps: at a
// step of a clock, or where a settled time is beside the range that became known later. Times never
// go back, and run half as fast or half as fast again.
const slew = 0.5

// goal is the range in which a curve should be at a time.
type goal struct {
	at Time
	span
}

// curve is an offset over time: straight pieces without jumps.
type curve struct {
	pieces []piece
	end    Time // of the last piece
	drift  float64
}

// piece is a straight part of a curve, up to the next one.
type piece struct {
	start, offset Time
	drift         float64 // change of the offset per time
}

// newCurve returns a curve that begins at a time. It prefers drifts up to a greatest one.
func newCurve(at, offset Time, drift rate) *curve {
	return &curve{[]piece{{start: at, offset: offset}}, at, float64(drift) / 1e9}
}

// at returns the offset at a time. It is constant before the curve, and the last piece has no end.
func (c *curve) at(t Time) Time {
	t = max(t, c.pieces[0].start)
	i := sort.Search(len(c.pieces), func(i int) bool { return c.pieces[i].start > t })
	return c.pieces[max(i-1, 0)].at(t)
}

// fraction is the number of bits of a drift after the point.
const fraction = 60

// at returns the offset at a time. It is exact, so that no time goes back by an error of rounding.
func (p *piece) at(t Time) Time {
	length, drift := t-p.start, int64(p.drift*(1<<fraction))
	if length < 0 {
		length, drift = -length, -drift
	}
	high, low := bits.Mul64(uint64(length), uint64(max(drift, -drift)))
	change := Time(high<<(64-fraction) | low>>fraction)
	if drift >= 0 {
		return p.offset + change
	}
	if low<<(64-fraction) != 0 {
		change++
	}
	return p.offset - change
}

// extend continues the curve through goals, all of them after its end, with as few
// pieces as a straight line from the end of each one allows.
func (c *curve) extend(goals []goal) {
	for len(goals) > 0 {
		from := c.at(c.end)
		n, drifts := c.reach(from, goals)
		drift := drifts.choose(c.pieces[len(c.pieces)-1].drift, c.drift)
		c.turn(from, drift)
		c.end = goals[n-1].at
		goals = goals[n:]
	}
	if last := c.pieces[len(c.pieces)-1].drift; last > c.drift || last < -c.drift {
		c.turn(c.at(c.end), 0) // beyond the goals, it does not go on like this
	}
}

// turn begins a piece at the end of the curve, unless the drift stays. A piece without a
// length gets another drift.
func (c *curve) turn(from Time, drift float64) {
	last := &c.pieces[len(c.pieces)-1]
	switch {
	case last.drift == drift:
	case last.start == c.end:
		last.drift = drift
	default:
		c.pieces = append(c.pieces, piece{c.end, from, drift})
	}
}

// drifts is a range of drifts.
type drifts struct{ low, high float64 }

// choose returns the present drift if it is within the range. Otherwise it is the middle; of a
// range that ends at the greatest drift, the end that goals have set.
func (d drifts) choose(present, greatest float64) float64 {
	if present >= d.low && present <= d.high || d.low == -greatest || d.high == greatest {
		return min(max(present, d.low), d.high)
	}
	return (d.low + d.high) / 2
}

// reach returns how many of the goals a straight line from the end of the curve can meet, and
// with which drifts. If it cannot meet the first one, it comes as near as it can.
func (c *curve) reach(from Time, goals []goal) (n int, d drifts) {
	d = drifts{-c.drift, c.drift}
	for n < len(goals) {
		g := &goals[n]
		length := float64(g.at - c.end)
		low, high := max(d.low, float64(g.low-from)/length), min(d.high, float64(g.high-from)/length)
		if low > high {
			break
		}
		d = drifts{low, high}
		n++
	}
	if n > 0 {
		return n, d
	}
	length := float64(goals[0].at - c.end)
	if low := float64(goals[0].low-from) / length; low > 0 {
		return 1, drifts{min(low, slew), min(low, slew)}
	}
	high := max(float64(goals[0].high-from)/length, -slew)
	return 1, drifts{high, high}
}

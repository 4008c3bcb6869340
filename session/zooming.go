package session

import (
	"math"
	"time"

	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// zoomTime is the duration of a zoom of time.
const zoomTime = 140 * time.Millisecond

// Zooming moves the interval that a picture shows from one to another. A time that lies at
// the same place in both stays there all the way.
type Zooming struct {
	from, to timeline.Interval
	clock
}

// start begins to move from the interval of a picture to another. Intervals of equal length
// need no motion.
func (z *Zooming) start(from, to timeline.Interval) {
	*z = Zooming{}
	if from.End-from.Start != to.End-to.Start {
		*z = Zooming{from, to, startedClock()}
	}
}

// window returns the interval that a picture of a look shows now.
func (z *Zooming) window(l view.Look) (i timeline.Interval) {
	z.at(&l, time.Now())
	i.Start, i.End = l.Window()
	return i
}

// at makes a look show the interval that is reached, on the way to its own.
func (z *Zooming) at(l *view.Look, now time.Time) {
	if !z.on() {
		return
	}
	part := float64(z.part(now, zoomTime))
	if part == 1 {
		return
	}
	a, b := float64(z.from.End-z.from.Start), float64(z.to.End-z.to.Start)
	length := math.Pow(a, 1-part) * math.Pow(b, part)
	l.Step, l.Steps = view.Steps(tracefeed.Time(length))
	shown := min(l.Length(), max(l.End, 1))
	way := (a - float64(shown)) / (a - b)
	start := z.from.Start + tracefeed.Time(math.Round(way*float64(z.to.Start-z.from.Start)))
	start = min(max(start, 0), max(l.End, 1)-shown)
	l.Ahead = float64(start+shown-l.Moment) / float64(shown)
}

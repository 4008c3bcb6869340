package scene

import (
	"math"

	"tiv/tracefeed"
)

// stepGrid is the time that a picture shows: steps of a grid of multiples of
// their length. Step 0 is the latest; the moment cuts it.
type stepGrid struct {
	moment, step tracefeed.Time
	steps        int
}

// grid returns the steps that the look shows.
func (l *Look) grid() stepGrid { return stepGrid{l.Moment, l.Step, l.Steps} }

// Window returns the time that is shown: the last Steps steps of the grid of
// multiples of Step, the last of them cut at the moment. It may begin before
// the trace.
func (l *Look) Window() (from, to tracefeed.Time) { return l.grid().window() }

// Past returns the time that edges add up over.
func (l *Look) Past() (from, to tracefeed.Time) {
	return max(0, l.grid().start(max(l.History, 1)-1)), l.Moment
}

// window returns the time of all steps, up to the moment. It may begin before
// the trace.
func (g stepGrid) window() (from, to tracefeed.Time) {
	return max(g.start(g.steps-1), g.moment-math.MaxInt64), g.moment
}

// start returns the begin of step i, counted back from the moment. It is never
// before the earliest representable time.
func (g stepGrid) start(i int) tracefeed.Time {
	n := g.before() - tracefeed.Time(i)
	if n < -(math.MaxInt64 / g.step) {
		return -math.MaxInt64
	}
	return n * g.step
}

// before returns the number of whole steps of the grid before step 0.
func (g stepGrid) before() tracefeed.Time {
	return max(0, g.moment-1) / g.step
}

// first returns the elapsed part of step 0, above 0 and at most 1.
func (g stepGrid) first() float32 {
	if g.moment <= 0 {
		return 1
	}
	return float32(g.moment-g.start(0)) / float32(g.step)
}

// length returns the elapsed time of step i, at least 1 ns.
func (g stepGrid) length(i int) tracefeed.Time {
	if i == 0 {
		return max(1, g.moment-g.start(0))
	}
	return g.step
}

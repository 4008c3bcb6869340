package scene

import "tiv/tracefeed"

// timeScale relates times to depths: the moment has z = 0, earlier times have
// negative z, and the last shown step ends at -depth.
type timeScale struct {
	grid  stepGrid
	depth float32
}

// shown returns the number of steps along depth.
func (s timeScale) shown() float64 { return float64(s.grid.steps-1) + float64(s.grid.first()) }

// z returns the depth of a time.
func (s timeScale) z(t tracefeed.Time) float32 {
	return -float32(float64(s.grid.moment-t)/float64(s.grid.step)/s.shown()) * s.depth
}

// time returns the time at a depth, within the time shown.
func (s timeScale) time(z float32) tracefeed.Time {
	from, to := s.grid.window()
	back := float64(-z) / float64(s.depth) * s.shown() * float64(s.grid.step)
	return min(max(s.grid.moment-tracefeed.Time(back), from, 0), to)
}

// StepAt returns the shown step that contains a time, counted back from the
// moment as in Shares, and its begin and end.
func (f *Frame) StepAt(t tracefeed.Time) (step int, from, to tracefeed.Time) {
	g := f.scale.grid
	step = int(min(max(g.before()-t/g.step, 0), tracefeed.Time(g.steps-1)))
	from = g.start(step)
	return step, from, from + g.length(step)
}

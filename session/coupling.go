package session

import (
	"math"

	"tiv/command"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// Coupling maps times between the two traces of a comparison. The zero value couples by
// time since the start.
type Coupling struct {
	Off   bool // both play on their own
	By    command.Coupling
	Marks [2]tracefeed.Time // command.ByMarks: the moments that belong together
	ends  [2]tracefeed.Time // of the traces
}

// Couplings are the texts of all ways.
var Couplings = [...]struct{ Name, Help string }{
	command.ByTime:  {"time since the start", "The same time since the start of each trace."},
	command.ByShare: {"share of the run", "The same share of each trace: the longer one plays faster."},
	command.ByMarks: {"marked moments", "The same distance from the marked moment of each trace."},
}

// scale returns the time in the other trace for a unit of time in the trace of a side.
func (c *Coupling) scale(from int) float64 {
	if c.By != command.ByShare || c.ends[from] <= 0 {
		return 1
	}
	return float64(c.ends[1-from]) / float64(c.ends[from])
}

// At returns the time in the other trace for a time in the trace of a side. It may be outside
// of the trace.
func (c *Coupling) At(t tracefeed.Time, from int) tracefeed.Time {
	if c.By == command.ByMarks {
		return t - c.Marks[from] + c.Marks[1-from]
	}
	return tracefeed.Time(math.Round(float64(t) * c.scale(from)))
}

// times are the parts of a view that are coupled.
type times struct {
	moment, from, step, length tracefeed.Time
	steps, history             int
	interval                   timeline.Interval
	speed                      float64
	loop                       bool
}

// timesOf returns the coupled part of a view.
func timesOf(v *workspace.Shared) times {
	return times{v.Moment, v.From, v.Step, v.Step * tracefeed.Time(v.Steps), v.Steps, v.History, v.Interval, v.Speed, v.Loop}
}

// couple sets the times of a view of the other side to those that belong to a view of a
// side.
func (c *Coupling) couple(other, of *workspace.Shared, from int) {
	t, k := timesOf(of), c.scale(from)
	other.Moment, other.From, other.Interval = c.At(t.moment, from), c.At(t.from, from), timeline.Interval{}
	other.Step, other.Steps, other.History = t.step, t.steps, t.history
	if k != 1 {
		length := tracefeed.Time(math.Round(float64(min(t.length, c.ends[from])) * k))
		other.Step, other.Steps = view.Steps(max(length, 1))
		past := k * float64(t.step) * float64(t.history)
		other.History = max(1, int(math.Round(past/float64(other.Step))))
	}
	if t.interval.Start < t.interval.End {
		other.Interval = timeline.Interval{Start: c.At(t.interval.Start, from), End: c.At(t.interval.End, from)}
	}
	other.Speed, other.Loop = t.speed*k, t.loop
}

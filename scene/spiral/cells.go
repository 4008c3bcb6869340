package spiral

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/taskplot"
	"tiv/scene/view"
	"tiv/tracefeed"
)

const (
	// mostCells is the largest number of parts of all turns, mostParts that of one.
	mostCells, mostParts = 6000, 360
	// mostTurns is the largest number of turns.
	mostTurns = 60
	// fitting is the number of turns that a fitting length makes at most.
	fitting = 10
	// inner is the radius at which time begins; it ends at 1.
	inner = 0.12
	// High is the height of the highest column.
	High = 0.55
)

// course is how time is wound up.
type course struct {
	// From and to are the interval that is shown, origin is where the first turn begins.
	from, to, origin tracefeed.Time
	turn             tracefeed.Time
	// parts is the number of parts of a turn, turns that of turns, which need not be whole.
	parts int
	turns float64
	// cut says that the visible range has more turns than are shown.
	cut bool
}

// newCourse returns the course of an interval with turns of a length.
func newCourse(from, to, turn tracefeed.Time) course {
	c := course{from: from, to: max(to, from+1), turn: max(turn, 1)}
	if (c.to-c.from)/c.turn >= mostTurns {
		c.from, c.cut = c.to-mostTurns*c.turn, true
	}
	c.origin = c.from - c.from%c.turn
	c.turns = float64(c.to-c.origin) / float64(c.turn)
	c.parts = max(min(mostParts, int(mostCells/math.Ceil(c.turns))), 24)
	return c
}

// wound returns the number of turns from the first one to a time.
func (c *course) wound(t tracefeed.Time) float64 { return float64(t-c.origin) / float64(c.turn) }

// width is the distance between turns.
func (c *course) width() float64 { return (1 - inner) / max(c.turns, 1) }

// at returns the point of the ground after a number of turns. Turns begin behind the centre, and go to the
// right from there. aside is the distance from the middle of the turn, in widths.
func (c *course) at(turns, aside float64) mgl32.Vec3 {
	sin, cos := math.Sincos(2 * math.Pi * turns)
	r := inner + c.width()*(turns+aside)
	return mgl32.Vec3{float32(r * sin), 0, float32(-r * cos)}
}

// cell is the tasks that begin in a part of a turn.
type cell struct {
	// part counts the parts from the first turn on.
	part int
	// task is the highest of them, the last of equal ones, and a selected one if there is any; count is
	// their number, and first the first.
	task, count, first int
}

// cells returns the parts with tasks, in order of time.
func (c *course) cells(of *taskplot.Columns, k *taskplot.Cache, end tracefeed.Time) (list []cell) {
	first, last := of.Begun(c.from, c.to, end)
	for i := first; i < last; i++ {
		part := int(c.wound(of.Start(i)) * float64(c.parts))
		if n := len(list); n == 0 || list[n-1].part != part {
			list = append(list, cell{part, i, 1, i})
			continue
		}
		at := &list[len(list)-1]
		at.count++
		if a, b := k.IsSelected(i), k.IsSelected(at.task); a && !b || a == b && of.Rank(i) > of.Rank(at.task) {
			at.task = i
		}
	}
	return list
}

// turnOf returns the length of a turn for a look, and what to say about it.
func (s *Spiral) turnOf(c *taskplot.Columns, l *view.Look) (tracefeed.Time, string) {
	from, to := l.Window()
	fits := view.NiceStep(to-from, fitting)
	switch {
	case l.TaskTurn > 0:
		return tracefeed.Time(l.TaskTurn), "a turn is " + view.StepName(tracefeed.Time(l.TaskTurn))
	case l.TaskTurn == view.FittingTurn:
		return fits, "a turn is " + view.StepName(fits)
	}
	if s.found.columns != c {
		s.found = find(c, l.End, &s.found)
	}
	switch f := &s.found; {
	case f.measured > 0:
		return f.measured, fmt.Sprintf("a turn is the period of %s, %v", c.Heights().Measure.Title, f.measured)
	case f.begun > 0:
		return f.begun, fmt.Sprintf("a turn is the period in which tasks begin, %v", f.begun)
	}
	return fits, "no period of tasks is significant, so a turn is " + view.StepName(fits)
}

// found are the periods of tasks.
type found struct {
	columns *taskplot.Columns
	// measured is the period of the measure of heights, begun that of starts; 0 for none. The first counts, because it
	// is what the picture shows.
	measured, begun tracefeed.Time
}

// find finds the periods of columns. It takes over what other ones of the same tasks have.
func find(c *taskplot.Columns, end tracefeed.Time, before *found) found {
	f := found{columns: c}
	p := periodic{starts: c.Starts(), end: end}
	if before.columns != nil && &before.columns.Starts()[0] == &p.starts[0] {
		f.begun = before.begun
	} else {
		f.begun, _ = p.period()
	}
	p.value = func(i int) float64 { return float64(c.Place(i)) }
	f.measured, _ = p.period()
	return f
}

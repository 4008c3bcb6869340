package taskplot

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/scene/paint"
	"tiv/task"
	"tiv/tracefeed"
)

// slow is the task on top at a pixel, by its definition: selected ones first, then those with the
// greatest number, then the latest. -1 is none.
func slow(c *Columns, f field, x, y int, chosen func(int) bool) int {
	best := -1
	for i := range c.index.Tasks {
		t := &c.index.Tasks[i]
		if t.End <= f.from && t.Start < f.from || t.Start > f.to {
			continue
		}
		x0, y0 := f.column(t.Start, f.scale()), f.row(c.scale.At(c.scale.Measure.Of(t)), f.scale())-f.mark/2
		x1 := max(x0+f.mark, f.column(t.End, f.scale()))
		if x < x0 || x >= x1 || y < y0 || y >= y0+f.mark {
			continue
		}
		if best >= 0 {
			b := &c.index.Tasks[best]
			if chosen(best) && !chosen(i) {
				continue
			}
			if chosen(best) == chosen(i) && c.scale.Measure.Of(b) > c.scale.Measure.Of(t) {
				continue
			}
		}
		best = i
	}
	return best
}

// Each pixel shows the task of its definition, at any part of time and of the axis, with marks of any
// size.
func TestRaster(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 28))
	for range 300 {
		const end = 1_000_000
		l := lookAt(randomIndex(rng, rng.IntN(60), end), end)
		l.TaskHeight, l.TaskLinear = []string{"", "calls", "queue"}[rng.IntN(3)], rng.IntN(2) == 0
		for i := range l.Tasks.Tasks {
			if rng.IntN(8) == 0 && rng.IntN(2) == 0 {
				l.SelectedTasks = append(l.SelectedTasks, l.Tasks.Tasks[i].ID())
			}
		}
		var k Cache
		c, _ := k.Update(l, 0)
		f := field{from: tracefeed.Time(rng.IntN(end / 2)), low: -0.1, high: 1.1, width: 1 + rng.IntN(90), height: 1 + rng.IntN(50),
			mark: 1 + rng.IntN(5)}
		f.to = f.from + 1 + tracefeed.Time(rng.IntN(end))
		if rng.IntN(3) == 0 {
			f.low, f.high = 0.4, 0.7
		}
		isChosen := func(i int) bool { return slices.Contains(l.SelectedTasks, c.index.Tasks[i].ID()) }
		var v canvas
		v.draw(c, f, &k.chosen, end)
		for y := range f.height {
			for x := range f.width {
				if got, want := v.at(x, y), slow(c, f, x, y, isChosen); got != want {
					t.Fatalf("%+v: the pixel %d, %d of %d tasks shows %d, want %d", f, x, y, len(c.heights), got, want)
				}
			}
		}
	}
}

// However many tasks share a pixel, the slowest of all is there, in its own colour.
func TestSlowestIsSeen(t *testing.T) {
	t.Parallel()
	x := randomIndex(rand.New(rand.NewPCG(3, 3)), 20_000, 1_000_000)
	slowest := 0
	for i := range x.Tasks {
		if x.Tasks[i].End-x.Tasks[i].Start >= x.Tasks[slowest].End-x.Tasks[slowest].Start {
			slowest = i
		}
	}
	l := lookAt(x, 1_000_000)
	c := columns(l)
	f := field{to: 1_000_000, low: -0.02, high: 1.02, width: 120, height: 40, mark: 1}
	var v canvas
	v.draw(c, f, &selection{}, 1_000_000)
	pixels := make([]paint.Color, f.width*f.height)
	v.paint(pixels, l.Palette, &selection{})
	column, row := f.column(x.Tasks[slowest].Start, f.scale()), f.row(1, f.scale())
	at := row*f.width + column
	if got := v.at(column, row); got != slowest {
		t.Errorf("the pixel of task %d shows %d", slowest, got)
	}
	if n := v.beside(slowest); n < 1 || pixels[at].A != 255 {
		t.Errorf("%d tasks begin there, in the colour %v", n, pixels[at])
	}
	begun := 0
	for _, n := range v.begun {
		begun += int(n)
	}
	if begun != len(x.Tasks) {
		t.Errorf("%d tasks begin in pixels, want %d", begun, len(x.Tasks))
	}
}

// The nearest task within reach is picked.
func TestNearest(t *testing.T) {
	t.Parallel()
	x := &task.Index{Tasks: []task.Task{{Number: 1, Start: 50, End: 51}}}
	c := columns(lookAt(x, 100))
	f := field{to: 100, low: 0, high: 1.01, width: 100, height: 100, mark: 1}
	var v canvas
	v.draw(c, f, &selection{}, 100)
	row := f.row(c.places[0], f.scale())
	for _, p := range []struct{ x, y, want int }{{50, row, 0}, {53, row, 0}, {54, row, -1}, {50, row + 3, 0}, {53, row + 3, -1},
		{-5, -5, -1}} {
		if got := v.nearest(p.x, p.y, 3); got != p.want {
			t.Errorf("at %d, %d there is %d, want %d", p.x, p.y, got, p.want)
		}
	}
}

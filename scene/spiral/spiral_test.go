package spiral

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/taskplot"
	"tiv/scene/view"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// starts returns n starts in a trace of a length, every period with some jitter; without a period at random.
func starts(rng *rand.Rand, n int, end, period, jitter tracefeed.Time) (list []tracefeed.Time) {
	for i := range n {
		at := tracefeed.Time(rng.Int64N(int64(end)))
		if period > 0 {
			at = tracefeed.Time(i)*period%end + tracefeed.Time(rng.Int64N(int64(jitter)))
		}
		list = append(list, min(at, end))
	}
	slices.Sort(list)
	return list
}

// A period that is there is found, to a part of a bin, and none is found in random starts, nor in a load that
// grows, nor in bursts.
func TestPeriod(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 28))
	const s = tracefeed.Second
	for _, c := range []struct{ end, period, jitter tracefeed.Time }{
		{100 * s, s, s / 10}, {10500 * s / 1000, 700 * s / 1000, s / 50}, {1000 * s, 10 * s, s}, {600 * s, s, s / 20},
	} {
		got, ok := periodic{starts: starts(rng, int(3*c.end/c.period), c.end, c.period, c.jitter), end: c.end}.period()
		if !ok || math.Abs(float64(got-c.period)) > 0.02*float64(c.period) {
			t.Errorf("every %v in %v: found %v, %t", c.period, c.end, got, ok)
		}
	}
	for range 60 {
		if got, ok := (periodic{starts: starts(rng, 50+rng.IntN(5000), 100*s, 0, 0), end: 100 * s}).period(); ok {
			t.Errorf("at random: found %v", got)
		}
		var grows []tracefeed.Time
		for range 3000 {
			grows = append(grows, tracefeed.Time(math.Sqrt(rng.Float64())*float64(100*s)))
		}
		slices.Sort(grows)
		if got, ok := (periodic{starts: grows, end: 100 * s}).period(); ok {
			t.Errorf("of a growing load: found %v", got)
		}
		if got, ok := (periodic{starts: inBursts(rng, 10+rng.IntN(200), 100*s), end: 100 * s}).period(); ok {
			t.Errorf("of bursts: found %v", got)
		}
	}
	if _, ok := (periodic{}).period(); ok {
		t.Error("no tasks have a period")
	}
}

// inBursts returns starts in bursts of random lengths at random times.
func inBursts(rng *rand.Rand, bursts int, end tracefeed.Time) (list []tracefeed.Time) {
	for range bursts {
		at, long := rng.Int64N(int64(end)), 1+rng.Int64N(int64(end/50))
		for range 20 + rng.IntN(50) {
			list = append(list, min(tracefeed.Time(at+rng.Int64N(long)), end))
		}
	}
	slices.Sort(list)
	return list
}

// numbers returns what a measure is of tasks with some starts: noise and, with a period, a wave. With wander, the noise
// changes slowly.
func numbers(rng *rand.Rand, starts []tracefeed.Time, period tracefeed.Time, wander float64) func(int) float64 {
	list, now := make([]float64, len(starts)), 0.0
	for i, at := range starts {
		now = wander*now + rng.NormFloat64()
		if list[i] = now; period > 0 {
			list[i] += 2 * math.Sin(2*math.Pi*float64(at)/float64(period))
		}
	}
	return func(i int) float64 { return list[i] }
}

// A period of a measure is found although tasks begin at random or every moment, and none in noise.
func TestMeasuredPeriod(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 28))
	const s = tracefeed.Second
	for range 30 {
		at := starts(rng, 4000, 100*s, 0, 0)
		period := s/2 + tracefeed.Time(rng.Int64N(int64(8*s)))
		got, ok := periodic{at, numbers(rng, at, period, 0), 100 * s}.period()
		if !ok || math.Abs(float64(got-period)) > 0.05*float64(period) {
			t.Errorf("with a period of %v: found %v, %t", period, got, ok)
		}
		regular := starts(rng, 4000, 100*s, 100*s/4000, s/1000)
		if got, ok := (periodic{regular, numbers(rng, regular, 0, 0), 100 * s}).period(); ok {
			t.Errorf("of noise at regular starts: found %v", got)
		}
		for _, wander := range []float64{0, 0.5, 0.9, 0.98} {
			if got, ok := (periodic{at, numbers(rng, at, 0, wander), 100 * s}).period(); ok {
				t.Errorf("of noise, wander %v: found %v", wander, got)
			}
		}
	}
}

// The turn is the period of the measure if that has one, else that of starts, else a round time.
func TestTurn(t *testing.T) {
	t.Parallel()
	const ms = tracefeed.Millisecond
	for _, c := range []struct {
		every, slow tracefeed.Time // between starts, 0 for random ones, and between slow tasks
		want        string
	}{{0, 0, "no period of tasks is significant"}, {10 * ms, 0, "a turn is the period in which tasks begin, 10"},
		{0, 200 * ms, "a turn is the period of duration, "}, {10 * ms, 200 * ms, "a turn is the period of duration, "}} {
		rng := rand.New(rand.NewPCG(7, 28))
		x := &task.Index{}
		for i, at := range starts(rng, 1000, 10_000*ms, max(c.every, 0), ms) {
			long := ms + tracefeed.Time(rng.Int64N(int64(ms)))
			if c.slow > 0 && at%c.slow < c.slow/4 {
				long *= 10
			}
			x.Tasks = append(x.Tasks, task.Task{Number: int64(i + 1), Start: at, End: at + long})
		}
		l := view.LookAt(&timeline.Timeline{End: 10_000 * ms})
		l.Kind, l.Tasks, l.TaskTurn = view.Spiral, x, view.FoundTurn
		var k taskplot.Cache
		columns, _ := k.Update(&l, 0)
		var s Spiral
		turn, said := s.turnOf(columns, &l)
		if !strings.HasPrefix(said, c.want) {
			t.Errorf("starts every %v, slow every %v: %s", c.every, c.slow, said)
		}
		if want := cmp.Or(c.slow, c.every); want > 0 && max(turn-want, want-turn) > want/20 {
			t.Errorf("starts every %v, slow every %v: a turn of %v", c.every, c.slow, turn)
		}
	}
}

// random returns the look of a spiral with n random tasks.
func random(rng *rand.Rand, n int, end tracefeed.Time) *view.Look {
	x := &task.Index{Tasks: make([]task.Task, n)}
	for i, at := range starts(rng, n, end, 0, 0) {
		x.Tasks[i] = task.Task{Number: int64(i + 1), Start: at, End: min(end, at+tracefeed.Time(rng.Int64N(int64(end/4))))}
	}
	l := view.LookAt(&timeline.Timeline{End: end})
	l.Kind, l.Tasks = view.Spiral, x
	return &l
}

// Each part of a turn shows the highest of the tasks that begin in it, a selected one if there is any, and
// counts them; no task is left out.
func TestCells(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 28))
	for range 200 {
		const end = 1_000_000
		l := random(rng, rng.IntN(300), end)
		for i := range l.Tasks.Tasks {
			if rng.IntN(40) == 0 {
				l.SelectedTasks = append(l.SelectedTasks, l.Tasks.Tasks[i].ID())
			}
		}
		var k taskplot.Cache
		c, _ := k.Update(l, 0)
		way := newCourse(0, end, tracefeed.Time(1+rng.IntN(2*end)))
		got := map[int]cell{}
		for _, at := range way.cells(c, &k, end) {
			got[at.part] = at
		}
		want := map[int]cell{}
		for i := range l.Tasks.Tasks {
			one := &l.Tasks.Tasks[i]
			if one.Start < way.from {
				continue
			}
			part := int(float64(one.Start-way.origin) / float64(way.turn) * float64(way.parts))
			at, ok := want[part]
			if !ok {
				at.first = i
			}
			is := func(i int) bool { return slices.Contains(l.SelectedTasks, l.Tasks.Tasks[i].ID()) }
			long := func(i int) tracefeed.Time { return l.Tasks.Tasks[i].End - l.Tasks.Tasks[i].Start }
			if !ok || is(i) && !is(at.task) || is(i) == is(at.task) && long(i) >= long(at.task) {
				at.task = i
			}
			at.part, at.count = part, at.count+1
			want[part] = at
		}
		if len(got) != len(want) {
			t.Fatalf("%+v: %d parts have tasks, want %d", way, len(got), len(want))
		}
		for part, at := range want {
			if got[part] != at {
				t.Fatalf("%+v: part %d has %+v, want %+v", way, part, got[part], at)
			}
		}
	}
}

// A turn goes once around: a time and one a turn later lie in one direction from the centre, the later
// farther out, and the earliest is the nearest.
func TestCourse(t *testing.T) {
	t.Parallel()
	c := newCourse(3_000, 10_000, 1_000)
	a, b := c.at(c.wound(4_250), 0.5), c.at(c.wound(5_250), 0.5)
	if mgl32.Abs(a.Normalize().Sub(b.Normalize()).Len()) > 1e-4 || a.Len() >= b.Len() {
		t.Errorf("a turn later than %v is %v", a, b)
	}
	if a[0] <= 0 || mgl32.Abs(a[2]) > 1e-4 {
		t.Errorf("after a quarter of a turn, time is at %v, want to the right", a)
	}
	if long := newCourse(0, 1_000_000, 10); !long.cut || long.turns > mostTurns+1 || long.to != 1_000_000 {
		t.Errorf("of too many turns there are %+v", long)
	}
}

// drawn returns the spiral of a look, seen from above.
func drawn(l *view.Look) *Spiral {
	layout := &place.Layout{Slots: make([]place.Slot, 1), Half: mgl32.Vec2{1, High / 2}, Low: mgl32.Vec2{-1, 0}, High: mgl32.Vec2{1, High},
		Depth: 1, Ahead: 1}
	canvas := shape.Canvas{Width: 800, Height: 600, Scale: 1}
	var overlay shape.Overlay
	sh := shape.NewSheet(canvas, l.Palette, &overlay)
	v := shape.View{Rect: shape.Rect{X1: 800, Y1: 600}, Turns: true}
	l.Camera.Pitch = view.MaxPitch // from above
	v.Camera, v.Eye = layout.FreePose(l.Camera, v.Rect).Camera(layout, layout.Ahead)
	st := &stage.Stage{Timeline: &timeline.Timeline{End: 1_000_000}, Look: l, Layout: layout}
	var k taskplot.Cache
	c, _ := k.Update(l, 0)
	var s Spiral
	s.Draw(c, &k, st, sh, &v)
	return &s
}

// The task of each column that is seen is picked at the middle of its top, unless a nearer column hides it.
func TestPick(t *testing.T) {
	t.Parallel()
	s := drawn(random(rand.New(rand.NewPCG(3, 28)), 60, 1_000_000))
	v := s.view
	found := 0
	for i, b := range s.boxes {
		top := up(b.corners[0].Add(b.corners[1]).Add(b.corners[2]).Add(b.corners[3]).Mul(0.25), b.high)
		at, _ := v.Project(top)
		if got, among, ok := s.At(at[0], at[1]); ok && got == s.cells[i].task && among == s.cells[i].count {
			found++
		}
	}
	if found < len(s.boxes)*9/10 || len(s.boxes) < 30 {
		t.Errorf("%d of %d columns are picked at their tops", found, len(s.boxes))
	}
	if _, _, ok := s.At(1, 1); ok {
		t.Error("beside the spiral there is a task")
	}
}

// A side of a column is hidden up to the height of the column that touches it, if one does.
func TestBeside(t *testing.T) {
	t.Parallel()
	s := drawn(random(rand.New(rand.NewPCG(30, 11)), 3000, 1_000_000))
	hidden, free := 0, 0
	for i := range s.boxes {
		for side := range 4 {
			want := float32(0)
			for k := range s.boxes {
				p, q := s.boxes[i].corners[side], s.boxes[i].corners[(side+1)%4]
				if of := s.boxes[k].corners[:]; k != i && slices.Contains(of, p) && slices.Contains(of, q) {
					want = s.boxes[k].high
				}
			}
			if got := s.beside(i, side); got != want {
				t.Fatalf("side %d of column %d is hidden up to %v, want %v", side, i, got, want)
			}
			if want > 0 {
				hidden++
			} else if side%2 == 1 {
				free++
			}
		}
	}
	if hidden < 100 || free < 20 {
		t.Errorf("%d sides are hidden, %d are not", hidden, free)
	}
}

package view

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tiv/internal/reduced"
	"tiv/scene/paint"
	"tiv/timeline"
	"tiv/tracefeed"
)

// The steps of the grid that an interval touches have cells, and one of them
// ends at the moment or is cut by it.
func TestGrid(t *testing.T) {
	t.Parallel()
	const most = math.MaxInt64
	for _, x := range []struct {
		end, moment, step tracefeed.Time
		ahead             float64
		from, to          tracefeed.Time
		start             tracefeed.Time // of cell 0
		first             float32
		cut               int
		position          float32
	}{
		{100, 0, 10, 0, 0, 30, 20, 1, 2, 2.999},
		{100, 50, 10, 0, 20, 50, 40, 1, 0, 0},
		{100, 55, 10, 0, 25, 55, 50, 1, 0, 0.5},
		{100, 55, 10, 0.5, 40, 70, 60, 1, 1, 1.5},
		{100, 55, 10, 1, 55, 85, 80, 1, 3, 3.5},
		{100, 50, 10, 1, 50, 80, 70, 1, 3, 3},
		{100, 51, 10, 0.5, 36, 66, 60, 1, 1, 1.9},
		{95, 93, 10, 0.5, 65, 95, 90, 0.5, 0, 0.7},
		{95, 95, 10, 0.5, 65, 95, 90, 0.5, 0, 0.5},
		{20, 11, 10, 0, 0, 20, 10, 1, 0, 0.9},
		{25, 3, 1000, 0.25, 0, 25, 0, 0.025, 0, 0.997},
		{0, 0, 10, 0.25, 0, 1, 0, 0.1, 0, 0.999},
		{most, most, 10, 0.25, most - 30, most, most - 7, 0.7, 0, 0.3},
		{most, most, most, 0.25, 0, most, 0, 1, 0, 0},
	} {
		l := Look{State: State{Step: x.step, Steps: 3}, Cursor: Cursor{Moment: x.moment, Ahead: x.ahead}, Input: Input{End: x.end}}
		g := l.Grid()
		if g.From != x.from || g.To != x.to {
			t.Errorf("%+v: the interval is %d to %d", x, g.From, g.To)
		}
		if g.Start(0) != x.start || g.First() != x.first || g.Cut() != x.cut || float32(math.Abs(float64(g.Position()-x.position))) > 1e-6 {
			t.Errorf("%+v: cell 0 begins at %d, %v of it is in the trace, the moment is in cell %d at %v", x, g.Start(0),
				g.First(), g.Cut(), g.Position())
		}
		if last := g.Cells - 1; g.Start(last) > max(x.from, 0) || g.Start(last) > x.from-x.step && g.Cells > 4 {
			t.Errorf("%+v: the last of %d cells begins at %d", x, g.Cells, g.Start(last))
		}
	}
}

// Any interval is in the trace, as long as asked for if the trace is, and contains
// the moment unless its range is free.
func TestWindowOfAnyLook(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 1))
	for range 5000 {
		end := tracefeed.Time(rng.Int64() >> rng.IntN(63))
		l := Look{Input: Input{End: end}}
		l.Step, l.Steps = 1+tracefeed.Time(rng.Int64()>>rng.IntN(63)), 1+rng.IntN(300)
		l.Kind = []*Kind{Free, Timeline, Split}[rng.IntN(3)]
		l.Ahead = []float64{0, 0.25, 1, rng.Float64(), 20 * rng.NormFloat64(), 1e15}[rng.IntN(6)]
		l.Moment = []tracefeed.Time{0, end, tracefeed.Time(rng.Float64() * float64(end))}[rng.IntN(3)]
		from, to := l.Window()
		if from < 0 || to > max(end, 1) || l.Kind != Timeline && !l.MomentShown() || to-from != min(l.Length(), max(end, 1)) {
			t.Fatalf("%d steps of %d, %v ahead, moment %d of %d: %d to %d are shown", l.Steps, l.Step, l.Ahead, l.Moment, end, from, to)
		}
		g := l.Grid()
		if cut := g.Cut(); cut < 0 || cut >= g.Cells || int(g.Position()) != cut {
			t.Fatalf("%d steps of %d, moment %d of %d: it is in cell %d of %d, at %v", l.Steps, l.Step, l.Moment, end, cut,
				g.Cells, g.Position())
		}
	}
}

func TestPast(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		moment   tracefeed.Time
		history  int
		from, to tracefeed.Time
	}{
		{25, 1, 15, 25}, {25, 2, 5, 25}, {25, 3, 0, 25}, {25, 100, 0, 25}, {30, 1, 20, 30}, {30, 0, 20, 30}, {30, 3, 0, 30}, {0, 5, 0, 0},
		{math.MaxInt64, math.MaxInt, 0, math.MaxInt64},
	} {
		l := Look{State: State{Step: 10, Steps: 5, History: x.history}, Cursor: Cursor{Moment: x.moment}}
		if from, to := l.Past(); from != x.from || to != x.to {
			t.Errorf("%d steps before %d are %d to %d, want %d to %d", x.history, x.moment, from, to, x.from, x.to)
		}
	}
}

func TestNiceStep(t *testing.T) {
	t.Parallel()
	const ns, ms, s = tracefeed.Nanosecond, tracefeed.Millisecond, tracefeed.Second
	for _, x := range []struct {
		length tracefeed.Time
		n      int
		want   tracefeed.Time
	}{
		{0, 200, ns}, {1, 1, 2 * ns}, {199, 200, ns}, {200, 200, 2 * ns}, {s, 200, 10 * ms},
		{math.MaxInt64, 200, LongestStep}, {LongestStep * 500, 200, LongestStep},
		{48 * tracefeed.Hour, 200, 15 * tracefeed.Minute}, {21 * tracefeed.Second, 1, 30 * tracefeed.Second},
		{31 * tracefeed.Second, 1, tracefeed.Minute}, {30 * tracefeed.Minute, 1, tracefeed.Hour}, {13 * tracefeed.Hour, 1, tracefeed.Day},
		{tracefeed.Day, 1, 2 * tracefeed.Day}, {30 * tracefeed.Day, 10, 5 * tracefeed.Day},
	} {
		if got := NiceStep(x.length, x.n); got != x.want {
			t.Errorf("NiceStep(%d, %d) is %v, want %v", x.length, x.n, got, x.want)
		}
	}
}

// A trace of any length opens with all of it in view, in a number of steps that
// costs little.
func TestLookAt(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	ends := []tracefeed.Time{0, 1, 999, tracefeed.Second, math.MaxInt64}
	for range 2000 {
		ends = append(ends, tracefeed.Time(rng.Int64()>>rng.IntN(63)))
	}
	for _, end := range ends {
		l := LookAt(&timeline.Timeline{End: end})
		from, to := l.Window()
		if to != max(end, 1) || from > 0 {
			t.Fatalf("a trace of %d ns opens with %d to %d in view", end, from, to)
		}
		if l.Steps < 1 || l.Steps > 400 || l.Step < ShortestStep || l.History < 1 || l.History > l.Steps {
			t.Fatalf("a trace of %d ns opens with %d steps of %d, history %d", end, l.Steps, l.Step, l.History)
		}
		if end > 200*ShortestStep && l.Steps < 40 {
			t.Fatalf("a trace of %d ns opens with only %d steps", end, l.Steps)
		}
	}
}

func TestShown(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1
0s a start name=worker-1
0s b start name=main
0s c start name=worker-2
0s d start name=collector
0s e start name=worker-30
1s a end
`)
	tl.Threads[4].System = true
	check := func(got []tracefeed.ThreadID, want ...tracefeed.ThreadID) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("got %v, want %v", got, want)
			}
		}
	}
	check(ProgramThreads(tl), 1, 3, 5, 2)
	check(AllThreads(tl), 1, 3, 5, 2, 4)
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, k := range Kinds {
		if got, ok := ParseKind(k.String()); !ok || got != k {
			t.Errorf("%v reads back as %v, %v", k, got, ok)
		}
	}
	if _, ok := ParseKind("4d"); ok {
		t.Error("there is a view called 4d")
	}
	for _, a := range []Arrangement{Rows, Grid, Ring, Force} {
		if got, ok := ParseArrangement(a.String()); !ok || got != a {
			t.Errorf("%v reads back as %v, %v", a, got, ok)
		}
	}
	if _, ok := ParseArrangement("heap"); ok {
		t.Error("there is an arrangement called heap")
	}
	for _, p := range paint.Palettes() {
		if got, ok := paint.PaletteNamed(p.Name); !ok || got.Ground != p.Ground {
			t.Errorf("no palette %s", p.Name)
		}
	}
	if _, ok := paint.PaletteNamed("pink"); ok {
		t.Error("there is a palette called pink")
	}
}

// Views differ in each of their names, so menus, keys, the command line and
// saved files find the right one.
func TestViewsDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]*Kind{}
	for _, k := range Kinds {
		for i, word := range []string{k.Name, k.Title, k.Label, k.Key, k.Help} {
			word = fmt.Sprint(i, word)
			if other := seen[word]; other != nil || len(word) < 2 {
				t.Errorf("%s and %v share or lack %q", k, other, word[1:])
			}
			seen[word] = k
		}
	}
}

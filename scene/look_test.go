package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tiv/timeline"
	"tiv/tracefeed"
)

func TestStepsEndAtTheMoment(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		moment, step tracefeed.Time
		start        tracefeed.Time // of step 0
		first        float32
	}{
		{0, 10, 0, 1},
		{1, 10, 0, 0.1},
		{9, 10, 0, 0.9},
		{10, 10, 0, 1},
		{11, 10, 10, 0.1},
		{20, 10, 10, 1},
		{25, 10, 20, 0.5},
		{25, 1000, 0, 0.025},
		{25, 1, 24, 1},
		{math.MaxInt64, 10, math.MaxInt64 - 7, 0.7},
		{math.MaxInt64, math.MaxInt64, 0, 1},
	} {
		l := Look{ViewState: ViewState{Step: x.step, Steps: 3}, Cursor: Cursor{Moment: x.moment}}
		if got := l.grid().start(0); got != x.start {
			t.Errorf("at %d of steps of %d: step 0 starts at %d, want %d", x.moment, x.step, got, x.start)
		}
		if got := l.grid().first(); got != x.first {
			t.Errorf("at %d of steps of %d: %v of step 0 has passed, want %v", x.moment, x.step, got, x.first)
		}
		from, to := l.Window()
		if to != x.moment || x.step < math.MaxInt64/4 && from != x.start-2*x.step || from > x.start {
			t.Errorf("at %d of steps of %d: the window is %d to %d", x.moment, x.step, from, to)
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
		{25, 1, 20, 25}, {25, 2, 10, 25}, {25, 100, 0, 25}, {30, 1, 20, 30}, {30, 0, 20, 30}, {0, 5, 0, 0},
	} {
		l := Look{ViewState: ViewState{Step: 10, Steps: 5, History: x.history}, Cursor: Cursor{Moment: x.moment}}
		if from, to := l.Past(); from != x.from || to != x.to {
			t.Errorf("%d steps before %d are %d to %d, want %d to %d", x.history, x.moment, from, to, x.from, x.to)
		}
	}
}

func TestNiceStep(t *testing.T) {
	t.Parallel()
	const us, ms, s = tracefeed.Microsecond, tracefeed.Millisecond, tracefeed.Second
	for _, x := range []struct {
		length tracefeed.Time
		n      int
		want   tracefeed.Time
	}{
		{0, 200, us}, {1, 1, us}, {us, 1, 2 * us}, {199 * us, 200, us}, {200 * us, 200, 2 * us}, {s, 200, 10 * ms},
		{math.MaxInt64, 200, LongestStep}, {LongestStep * 500, 200, LongestStep},
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
		if to != end || from > 0 {
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
	tl := story(t, `
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
	for _, k := range kinds {
		if got, ok := ParseViewKind(k.String()); !ok || got != k {
			t.Errorf("%v reads back as %v, %v", k, got, ok)
		}
	}
	if _, ok := ParseViewKind("4d"); ok {
		t.Error("there is a view called 4d")
	}
	for _, a := range arrangements {
		if got, ok := ParseArrangement(a.String()); !ok || got != a {
			t.Errorf("%v reads back as %v, %v", a, got, ok)
		}
	}
	if _, ok := ParseArrangement("heap"); ok {
		t.Error("there is an arrangement called heap")
	}
	for _, p := range Palettes() {
		if got, ok := PaletteNamed(p.Name); !ok || got.Ground != p.Ground {
			t.Errorf("no palette %s", p.Name)
		}
	}
	if _, ok := PaletteNamed("pink"); ok {
		t.Error("there is a palette called pink")
	}
}

// Views differ in each of their names, so menus, keys, the command line and
// saved files find the right one.
func TestViewsDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]*ViewKind{}
	for _, k := range Views {
		for i, word := range []string{k.Name, k.Title, k.Label, k.Key, k.Help} {
			word = fmt.Sprint(i, word)
			if other := seen[word]; other != nil || len(word) < 2 {
				t.Errorf("%s and %v share or lack %q", k, other, word[1:])
			}
			seen[word] = k
		}
		if (k.draw == nil) != (len(k.parts) > 1) {
			t.Errorf("%s is drawn %t, and has %d parts", k, k.draw != nil, len(k.parts))
		}
	}
}

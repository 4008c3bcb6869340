package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"tiv/assets"
	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Texts are never on top of each other and never leave the picture.
func TestTextNeverOverlaps(t *testing.T) {
	t.Parallel()
	traces := []*timeline.Timeline{story(t, deadlocked), reduced.Busy(t, 9, 300, 1), reduced.Busy(t, 40, 300, 2), threads(t, 1),
		threads(t, 150),
		story(t, "0s A start name="+strings.Repeat("x", 500)+"\n10s A end\n10s - gc-start\n"), story(t, "")}
	rng := rand.New(rand.NewPCG(7, 7))
	for range 700 {
		tl := traces[rng.IntN(len(traces))]
		look := randomLook(rng, tl)
		canvas := shape.Canvas{Width: 64 + rng.IntN(2000), Height: 64 + rng.IntN(1200), Scale: 0.5 + 2*rng.Float32()}
		if rng.IntN(3) > 0 {
			canvas = shape.Canvas{Width: 640 + rng.IntN(2000), Height: 400 + rng.IntN(1000), Scale: 1}
		}
		var b Builder
		f := b.Frame(tl, &look, canvas)
		checkTexts(t, f, look.Kind, canvas)
		if t.Failed() {
			return
		}
	}
}

func checkTexts(t *testing.T, f *Frame, kind *view.Kind, canvas shape.Canvas) {
	t.Helper()
	all := boxes(f)
	for i, a := range all {
		what := f.Overlay.Texts[i].Text
		if a.X0 < -1 || a.Y0 < -1 || a.X1 > float32(f.Width)+1 || a.Y1 > float32(f.Height)+1 {
			t.Errorf("%v, %+v: %q at %v leaves the picture", kind, canvas, what, a)
		}
		for k, c := range all[:i] {
			if a.X0 < c.X1 && c.X0 < a.X1 && a.Y0 < c.Y1 && c.Y0 < a.Y1 {
				t.Errorf("%v, %+v: %q at %v is on top of %q at %v", kind, canvas, what, a, f.Overlay.Texts[k].Text, c)
			}
		}
	}
}

func TestFitText(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		text string
		wide float32
	}{{"short", 1000}, {"a longer name of a thread", 60}, {"ünïcödé naměs äre töö löng", 60}, {"x", 0}, {"", 10}, {"wide", 13}} {
		got := shape.Fit(x.text, 13, x.wide, false)
		if w := assets.TextWidth(got, 13, false); w > x.wide {
			t.Errorf("%q is %v wide, of %v", got, w, x.wide)
		}
		if head, cut := strings.CutSuffix(got, "…"); cut && !strings.HasPrefix(x.text, head) || !cut && got != "" && got != x.text {
			t.Errorf("%q became %q", x.text, got)
		}
	}
	// Names come from outside and may be long.
	if got := shape.Fit(strings.Repeat("é", 1<<20), 13, 100, false); len(got) > 100 {
		t.Errorf("a long name became %d bytes", len(got))
	}
}

func TestTicks(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 3))
	for range 3000 {
		to := tracefeed.Time(rng.Int64() >> rng.IntN(63))
		length := tracefeed.Time(rng.Int64()>>rng.IntN(63)) % max(1, to)
		checkTicks(t, to-length, to)
	}
	checkTicks(t, 0, math.MaxInt64)
	checkTicks(t, math.MaxInt64-3, math.MaxInt64)
	checkTicks(t, -1000, 1000)
	checkTicks(t, 5, 5)
}

// Ticks thin out with the density.
func TestTicksThinOut(t *testing.T) {
	t.Parallel()
	last := math.MaxInt
	for density := lod.Sparse; density <= lod.Crowded; density++ {
		n := 0
		for to := tracefeed.Time(100); to < 3000; to += 100 {
			view.Clock(to).EachTick(0, to, stage.MaxTicks(density, shape.Em(1), 1000), func(tracefeed.Time, string) { n++ })
		}
		if n >= last || n == 0 {
			t.Errorf("density %v: %d ticks, at the one before %d", density, n, last)
		}
		last = n
	}
}

// readTick reads a part of the name of a tick.
func readTick(t *testing.T, name string) tracefeed.Time {
	t.Helper()
	if name == "" {
		return 0
	}
	read, err := tracefeed.ParseTime(strings.NewReplacer("µ", "u", " ", "").Replace(name))
	if err != nil {
		t.Error(err)
	}
	return read
}

// checkTicks reports ticks that are too many or too few, outside, uneven, or
// wrongly named.
func checkTicks(t *testing.T, from, to tracefeed.Time) {
	t.Helper()
	var at []tracefeed.Time
	names, base := map[string]bool{}, tracefeed.Time(0)
	view.Clock(0).EachTick(from, to, stage.MaxTicks(lod.Sparse, shape.Em(1), 1000), func(m tracefeed.Time, name string) {
		at = append(at, m)
		if names[name] {
			t.Errorf("%d to %d: two ticks are called %q", from, to, name)
		}
		names[name] = true
		if m < max(0, from) || m > to {
			t.Errorf("%d to %d: a tick at %d", from, to, m)
		}
		if m == 0 {
			name = "0ns"
		}
		whole, since, later := strings.Cut(name, "+")
		if read := readTick(t, whole); whole != "" {
			base = read - read%tracefeed.Millisecond
		}
		read := readTick(t, whole)
		if later {
			read = base + readTick(t, since)
		}
		if read != m {
			t.Errorf("%d to %d: the tick at %d is called %q", from, to, m, name)
		}
	})
	if len(at) > 12 || to-max(from, 0) > 10 && len(at) < 2 {
		t.Errorf("%d to %d: ticks at %v", from, to, at)
	}
	for i := 2; i < len(at); i++ {
		if at[i]-at[i-1] != at[1]-at[0] {
			t.Errorf("%d to %d: uneven ticks at %v", from, to, at)
		}
	}
}

// Selected threads have names even if there is no room for all names.
func TestSelectedIsNamed(t *testing.T) {
	t.Parallel()
	tl := threads(t, 200)
	for _, kind := range kinds {
		for _, id := range []tracefeed.ThreadID{1, 77, 200} {
			look := lookAt(tl)
			look.Kind, look.Selected = kind, id
			_, f := pictureOf(tl, &look)
			if !slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Bold && x.Text == tl.Threads[id].Name }) {
				t.Errorf("%v: thread %d is selected and not named", kind, id)
			}
		}
	}
}

// Every category that is seen, and every shape, is in the legend, however
// narrow the picture is.
func TestLegendIsWhole(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	for _, wide := range []int{200, 400, 640, 1920} {
		look := lookAt(tl)
		look.Caption = true
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: wide, Height: 400, Scale: 1})
		for _, want := range []string{"running", "suspended", "blocking", "waits for", "deadlock"} {
			if !slices.ContainsFunc(f.Overlay.Texts,
				func(x shape.Text) bool { return strings.HasPrefix(strings.TrimPrefix(x.Text, "narrow end "), want) }) {
				t.Errorf("%d pixels wide: the legend does not name %s", wide, want)
			}
		}
	}
}

// Shortened names keep the end, which distinguishes names of a kind.
func TestFitName(t *testing.T) {
	t.Parallel()
	const size, wide = 13, 150
	for _, name := range []string{"a", "main.worker 25", "command-line-arguments.TestRW.func1 21",
		"command-line-arguments.TestRW.func1 22", strings.Repeat("é", 1<<20) + " 7"} {
		got := shape.FitName(name, size, wide, false)
		if w := assets.TextWidth(got, size, false); w > wide || !utf8.ValidString(got) {
			t.Errorf("%q is %v wide", got, w)
		}
		if got != name && (strings.Count(got, "…") != 1 || got[len(got)-2:] != name[len(name)-2:]) {
			t.Errorf("%.40q became %q", name, got)
		}
		if len(name) < 20 && got != name {
			t.Errorf("%q became %q", name, got)
		}
	}
}

// Clusters that differ only in a number have different texts in a narrow
// column, and their concurrency is omitted first.
func TestClusterNamesInLittleRoom(t *testing.T) {
	t.Parallel()
	sh := shape.NewSheet(shape.Canvas{Scale: 1}, paint.Dark(), nil)
	for _, wide := range []float32{118, 300} {
		seen := map[string]bool{}
		for n := range 12 {
			s := place.Slot{Name: fmt.Sprintf("server-%d-conn-* × 199", n), Concurrency: ", 191 at once"}
			got := nameText(sh, &s, 13, wide)
			if w := assets.TextWidth(got.Text, got.Size, got.Bold); w > wide || seen[got.Text] ||
				(wide < 300) != strings.Contains(got.Text, "…") {
				t.Errorf("%q in %v pixels: %v wide, or a name there was", got.Text, wide, w)
			}
			seen[got.Text] = true
		}
	}
}

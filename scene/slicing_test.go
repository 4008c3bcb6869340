package scene

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// sliced computes slices of a trace.
func sliced(tl *timeline.Timeline, definitions ...slice.Definition) *slice.Slices {
	locks := func(tracefeed.MonitorID) []string { return nil }
	s, err := slice.Compute(context.Background(), slice.Input{Timeline: tl, Locks: locks}, definitions, nil)
	if err != nil {
		panic(err)
	}
	for _, err := range s.Errors {
		if err != nil {
			panic(err)
		}
	}
	return s
}

// randomSlices returns slices that overlap: of threads, of spans, of stretches of time.
func randomSlices(rng *rand.Rand, tl *timeline.Timeline, n int) *slice.Slices {
	var list []slice.Definition
	for i := range n {
		d := slice.Definition{Name: fmt.Sprintf("s%d", i) + strings.Repeat(" of a long name", i%17/16),
			Colour: uint32(rng.IntN(1 << 24)), Of: slice.Spans, Extent: slice.Whole}
		switch rng.IntN(3) {
		case 0:
			d.Of = slice.Threads
		case 1:
			d.Where = fmt.Sprintf("state == %q", []string{"running", "blocking", "suspended", "IO"}[rng.IntN(4)])
		case 2:
			d.Where = fmt.Sprintf("duration > %dns", rng.IntN(20_000))
		}
		if rng.IntN(2) == 0 {
			d.From = tracefeed.Time(rng.Int64N(int64(tl.End) - 1))
			d.To = d.From + 1 + tracefeed.Time(rng.Int64N(int64(tl.End-d.From)))
		}
		list = append(list, d)
	}
	return sliced(tl, list...)
}

// timesOf returns the time of a thread by category, from a look at each piece of time in
// which no slice changes.
func timesOf(tl *timeline.Timeline, look *view.Look, how *colouring, t tracefeed.ThreadID, from, to tracefeed.Time) []tracefeed.Time {
	borders := []tracefeed.Time{from, to}
	for _, s := range look.Slicing.Sets {
		for _, v := range s.Of(t) {
			borders = append(borders, min(max(v.Start, from), to), min(max(v.End, from), to))
		}
	}
	slices.Sort(borders)
	times := make([]tracefeed.Time, how.size())
	for k := range borders[1:] {
		sum := tl.Lane(t).Sum(max(0, borders[k]), max(0, borders[k+1]))
		var in []string
		for i, s := range look.Slicing.Sets {
			if s.Contains(t, borders[k]) {
				in = append(in, look.Slicing.Definitions[i].Name)
			}
		}
		switch i := slices.IndexFunc(how.slices, func(d slice.Definition) bool { return slices.Contains(in, d.Name) }); {
		case look.Base != "" && !slices.Contains(in, look.Base):
			times[how.size()-1] += sum.Alive()
		case !look.SliceColours:
			addTimes(times, sum[:])
		case i >= 0:
			times[i] += sum.Alive()
		default:
			times[len(how.slices)] += sum.Alive()
		}
	}
	return times
}

// membersOf returns the threads of a slot.
func membersOf(s *place.Slot) []tracefeed.ThreadID {
	if s.Members != nil {
		return s.Members
	}
	return []tracefeed.ThreadID{s.Thread}
}

// checkSliced compares the cells of all rows with sums by timesOf.
func checkSliced(t *testing.T, tl *timeline.Timeline, look *view.Look, how *colouring, slots []place.Slot, s *shape.Shares) {
	t.Helper()
	g := look.Grid()
	cut := g.Start(g.Cut())
	for row := range slots {
		level := slots[row].Level
		layers := layersOf(how.categories(look, level))
		times := func(from, to tracefeed.Time) []tracefeed.Time {
			all := make([]tracefeed.Time, how.size())
			for _, member := range membersOf(&slots[row]) {
				addTimes(all, timesOf(tl, look, how, member, from, to))
			}
			return all
		}
		check := func(what string, got []uint16, times []tracefeed.Time, whole float64) {
			t.Helper()
			at := tracefeed.Time(0)
			for k := range got {
				if k < len(layers) {
					for _, of := range layers[k] {
						at += times[of]
					}
				}
				if d := float64(got[k])/65535 - float64(at)/whole; d > 1.0/65535 || d < -1.0/65535 {
					t.Fatalf("%s of row %d: layer %d reaches to %v, want %v", what, row, k, float64(got[k])/65535, float64(at)/whole)
				}
			}
			if at != sum(times) {
				t.Fatalf("%s of row %d: layers have %v of %v", what, row, at, sum(times))
			}
		}
		most, cells := 1.0, make([][]tracefeed.Time, s.Steps)
		for i := range s.Steps {
			cells[i] = times(g.Start(i), g.Start(i)+g.Length(i))
			if alive := sumOf(tl, membersOf(&slots[row]), g.Start(i), g.Start(i)+g.Length(i)).Alive(); alive != sum(cells[i]) {
				t.Fatalf("the test counts %v of %v", sum(cells[i]), alive)
			}
			if slots[row].Members != nil {
				most = max(most, float64(sum(cells[i]))/float64(g.Length(i)))
			}
		}
		for i := range s.Steps {
			check(fmt.Sprintf("step %d", i), s.Cell(row, i), cells[i], most*float64(g.Length(i)))
		}
		for part, ends := range [shape.CutCells][2]tracefeed.Time{{cut, g.Moment}, {g.Moment, cut + g.Length(g.Cut())},
			{max(0, g.Moment-g.Step), g.Moment}} {
			length := float64(max(1, ends[1]-ends[0]))
			parts := times(ends[0], ends[1])
			check(fmt.Sprintf("cell %d at the moment", part), s.Part(row, part), parts, length*max(most, float64(sum(parts))/length))
		}
	}
}

// Shares by slice, and by state in a base, are exact at every step and level, and caching
// between pictures has no effect on them.
func TestSharesOfSlices(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 15))
		tl := busy(t, 6, 400, seed)
		look, level := view.LookAt(tl), lod.Near
		var kept shareCache
		var divided slicer
		for walked := range 60 {
			if walked%10 == 0 {
				look.Slicing = randomSlices(rng, tl, rng.IntN(9))
				if walked == 30 {
					look.Slicing = randomSlices(rng, tl, mostSlices+1+rng.IntN(20))
				}
				look.SliceColours, look.Base = rng.IntN(3) > 0, ""
				if n := len(look.Slicing.Definitions); n > 0 && (rng.IntN(2) == 0 || !look.SliceColours) {
					look.Base = look.Slicing.Definitions[rng.IntN(n)].Name
				}
			}
			walk(rng, &look, &level, tl)
			look.Steps = min(look.Steps, 30)
			how := divided.colouring(&look, 0)
			slots := slotsOf(tl, &look, level)
			checkSliced(t, tl, &look, &how, slots, kept.update(&look, tl, &how, slots))
			checkTotals(t, rng, tl, &look, &how, &kept.cells)
		}
	}
}

// checkTotals compares the sums of an interval with those of lanes.
func checkTotals(t *testing.T, rng *rand.Rand, tl *timeline.Timeline, look *view.Look, how *colouring, c *shareCells) {
	t.Helper()
	from, to := look.Window()
	if rng.IntN(2) == 0 {
		from = tracefeed.Time(rng.Int64N(int64(tl.End)))
		to = from + tracefeed.Time(rng.Int64N(int64(tl.End-from)+1))
	}
	var cache sumCache
	got, want := cache.update(c, from, to, 0), newLevelSums(how.size())
	for i, id := range c.input.threads {
		addTimes(want[c.input.slots[c.input.rows[i]].level], timesOf(tl, look, how, id, from, to))
	}
	for l := range want {
		if !slices.Equal(got[l], want[l]) {
			t.Fatalf("level %d from %d to %d: %v, want %v", l, from, to, got[l], want[l])
		}
	}
}

// Drafts of states in a base have the right sum, and Refine makes them exact.
func TestDraftsInBase(t *testing.T) {
	t.Parallel()
	tl := busy(t, 5, 3000, 2)
	look := view.LookAt(tl)
	look.Slicing = sliced(tl, slice.Definition{Name: "base", Of: slice.Spans, Extent: slice.Whole, Where: `state == "running"`,
		From: tl.End / 4, To: tl.End / 2})
	look.Base = "base"
	exact, draft := Builder{}, Builder{MaxEvents: 100}
	want := exact.Frame(tl, &look, shape.Canvas{Width: 640, Height: 400, Scale: 1})
	got := draft.Frame(tl, &look, shape.Canvas{Width: 640, Height: 400, Scale: 1})
	if !got.Approximate || want.Approximate {
		t.Fatal("the draft is exact, or the exact picture is a draft")
	}
	woken := make(chan struct{}, 1000)
	for got.Approximate {
		if draft.Refine(func() { woken <- struct{}{} }) {
			got = draft.Frame(tl, &look, shape.Canvas{Width: 640, Height: 400, Scale: 1})
			continue
		}
		<-woken
	}
	draft.Stop()
	if !slices.Equal(got.Shares.Cum, want.Shares.Cum) || !slices.Equal(got.Shares.Cut, want.Shares.Cut) {
		t.Error("a refined picture differs from an exact one")
	}
	for i := range want.Totals {
		if got.Totals[i] != want.Totals[i] {
			t.Errorf("refined: %v, want %v", got.Totals[i], want.Totals[i])
		}
	}
}

package share

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/execution/slice"
	"tiv/internal/looks"
	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// timesOf returns the time of a thread by category, from a look at each piece of time in
// which no slice changes.
func timesOf(tl *timeline.Timeline, look *view.Look, how *Colouring, t tracefeed.ThreadID, from, to tracefeed.Time) []tracefeed.Time {
	borders := []tracefeed.Time{from, to}
	for _, s := range look.Slicing.Sets {
		for _, v := range s.Of(t) {
			borders = append(borders, min(max(v.Start, from), to), min(max(v.End, from), to))
		}
	}
	slices.Sort(borders)
	times := make([]tracefeed.Time, how.Size())
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
			times[how.Size()-1] += sum.Alive()
		case !look.SliceColours || how.Partition == nil: // no slice divides the base
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
func checkSliced(t *testing.T, tl *timeline.Timeline, look *view.Look, how *Colouring, slots []place.Slot, s *shape.Shares) {
	t.Helper()
	g := look.Grid()
	cut := g.Start(g.Cut())
	for row := range slots {
		level := slots[row].Level
		layers := layersOf(how.Categories(look, level))
		times := func(from, to tracefeed.Time) []tracefeed.Time {
			all := make([]tracefeed.Time, how.Size())
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
		tl := reduced.Busy(t, 6, 400, seed)
		look, level := view.LookAt(tl), lod.Near
		var kept Cache
		var divided Slicer
		for walked := range 60 {
			if walked%10 == 0 {
				look.Slicing = looks.Slices(rng, tl, rng.IntN(9))
				if walked == 30 {
					look.Slicing = looks.Slices(rng, tl, mostSlices+1+rng.IntN(20))
				}
				look.SliceColours, look.Base = rng.IntN(3) > 0, ""
				if n := len(look.Slicing.Definitions); n > 0 && (rng.IntN(2) == 0 || !look.SliceColours) {
					look.Base = look.Slicing.Definitions[rng.IntN(n)].Name
				}
			}
			walk(rng, &look, &level, tl)
			look.Steps = min(look.Steps, 30)
			how := divided.Colouring(&look, 0)
			slots := slotsOf(tl, &look, level)
			checkSliced(t, tl, &look, &how, slots, kept.Update(&look, tl, &how, slots))
			checkTotals(t, rng, tl, &look, &how, &kept.cells)
		}
	}
}

// checkTotals compares the sums of an interval with those of lanes.
func checkTotals(t *testing.T, rng *rand.Rand, tl *timeline.Timeline, look *view.Look, how *Colouring, c *cells) {
	t.Helper()
	from, to := look.Window()
	if rng.IntN(2) == 0 {
		from = tracefeed.Time(rng.Int64N(int64(tl.End)))
		to = from + tracefeed.Time(rng.Int64N(int64(tl.End-from)+1))
	}
	var cache sumCache
	got, want := cache.update(c, from, to, 0), newLevelSums(how.Size())
	for i, id := range c.input.threads {
		addTimes(want[c.input.slots[c.input.rows[i]].level], timesOf(tl, look, how, id, from, to))
	}
	for l := range want {
		if !slices.Equal(got[l], want[l]) {
			t.Fatalf("level %d from %d to %d: %v, want %v", l, from, to, got[l], want[l])
		}
	}
}

package share

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/looks"
	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// sumOf returns the time of threads in each state in an interval.
func sumOf(tl *timeline.Timeline, threads []tracefeed.ThreadID, from, to tracefeed.Time) (sum tracefeed.StateTimes) {
	for _, t := range threads {
		sum.Add(tl.Lane(t).Sum(max(0, from), max(0, to)))
	}
	return sum
}

// cellOf returns the cell of a bucket, as parts of the time of so many threads.
func cellOf(level lod.Level, sum tracefeed.StateTimes, length, threads float64) (cum [shape.LayerUnit]float64) {
	at := 0.0
	for k := range cum {
		if layers := level.Layers(); k < len(layers) {
			for _, s := range layers[k].States {
				at += float64(sum[s])
			}
		}
		cum[k] = at / length / threads
	}
	return cum
}

// checkCell compares a cell with the expected one.
func checkCell(t *testing.T, what string, got []uint16, want [shape.LayerUnit]float64) {
	t.Helper()
	for k := range want {
		if d := float64(got[k])/65535 - want[k]; d > 1.0/65535 || d < -1.0/65535 {
			t.Fatalf("%s: layer %d reaches to %v, want %v", what, k, float64(got[k])/65535, want[k])
		}
	}
}

// checkShares compares all cells with the sums of lanes. The full height of a
// cluster is the largest mean number of live members in a step, or in one of the cells
// at the moment.
func checkShares(t *testing.T, tl *timeline.Timeline, look *view.Look, slots []place.Slot, s *shape.Shares) {
	t.Helper()
	from, to := look.Window()
	newest := (to + look.Step - 1) / look.Step * look.Step // the end of cell 0
	if s.Rows != len(slots) || len(s.Cum) != s.Rows*s.Steps*shape.LayerUnit || len(s.Cut) != shape.CutCells*s.Rows*shape.LayerUnit ||
		newest-tracefeed.Time(s.Steps)*look.Step > from {
		t.Fatalf("%d rows of %d steps, %d cells", s.Rows, s.Steps, len(s.Cum))
	}
	cut := max(0, look.Moment-1) / look.Step * look.Step
	if at := float64(newest-max(look.Moment, 1)) / float64(look.Step); math.Abs(float64(s.Moment)-at) > 0.0011 {
		t.Fatalf("the moment is at %v, want %v", s.Moment, at)
	}
	for row, slot := range slots {
		members := slot.Members
		if members == nil {
			members = []tracefeed.ThreadID{slot.Thread}
		}
		begin := func(step int) tracefeed.Time { return newest - tracefeed.Time(step+1)*look.Step }
		long := func(step int) tracefeed.Time { return min(begin(step)+look.Step, max(tl.End, 1)) - begin(step) }
		most := 1.0
		for step := 0; len(members) > 1 && step < s.Steps; step++ {
			sum := sumOf(tl, members, begin(step), begin(step)+long(step))
			most = max(most, float64(sum.Alive())/float64(long(step)))
		}
		for step := range s.Steps {
			sum := sumOf(tl, members, begin(step), begin(step)+long(step))
			what := fmt.Sprintf("at %d, level %v: row %d step %d (of %d from %d)", look.Moment, slot.Level, row, step,
				look.Step, begin(step))
			checkCell(t, what, s.Cum[(row*s.Steps+step)*shape.LayerUnit:], cellOf(slot.Level, sum, float64(long(step)), most))
		}
		for part, ends := range [shape.CutCells][2]tracefeed.Time{{cut, look.Moment}, {look.Moment, min(cut+look.Step, tl.End)},
			{max(0, look.Moment-look.Step), look.Moment}} {
			sum, length := sumOf(tl, members, ends[0], ends[1]), float64(max(1, ends[1]-ends[0]))
			what := fmt.Sprintf("at %d, level %v: row %d cell %d at the moment (step %d, grid at %d)", look.Moment, slot.Level, row,
				part, look.Step, cut)
			checkCell(t, what, s.Part(row, part), cellOf(slot.Level, sum, length, max(most, float64(sum.Alive())/length)))
		}
	}
}

// Caching between pictures has no effect on them.
func TestSharesFollowAnyWalk(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		tl := reduced.Busy(t, 7, 800, seed)
		rng := rand.New(rand.NewPCG(seed, 9))
		look, level := view.LookAt(tl), lod.Near
		var kept Cache
		var last shape.Shares
		for range 250 {
			walk(rng, &look, &level, tl)
			slots := slotsOf(tl, &look, level)
			got := kept.Update(&look, tl, &Colouring{}, slots)
			var cache Cache
			if fresh := cache.Update(&look, tl, &Colouring{}, slots); !slices.Equal(got.Cum, fresh.Cum) ||
				!slices.Equal(got.Cut, fresh.Cut) {
				t.Fatalf("seed %d, at %d, step %d: kept shares differ from fresh ones", seed, look.Moment, look.Step)
			}
			if got.Version == last.Version && (got.First != last.First || !slices.Equal(got.Cum, last.Cum)) ||
				got.CutVersion == last.CutVersion && (got.Moment != last.Moment || !slices.Equal(got.Cut, last.Cut)) {
				t.Fatal("other shares have the same version")
			}
			last = *got
			last.Cum, last.Cut = slices.Clone(got.Cum), slices.Clone(got.Cut)
			if again := kept.Update(&look, tl, &Colouring{}, slots); again.Version != last.Version || again.CutVersion != last.CutVersion {
				t.Fatal("the same look has another version")
			}
			checkShares(t, tl, &look, slots, got)
		}
	}
}

// slotsOf returns the slots of a level.
func slotsOf(tl *timeline.Timeline, look *view.Look, level lod.Level) []place.Slot {
	of := *look
	of.Level = level
	a := place.Arranger{Tl: tl, Look: &of, Scale: 1, Space: shape.Rect{X0: 0, Y0: 0, X1: 800, Y1: 600}, Lost: new(place.LostTimes),
		Again: new(place.Repeats),
		Gone:  &place.Absentees{}, Sliced: false}
	l, _, _ := a.Arrange(place.Detail{})
	for i := range l.Slots {
		if l.Slots[i].Level = level; l.Slots[i].Close {
			l.Slots[i].Level = lod.Near
		}
	}
	return l.Slots
}

// walk changes a look as playing, seeking and settings do.
func walk(rng *rand.Rand, look *view.Look, level *lod.Level, tl *timeline.Timeline) {
	switch rng.IntN(13) {
	case 12:
		look.Ahead = []float64{0, 1, view.StartAhead, rng.Float64()}[rng.IntN(4)]
	case 0: // jump
		look.Moment = tracefeed.Time(rng.Int64N(int64(tl.End) + 1))
	case 1:
		look.Moment = []tracefeed.Time{0, 1, tl.End}[rng.IntN(3)]
	case 2, 3: // back
		if rng.IntN(2) == 0 {
			look.Moment -= tracefeed.Time(rng.Int64N(40)) * look.Step
		}
		look.Moment -= tracefeed.Time(rng.Int64N(int64(3 * look.Step)))
	case 4: // to the grid
		look.Moment = (look.Moment + look.Step) / look.Step * look.Step
	case 5:
		if rng.IntN(4) == 0 {
			look.Step = []tracefeed.Time{1000, 3700, 10000, 12345, tl.End, 2 * tl.End}[rng.IntN(6)]
		}
	case 6:
		if rng.IntN(4) == 0 {
			*level = lod.Near + lod.Level(rng.IntN(4))
		}
	case 7:
		if rng.IntN(4) == 0 {
			look.Steps = 1 + rng.IntN(60)
		}
	case 8:
		if rng.IntN(3) == 0 {
			rng.Shuffle(len(look.Threads), func(i, k int) {
				look.Threads[i], look.Threads[k] = look.Threads[k], look.Threads[i]
			})
		}
		if rng.IntN(3) == 0 {
			look.Detailed = looks.Threads(rng, tl)
		}
	default: // play on
		look.Moment += tracefeed.Time(rng.Int64N(int64(2 * look.Step)))
	}
	look.Moment = min(max(look.Moment, 0), tl.End)
}

// Shares that several goroutines make are the same.
func TestSharesOfManyEvents(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 20, 300_000, 1)
	for _, level := range []lod.Level{lod.Near, lod.Crowd} {
		look := view.LookAt(tl)
		slots := slotsOf(tl, &look, level)
		var m Cache
		checkShares(t, tl, &look, slots, m.Update(&look, tl, &Colouring{}, slots))
	}
}

// Two crowds of equal size that begin with the same thread are not the same.
func TestSharesTellCrowdsApart(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 4, 300, 1)
	look := view.LookAt(tl)
	var kept Cache
	for _, other := range []tracefeed.ThreadID{2, 3, 4, 2} {
		slots := []place.Slot{{Thread: 1, Level: lod.Crowd, Members: []tracefeed.ThreadID{1, other}}}
		checkShares(t, tl, &look, slots, kept.Update(&look, tl, &Colouring{}, slots))
	}
}

// Merging states loses no time: the layers of every level reach to the same
// height, and each is the sum of its parts.
func TestSharesOfMergedLevels(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 5, 500, 3)
	look := view.LookAt(tl)
	var near Cache
	all := near.Update(&look, tl, &Colouring{}, slotsOf(tl, &look, lod.Near))
	for _, level := range []lod.Level{lod.Mid, lod.Far} {
		t.Run(fmt.Sprint(level), func(t *testing.T) {
			var m Cache
			merged := m.Update(&look, tl, &Colouring{}, slotsOf(tl, &look, level))
			last := shape.LayerUnit - 1
			for cell := 0; cell < len(all.Cum); cell += shape.LayerUnit {
				if all.Cum[cell+last] != merged.Cum[cell+last] {
					t.Fatalf("cell %d reaches to %d, at level near to %d", cell, merged.Cum[cell+last], all.Cum[cell+last])
				}
				if merged.Cum[cell] != all.Cum[cell+1] {
					t.Fatalf("cell %d: executing reaches to %d, running and runnable to %d", cell, merged.Cum[cell], all.Cum[cell+1])
				}
			}
		})
	}
}

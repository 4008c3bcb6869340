package scene

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/lod"
	"tiv/timeline"
	"tiv/tracefeed"
)

// bucketOf returns the time of a slot's members in each state in a step, and
// the length of the step.
func bucketOf(tl *timeline.Timeline, look *Look, members []tracefeed.ThreadID, step int) (sum tracefeed.StateTimes, length float64) {
	from := look.grid().start(step)
	to := min(from+look.Step, look.Moment)
	for _, t := range members {
		sum.Add(tl.Lane(t).Sum(max(0, from), to))
	}
	return sum, float64(max(1, to-from))
}

// want returns the expected cells of a slot. The full height of a cluster is
// the largest mean number of live members in a step.
func want(tl *timeline.Timeline, look *Look, level lod.Level, members []tracefeed.ThreadID) (cum [][MaxLayers]float64) {
	most := 1.0
	if len(members) > 1 {
		for step := range look.Steps {
			sum, length := bucketOf(tl, look, members, step)
			most = max(most, float64(sum.Alive())/length)
		}
	}
	cum = make([][MaxLayers]float64, look.Steps)
	for step := range cum {
		sum, length := bucketOf(tl, look, members, step)
		at := 0.0
		for k := range cum[step] {
			if layers := level.Layers(); k < len(layers) {
				for _, s := range layers[k].States {
					at += float64(sum[s])
				}
			}
			cum[step][k] = at / length / most
		}
	}
	return cum
}

// checkShares compares all cells with the sums of lanes.
func checkShares(t *testing.T, tl *timeline.Timeline, look *Look, slots []slot, s *Shares) {
	t.Helper()
	if s.Rows != len(slots) || s.Steps != look.Steps || len(s.Cum) != s.Rows*s.Steps*MaxLayers || s.First != look.grid().first() {
		t.Fatalf("%d rows of %d steps, %d cells, first %v", s.Rows, s.Steps, len(s.Cum), s.First)
	}
	for row, slot := range slots {
		members := slot.members
		if members == nil {
			members = []tracefeed.ThreadID{slot.thread}
		}
		for step, cum := range want(tl, look, slot.level, members) {
			for k := range cum {
				got := float64(s.Cum[(row*s.Steps+step)*MaxLayers+k]) / 65535
				if d := got - cum[k]; d > 1.0/65535 || d < -1.0/65535 {
					t.Fatalf("at %d, level %v: row %d step %d (of %d from %d): layer %d reaches to %v, want %v",
						look.Moment, slot.level, row, step, look.Step, look.grid().start(step), k, got, cum[k])
				}
			}
		}
	}
}

// Caching between pictures has no effect on them.
func TestSharesFollowAnyWalk(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		tl := busy(t, 7, 800, seed)
		rng := rand.New(rand.NewPCG(seed, 9))
		look, level := LookAt(tl), lod.Near
		var kept shareCache
		version, cum, first := uint64(0), []uint16(nil), float32(0)
		for range 250 {
			walk(rng, &look, &level, tl)
			slots := slotsOf(tl, &look, level)
			got := kept.update(tl, look.grid(), slots)
			var fresh shareCache
			if !slices.Equal(got.Cum, fresh.update(tl, look.grid(), slots).Cum) {
				t.Fatalf("seed %d, at %d, step %d: kept shares differ from fresh ones", seed, look.Moment, look.Step)
			}
			if got.Version == version && (got.First != first || !slices.Equal(got.Cum, cum)) {
				t.Fatal("other shares have the same version")
			}
			version, cum, first = got.Version, slices.Clone(got.Cum), got.First
			if again := kept.update(tl, look.grid(), slots); again.Version != version || !slices.Equal(again.Cum, cum) {
				t.Fatal("the same look has other shares, or another version")
			}
			checkShares(t, tl, &look, slots, got)
		}
	}
}

// slotsOf returns the slots of a level.
func slotsOf(tl *timeline.Timeline, look *Look, level lod.Level) []slot {
	var lost *lostTimes
	if level == lod.Crowd {
		lost = new(lostTimes).of(tl)
	}
	slots, _ := listSlots(tl, look, lost)
	l := layout{slots: slots}
	l.setLevel(level)
	return slots
}

// walk changes a look as playing, seeking and settings do.
func walk(rng *rand.Rand, look *Look, level *lod.Level, tl *timeline.Timeline) {
	switch rng.IntN(12) {
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
			look.Detailed = randomThreads(rng, tl)
		}
	default: // play on
		look.Moment += tracefeed.Time(rng.Int64N(int64(2 * look.Step)))
	}
	look.Moment = min(max(look.Moment, 0), tl.End)
}

// Shares that several goroutines make are the same.
func TestSharesOfManyEvents(t *testing.T) {
	t.Parallel()
	tl := busy(t, 20, 300_000, 1)
	for _, level := range []lod.Level{lod.Near, lod.Crowd} {
		look := LookAt(tl)
		slots := slotsOf(tl, &look, level)
		var m shareCache
		checkShares(t, tl, &look, slots, m.update(tl, look.grid(), slots))
	}
}

// Two crowds of equal size that begin with the same thread are not the same.
func TestSharesTellCrowdsApart(t *testing.T) {
	t.Parallel()
	tl := busy(t, 4, 300, 1)
	look := LookAt(tl)
	var kept shareCache
	for _, other := range []tracefeed.ThreadID{2, 3, 4, 2} {
		slots := []slot{{thread: 1, level: lod.Crowd, members: []tracefeed.ThreadID{1, other}}}
		checkShares(t, tl, &look, slots, kept.update(tl, look.grid(), slots))
	}
}

// Merging states loses no time: the layers of every level reach to the same
// height, and each is the sum of its parts.
func TestSharesOfMergedLevels(t *testing.T) {
	t.Parallel()
	tl := busy(t, 5, 500, 3)
	look := LookAt(tl)
	var near shareCache
	all := near.update(tl, look.grid(), slotsOf(tl, &look, lod.Near))
	for _, level := range []lod.Level{lod.Mid, lod.Far} {
		t.Run(fmt.Sprint(level), func(t *testing.T) {
			var m shareCache
			merged := m.update(tl, look.grid(), slotsOf(tl, &look, level))
			last := MaxLayers - 1
			for cell := 0; cell < len(all.Cum); cell += MaxLayers {
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

package scene

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// slotsFor returns n slots of threads 1 to n.
func slotsFor(n int) []slot {
	slots := make([]slot, n)
	for i := range slots {
		slots[i] = slot{thread: tracefeed.ThreadID(i + 1)}
	}
	return slots
}

// checkRows reports rows of the timeline view that overlap or have no height.
func checkRows(t *testing.T, l *layout) {
	t.Helper()
	sorted := slices.Clone(l.slots)
	slices.SortFunc(sorted, func(a, b slot) int { return cmp.Compare(a.at[1], b.at[1]) })
	for i, s := range sorted {
		if s.row <= 0.02 {
			t.Errorf("the row of thread %d is %v high", s.thread, s.row)
		}
		if i == 0 {
			continue
		}
		if p := sorted[i-1]; p.at[1]+p.row/2 > s.at[1]-s.row/2 {
			t.Errorf("the rows of threads %d (%v ± %v) and %d (%v ± %v) overlap",
				p.thread, p.at[1], p.row/2, s.thread, s.at[1], s.row/2)
		}
	}
}

var arrangements = []Arrangement{Rows, Grid, Ring, Force}

// randomPulls are where waits pull some of n threads.
func randomPulls(rng *rand.Rand, n int) map[tracefeed.ThreadID]mgl32.Vec2 {
	pulled := map[tracefeed.ThreadID]mgl32.Vec2{}
	for i := range n {
		if rng.IntN(4) > 0 {
			pulled[tracefeed.ThreadID(i+1)] = mgl32.Vec2{rng.Float32()*2 - 1, float32(rng.IntN(20))/10 - 1}
		}
	}
	return pulled
}

func TestArrange(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 9))
	for _, n := range []int{0, 1, 2, 3, 5, 10, 60, 61, 200, 2000} {
		for _, aspect := range []float32{0.1, 0.5, 1, 16.0 / 9, 4, 20} {
			for _, a := range arrangements {
				t.Run(fmt.Sprintf("%d threads at %v as %v", n, aspect, a), func(t *testing.T) {
					look := &ViewState{Options: Options{Arrangement: a}, Targets: randomPulls(rng, n)}
					l := arrange(slotsFor(n), look, aspect)
					checkRows(t, l)
					checkFronts(t, l)
					if len(l.slotOf) != n || l.depth <= 0 || l.high[0] <= l.low[0] || l.high[1] <= l.low[1] {
						t.Errorf("%d slots by thread, depth %v, from %v to %v", len(l.slotOf), l.depth, l.low, l.high)
					}
					heights := map[float32]bool{}
					for _, s := range l.slots {
						heights[s.at[1]] = true
					}
					if len(heights) != n {
						t.Errorf("%d threads stand at %d heights", n, len(heights))
					}
				})
			}
		}
	}
}

// checkFronts reports fronts that cover each other or lie outside the bounds.
func checkFronts(t *testing.T, l *layout) {
	t.Helper()
	for i, a := range l.slots {
		for k := range a.at {
			if a.at[k]-l.half[k] < l.low[k]-1e-3 || a.at[k]+l.half[k] > l.high[k]+1e-3 {
				t.Fatalf("thread %d at %v ± %v lies outside %v to %v", a.thread, a.at, l.half, l.low, l.high)
			}
		}
		for _, b := range l.slots[i+1:] {
			d := a.at.Sub(b.at)
			if abs(d[0]) < 2*l.half[0] && abs(d[1]) < 2*l.half[1] {
				t.Fatalf("the fronts of threads %d at %v and %d at %v cover each other", a.thread, a.at, b.thread, b.at)
			}
		}
	}
}

// The threads of a cluster stay together: no other thread's height is between
// theirs, or, in a ring, no other thread is between them along the ring.
func TestArrangeKeepsClustersTogether(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		n := 1 + rng.IntN(60)
		slots, look := slotsFor(n), &ViewState{Options: Options{Arrangement: arrangements[rng.IntN(len(arrangements))]}}
		if rng.IntN(2) == 0 {
			look.Targets = randomPulls(rng, n)
		}
		cluster := map[tracefeed.ThreadID]int{}
		for first := 1; first <= n; {
			size := 1 + rng.IntN(12)
			var c Cluster
			for t := first; t < first+size && t <= n; t++ {
				c.Threads = append(c.Threads, tracefeed.ThreadID(t))
			}
			if first += size; rng.IntN(3) > 0 {
				look.Clusters = append(look.Clusters, c)
				for _, t := range c.Threads {
					cluster[t] = len(look.Clusters)
				}
			}
		}
		l := arrange(slots, look, 1.5)
		checkRows(t, l)
		checkFronts(t, l)
		runs := map[int]int{}
		order := goingThrough(l, look.Arrangement)
		for i, s := range order {
			if i == 0 || cluster[s.thread] != cluster[order[i-1].thread] {
				runs[cluster[s.thread]]++
			}
		}
		for c := range look.Clusters {
			if runs[c+1] != 1 {
				t.Fatalf("%v: cluster %d of %v stands in %d places", look.Arrangement, c, look.Clusters[c].Threads, runs[c+1])
			}
		}
	}
}

// goingThrough lists slots from the top to the bottom, or around a ring.
func goingThrough(l *layout, a Arrangement) []slot {
	sorted := slices.Clone(l.slots)
	slices.SortFunc(sorted, func(x, y slot) int {
		if right := x.at[0] > 0; a == Ring && right != (y.at[0] > 0) {
			if right {
				return -1
			}
			return 1
		} else if a == Ring && !right {
			return cmp.Compare(x.at[1], y.at[1])
		}
		return cmp.Compare(y.at[1], x.at[1])
	})
	return sorted
}

func TestArrangeIgnoresPlacesInACrowd(t *testing.T) {
	t.Parallel()
	slots := slotsFor(2)
	slots[0].members = []tracefeed.ThreadID{1, 7}
	l := arrange(slots, &ViewState{Places: map[tracefeed.ThreadID]mgl32.Vec2{1: {9, 9}}}, 1)
	if l.slots[0].at == (mgl32.Vec2{9, 9}) {
		t.Error("a cluster stands where the user put one of its members")
	}
	if l.slotOf[7] != 0 || l.slotOf[1] != 0 || l.slotOf[2] != 1 {
		t.Errorf("threads stand at slots %v", l.slotOf)
	}
}

func TestBent(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		l := arrange(slotsFor(2+rng.IntN(20)), &ViewState{Options: Options{Arrangement: arrangements[rng.IntN(4)]}}, 0.5+2*rng.Float32())
		from, to := l.slots[rng.IntN(len(l.slots))].at, l.slots[rng.IntN(len(l.slots))].at
		want := (rng.Float32() - 0.5) * 20
		got := l.bent(from, to, want)
		mid := from.Add(to).Mul(0.5).Add(leftOf(to.Sub(from)).Mul(got))
		for k := range mid {
			if mid[k] < l.low[k]-1e-3 || mid[k] > l.high[k]+1e-3 {
				t.Fatalf("from %v to %v, bent by %v of %v: %v lies outside %v to %v", from, to, got, want, mid, l.low, l.high)
			}
		}
		if got*want < 0 || abs(got) > abs(want) {
			t.Fatalf("from %v to %v, bent by %v, wanted %v", from, to, got, want)
		}
	}
	l := arrange(slotsFor(60), &ViewState{}, 1.5)
	if got := l.bent(l.slots[27].at, l.slots[28].at, 2); got != 2 {
		t.Errorf("in the middle, a line is bent by %v instead of 2", got)
	}
}

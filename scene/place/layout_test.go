package place

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/view"
	"tiv/tracefeed"
)

// slotsFor returns n slots of threads 1 to n.
func slotsFor(n int) []Slot {
	slots := make([]Slot, n)
	for i := range slots {
		slots[i] = Slot{Thread: tracefeed.ThreadID(i + 1)}
	}
	return slots
}

// checkRows reports rows of the timeline view that overlap or have no height.
func checkRows(t *testing.T, l *Layout) {
	t.Helper()
	sorted := slices.Clone(l.Slots)
	slices.SortFunc(sorted, func(a, b Slot) int { return cmp.Compare(a.At[1], b.At[1]) })
	for i, s := range sorted {
		if s.Row <= 0.02 {
			t.Errorf("the row of thread %d is %v high", s.Thread, s.Row)
		}
		if i == 0 {
			continue
		}
		if p := sorted[i-1]; p.At[1]+p.Row/2 > s.At[1]-s.Row/2 {
			t.Errorf("the rows of threads %d (%v ± %v) and %d (%v ± %v) overlap",
				p.Thread, p.At[1], p.Row/2, s.Thread, s.At[1], s.Row/2)
		}
	}
}

var arrangements = []view.Arrangement{view.Rows, view.Grid, view.Ring, view.Force}

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
					look := &view.State{Options: view.Options{Arrangement: a}, Targets: randomPulls(rng, n)}
					l := arrange(slotsFor(n), look, aspect, new(Repeats))
					checkRows(t, l)
					checkFronts(t, l)
					if len(l.SlotOf) != n || l.Depth <= 0 || l.High[0] <= l.Low[0] || l.High[1] <= l.Low[1] {
						t.Errorf("%d slots by thread, depth %v, from %v to %v", len(l.SlotOf), l.Depth, l.Low, l.High)
					}
					heights := map[float32]bool{}
					for _, s := range l.Slots {
						heights[s.At[1]] = true
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
func checkFronts(t *testing.T, l *Layout) {
	t.Helper()
	for i, a := range l.Slots {
		for k := range a.At {
			if a.At[k]-l.Half[k] < l.Low[k]-1e-3 || a.At[k]+l.Half[k] > l.High[k]+1e-3 {
				t.Fatalf("thread %d at %v ± %v lies outside %v to %v", a.Thread, a.At, l.Half, l.Low, l.High)
			}
		}
		for _, b := range l.Slots[i+1:] {
			d := a.At.Sub(b.At)
			if mgl32.Abs(d[0]) < 2*l.Half[0] && mgl32.Abs(d[1]) < 2*l.Half[1] {
				t.Fatalf("the fronts of threads %d at %v and %d at %v cover each other", a.Thread, a.At, b.Thread, b.At)
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
		slots, look := slotsFor(n), &view.State{Options: view.Options{Arrangement: arrangements[rng.IntN(len(arrangements))]}}
		if rng.IntN(2) == 0 {
			look.Targets = randomPulls(rng, n)
		}
		cluster := map[tracefeed.ThreadID]int{}
		for first := 1; first <= n; {
			size := 1 + rng.IntN(12)
			var c view.Cluster
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
		l := arrange(slots, look, 1.5, new(Repeats))
		checkRows(t, l)
		checkFronts(t, l)
		runs := map[int]int{}
		order := goingThrough(l, look.Arrangement)
		for i, s := range order {
			if i == 0 || cluster[s.Thread] != cluster[order[i-1].Thread] {
				runs[cluster[s.Thread]]++
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
func goingThrough(l *Layout, a view.Arrangement) []Slot {
	sorted := slices.Clone(l.Slots)
	slices.SortFunc(sorted, func(x, y Slot) int {
		if right := x.At[0] > 0; a == view.Ring && right != (y.At[0] > 0) {
			if right {
				return -1
			}
			return 1
		} else if a == view.Ring && !right {
			return cmp.Compare(x.At[1], y.At[1])
		}
		return cmp.Compare(y.At[1], x.At[1])
	})
	return sorted
}

func TestArrangeIgnoresPlacesInACrowd(t *testing.T) {
	t.Parallel()
	slots := slotsFor(2)
	slots[0].Members = []tracefeed.ThreadID{1, 7}
	l := arrange(slots, &view.State{Places: map[tracefeed.ThreadID]mgl32.Vec2{1: {9, 9}}}, 1, new(Repeats))
	if l.Slots[0].At == (mgl32.Vec2{9, 9}) {
		t.Error("a cluster stands where the user put one of its members")
	}
	if l.SlotOf[7] != 0 || l.SlotOf[1] != 0 || l.SlotOf[2] != 1 {
		t.Errorf("threads stand at slots %v", l.SlotOf)
	}
}

package place

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/view"
	"tiv/tracefeed"
)

// For any places set by the user, in every arrangement and window, no bar
// covers another, and each has a row of its own. Other bars keep their rows, and only those that a
// moved one would cover step aside. A thread is at its set place, or no farther from it than
// rows and other moved ones make necessary.
func TestArrangeKeepsPlaces(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 600 {
		n, aspect := 1+rng.IntN(40), 0.4+2*rng.Float32()
		look := &view.State{Options: view.Options{Arrangement: arrangements[rng.IntN(len(arrangements))]}, Targets: randomPulls(rng, n)}
		rest := arrange(slotsFor(n), look, aspect, new(Repeats))
		look.Places = map[tracefeed.ThreadID]mgl32.Vec2{}
		for i := range n {
			switch id := tracefeed.ThreadID(i + 1); rng.IntN(4) {
			case 0:
				look.Places[id] = mgl32.Vec2{rng.Float32()*3 - 1.5, rng.Float32()*3 - 1.5}
			case 1: // on top of another
				look.Places[id] = rest.Unmoved.Part(rest.Slots[rng.IntN(n)].At)
			}
		}
		l := arrange(slotsFor(n), look, aspect, new(Repeats))
		checkRows(t, l)
		checkFronts(t, l)
		var taken []obstacle
		for i, s := range l.Slots {
			if _, moved := look.Places[s.Thread]; !moved {
				taken = append(taken, obstacle{s.At, true})
				if s.At[1] != rest.Slots[i].At[1] || s.At != rest.Slots[i].At && !isCovered(l, look, rest.Slots[i].At) {
					t.Fatalf("thread %d stands at %v, without the user's places at %v", s.Thread, s.At, rest.Slots[i].At)
				}
			}
		}
		for _, s := range l.Slots {
			if part, moved := look.Places[s.Thread]; moved {
				checkNearest(t, l, s.At, l.Unmoved.at(part), taken)
				taken = append(taken, obstacle{s.At, false})
			}
		}
	}
}

// isCovered reports whether a moved bar would cover one at a place.
func isCovered(l *Layout, look *view.State, at mgl32.Vec2) bool {
	return slices.ContainsFunc(l.Slots, func(s Slot) bool {
		_, moved := look.Places[s.Thread]
		d := s.At.Sub(at)
		return moved && mgl32.Abs(d[0]) < 2.05*l.Half[0] && mgl32.Abs(d[1]) < 2.05*l.Half[1]
	})
}

// checkNearest reports a bar with a free place nearer to its set place: it
// tries many other places.
func checkNearest(t *testing.T, l *Layout, at, want mgl32.Vec2, taken []obstacle) {
	t.Helper()
	const tries = 41
	far := at.Sub(want).Len()
	for i := range tries * tries {
		d := mgl32.Vec2{float32(i%tries)/(tries-1)*2 - 1, float32(i/tries)/(tries-1)*2 - 1}.Mul(far)
		if d.Len() > 0.95*far-0.05 {
			continue
		}
		free := true
		for _, o := range taken {
			gap := want.Add(d).Sub(o.at)
			apart := mgl32.Abs(gap[0]) > 2.1*l.Half[0] || mgl32.Abs(gap[1]) > 2.1*l.Half[1]
			free = free && mgl32.Abs(gap[1]) > 1.05*rowApart && (o.yields || apart)
		}
		if free {
			t.Fatalf("placed at %v, a bar stands at %v, though %v is free", want, at, want.Add(d))
		}
	}
}

// A thread with a set place is at the same place in the window for any layout
// and number of threads, unless the place is taken.
func TestPlacesFollowTheLayout(t *testing.T) {
	t.Parallel()
	const corner = 1.3
	for _, n := range []int{2, 7, 40, 300} {
		for _, a := range arrangements {
			l := arrange(slotsFor(n), &view.State{Options: view.Options{Arrangement: a},
				Places: map[tracefeed.ThreadID]mgl32.Vec2{2: {corner, -corner}}}, 1.5, new(Repeats))
			rest := arrange(slotsFor(n), &view.State{Options: view.Options{Arrangement: a}}, 1.5, new(Repeats))
			for k, side := range [2]float32{corner, -corner} {
				want := (rest.Low[k]+rest.High[k])/2 + side*(rest.High[k]-rest.Low[k])/2
				if got := l.Slots[1].At[k]; mgl32.Abs(got-want) > 1e-3*(1+mgl32.Abs(want)) {
					t.Errorf("%d threads as %v: axis %d: %v, want %v", n, a, k, got, want)
				}
			}
		}
	}
}

// Places in a file may have any value.
func TestWildPlaces(t *testing.T) {
	t.Parallel()
	inf := float32(math.Inf(1))
	for _, at := range []mgl32.Vec2{{3e38, -3e38}, {inf, inf}, {-inf, 0}} {
		l := arrange(slotsFor(5), &view.State{Places: map[tracefeed.ThreadID]mgl32.Vec2{1: at, 2: at, 3: at}}, 1.5, new(Repeats))
		checkRows(t, l)
		checkFronts(t, l)
		if l.High.Sub(l.Low).Len() > 1000 {
			t.Errorf("%v: from %v to %v", at, l.Low, l.High)
		}
	}
}

// A bar that is put on another stays there, and the other one steps aside in its row.
func TestBarsMakeRoom(t *testing.T) {
	t.Parallel()
	rest := arrange(slotsFor(9), &view.State{}, 1.5, new(Repeats))
	target := rest.Slots[4].At
	l := arrange(slotsFor(9), &view.State{Places: map[tracefeed.ThreadID]mgl32.Vec2{1: rest.Unmoved.Part(target)}}, 1.5, new(Repeats))
	if by := l.Slots[0].At.Sub(target); mgl32.Abs(by[0]) > 1e-3 || mgl32.Abs(by[1]) > 1 {
		t.Errorf("a bar that was put at %v is at %v", target, l.Slots[0].At)
	}
	if at := l.Slots[4].At; at == target || at[1] != target[1] {
		t.Errorf("the bar below it is at %v, and was at %v", at, target)
	}
	if s := &l.Slots[4]; s.Line != 0 || s.Column != 0 || rest.Slots[4].Line == 0 {
		t.Errorf("the bar below it is in column %d of line %d", s.Column, s.Line)
	}
	checkFronts(t, l)
}

// A cluster that is folded is at the middle of its threads if the user placed them, or else at
// its own place, around which its threads are when it is unfolded.
func TestClustersKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	members := []tracefeed.ThreadID{1, 2, 3}
	folded := func() []Slot {
		slots := slotsFor(8)[2:]
		slots[0] = Slot{Thread: 1, Members: members, User: 1, group: "c"}
		return slots
	}
	of := view.State{Clusters: []view.Cluster{{Name: "c", Threads: members}},
		Places: map[tracefeed.ThreadID]mgl32.Vec2{1: {1.5, 1}, 2: {1.5, 1.4}}}
	l := arrange(folded(), &of, 1.5, new(Repeats))
	if by := l.Slots[0].At.Sub(l.Unmoved.at(mgl32.Vec2{1.5, 1.2})); by.Len() > 0.5 {
		t.Errorf("the folded cluster is %v away from the middle of its threads", by)
	}
	of.Places, of.GroupPlaces = nil, map[string]mgl32.Vec2{"c": {-1.5, -1.2}}
	l = arrange(folded(), &of, 1.5, new(Repeats))
	if by := l.Slots[0].At.Sub(l.Unmoved.at(mgl32.Vec2{-1.5, -1.2})); by.Len() > 0.5 {
		t.Errorf("the folded cluster is %v away from its place", by)
	}
	slots := slotsFor(8)
	for i := range members {
		slots[i].User = 1
	}
	l = arrange(slots, &of, 1.5, new(Repeats))
	middle := l.Slots[0].At.Add(l.Slots[1].At).Add(l.Slots[2].At).Mul(1. / 3)
	if by := middle.Sub(l.Unmoved.at(mgl32.Vec2{-1.5, -1.2})); by.Len() > 1 {
		t.Errorf("the middle of the unfolded cluster is %v away from its place", by)
	}
	crowd := slotsFor(3)
	crowd[1] = Slot{Thread: 2, Members: members, group: "worker *"}
	l = arrange(crowd, &view.State{GroupPlaces: map[string]mgl32.Vec2{"worker *": {2, 2}}}, 1.5, new(Repeats))
	if by := l.Slots[1].At.Sub(l.Unmoved.at(mgl32.Vec2{2, 2})); by.Len() > 0.5 {
		t.Errorf("the group is %v away from its place", by)
	}
}

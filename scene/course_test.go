package scene

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// crossedBars returns the slots whose fronts a wedge touches, without its ends.
func crossedBars(p *picture, l *Link) (slots []int) {
	outline := shape(p, l).outline()
	for i := range p.layout.slots {
		f := p.layout.face(i)
		corners := []mgl32.Vec2{f.at.Sub(f.half), f.at.Add(mgl32.Vec2{f.half[0], -f.half[1]}), f.at.Add(f.half), f.at.Add(mgl32.Vec2{-f.half[0], f.half[1]})}
		touches := slices.ContainsFunc(along(outline), func(at mgl32.Vec2) bool { return inside(corners, at) })
		if touches && i != p.graph.ends[l.blocked].slot && i != p.graph.ends[l.blocker].slot {
			slots = append(slots, i)
		}
	}
	return slots
}

// An edge bends around a bar between its ends, which it touches at their
// borders, and so do two edges in opposite directions, apart.
func TestEdgesBendAroundBars(t *testing.T) {
	t.Parallel()
	tl := story(t, "0ms C start\n"+turns)
	look := lookAt(tl)
	look.History = look.Steps
	look.Kind = Interaction
	// C stands in the middle between A and B.
	look.Places = map[tracefeed.ThreadID]mgl32.Vec2{2: {-0.9, 0.9}, 1: {0, 0}, 3: {0.9, -0.9}}
	p, f := pictureOf(tl, &look)
	if len(f.Links) != 2 {
		t.Fatalf("%d links", len(f.Links))
	}
	for i := range f.Links {
		l := &f.Links[i]
		if c := crossedBars(p, l); len(c) > 0 || l.bend == 0 {
			t.Errorf("the edge with bend %v crosses %v", l.bend, c)
		}
		w := shape(p, l)
		if !onBorder(p.layout, p.graph.ends[l.blocked].at, w.a) || !onBorder(p.layout, p.graph.ends[l.blocker].at, w.b) {
			t.Errorf("it goes from %v to %v", w.a, w.b)
		}
		mid, _ := w.at(0.5)
		at, _ := f.Views[0].Project(mid.Vec3(0))
		if pick, _ := f.At(at[0], at[1]); pick != (PickID{PickEdge, int32(i)}) {
			t.Errorf("on the bent edge %d one picks %v", i, pick)
		}
	}
	one, other := shape(p, &f.Links[0]).outline(), shape(p, &f.Links[1]).outline()
	for _, at := range along(one) {
		if inside(other, at) {
			t.Fatalf("both edges are at %v", at)
		}
	}
}

// No edge is bent over a bar, edges between the same two bars do not overlap in
// their middles, and bending leaves fewer crossings.
func TestBentEdgesCrossNothing(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 3))
	bent, crossing, straight := 0, 0, 0
	for range 25 {
		tl := busy(t, 3+rng.IntN(20), 600, rng.Uint64N(20))
		look := lookAt(tl)
		look.Kind, look.History, look.Findings = Interaction, look.Steps, nil
		look.Arrangement = Arrangement(rng.IntN(4))
		p, f := pictureOf(tl, &look)
		for i := range f.Links {
			l := f.Links[i]
			if l.lanes == 0 || l.blocked == l.blocker {
				continue
			}
			crosses := len(crossedBars(p, &l)) > 0
			if crosses && l.bend != 0 && l.lanes == 1 {
				t.Errorf("an edge is bent by %v over a bar", l.bend)
			}
			if crosses {
				crossing++
			}
			if l.bend != 0 {
				bent++
				l.bend = 0
			}
			if len(crossedBars(p, &l)) > 0 {
				straight++
			}
		}
	}
	if bent < 20 || crossing > straight*3/4 {
		t.Errorf("%d edges are bent; %d cross bars, straight ones %d", bent, crossing, straight)
	}
}

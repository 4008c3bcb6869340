package scene

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// crossedBars returns the slots whose fronts a wedge touches, without its ends.
func crossedBars(p *picture, l *Link) (slots []int) {
	outline := wedgeOf(p, l).Outline()
	for i := range p.Layout.Slots {
		f := p.Layout.Face(i)
		corners := []mgl32.Vec2{f.At.Sub(f.Half), f.At.Add(mgl32.Vec2{f.Half[0], -f.Half[1]}), f.At.Add(f.Half),
			f.At.Add(mgl32.Vec2{-f.Half[0], f.Half[1]})}
		touches := slices.ContainsFunc(along(outline), func(at mgl32.Vec2) bool { return shape.Inside(corners, at) })
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
	tl := story(t, "0ms C start\n"+inTurns)
	look := lookAt(tl)
	look.History = look.Steps
	look.Kind = view.Interaction
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
		w := wedgeOf(p, l)
		if !onBorder(p.Layout, p.graph.ends[l.blocked].At, w.A) || !onBorder(p.Layout, p.graph.ends[l.blocker].At, w.B) {
			t.Errorf("it goes from %v to %v", w.A, w.B)
		}
		mid, _ := w.At(0.5)
		at, _ := f.Views[0].Project(mid.Vec3(0))
		if pick, _ := f.At(at[0], at[1]); pick != (shape.PickID{Kind: shape.PickEdge, Index: int32(i)}) {
			t.Errorf("on the bent edge %d one picks %v", i, pick)
		}
	}
	one, other := wedgeOf(p, &f.Links[0]).Outline(), wedgeOf(p, &f.Links[1]).Outline()
	for _, at := range along(one) {
		if shape.Inside(other, at) {
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
		tl := reduced.Busy(t, 3+rng.IntN(20), 600, rng.Uint64N(20))
		look := lookAt(tl)
		look.Kind, look.History, look.Findings = view.Interaction, look.Steps, nil
		look.Arrangement = view.Arrangement(rng.IntN(4))
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

// However many bars there are, edges bend around the bars between their ends.
func TestEdgesOfACrowdBend(t *testing.T) {
	t.Parallel()
	const threads, columns, waits = 1500, 50, 80
	var b strings.Builder
	for i := range threads {
		fmt.Fprintf(&b, "0ms t%d start\n", i)
	}
	for i := range waits { // each leads over the bar of another thread
		first := 15 * i
		fmt.Fprintf(&b, "%dus t%d monitor-enter M%d\n%dus t%d monitor-wait M%d\n", i, first, i, i, first+2, i)
	}
	tl := story(t, b.String()+"90ms t0 end\n")
	look := lookAt(tl)
	look.Kind, look.Level, look.History, look.Findings = view.Interaction, lod.Near, look.Steps, nil
	look.Places = map[tracefeed.ThreadID]mgl32.Vec2{}
	for i := range threads { // with more room between them than usual
		look.Places[tracefeed.ThreadID(i+1)] = mgl32.Vec2{float32(i%columns)*4/columns - 2, 2 - float32(i/columns)*4*columns/threads}
	}
	p, f := pictureOf(tl, &look)
	crossing, bent := 0, 0
	for i := range f.Links {
		if len(crossedBars(p, &f.Links[i])) > 0 {
			crossing++
		}
		if f.Links[i].bend != 0 {
			bent++
		}
	}
	if len(f.Links) != waits || crossing > waits/10 || bent < waits/2 {
		t.Errorf("%d edges, %d bent, %d across bars", len(f.Links), bent, crossing)
	}
}

// Where an edge has no free course, it passes behind the bars in its way: there one
// sees and picks the bar.
func TestEdgesPassBehindBars(t *testing.T) {
	t.Parallel()
	behind := 0
	for seed := range uint64(6) {
		tl := reduced.Busy(t, 24, 600, seed)
		look := lookAt(tl)
		look.History, look.Findings = look.Steps, nil
		for _, look.Kind = range []*view.Kind{view.Interaction, view.Free} {
			p, f := pictureOf(tl, &look)
			v := &f.Views[0]
			for i := range f.Links {
				w := wedgeOf(p, &f.Links[i])
				for _, slot := range crossedBars(p, &f.Links[i]) {
					front := p.Layout.Face(slot)
					front.Half = front.Half.Mul(0.9)
					for u := range 40 {
						at, _ := w.At(float32(u) / 40)
						if !front.Meets(at, at) {
							continue
						}
						pixel, _ := v.Project(at.Vec3(0))
						if pick := f.Views[0].Strike(f.Shares, f.Scale, pixel[0], pixel[1]).Pick; pick.Kind == shape.PickEdge {
							t.Errorf("%s: on the front of %d one picks %v", look.Kind.Name, slot, pick)
						}
						behind++
					}
				}
			}
		}
	}
	if behind == 0 {
		t.Error("no edge passes behind a bar")
	}
}

// A bend stays among the bars, and is as far as wanted if there is room.
func TestBent(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		size := mgl32.Vec2{1 + 20*rng.Float32(), 1 + 20*rng.Float32()}
		l := &place.Layout{Low: size.Mul(-1), High: size}
		anywhere := func() mgl32.Vec2 { return mgl32.Vec2{size[0] * (2*rng.Float32() - 1), size[1] * (2*rng.Float32() - 1)} }
		from, to := anywhere(), anywhere()
		want := (rng.Float32() - 0.5) * 20
		got := bent(l, from, to, want)
		mid := from.Add(to).Mul(0.5).Add(shape.LeftOf(to.Sub(from)).Mul(got))
		for k := range mid {
			if mid[k] < l.Low[k]-1e-3 || mid[k] > l.High[k]+1e-3 {
				t.Fatalf("from %v to %v, bent by %v of %v: %v lies outside %v to %v", from, to, got, want, mid, l.Low, l.High)
			}
		}
		if got*want < 0 || mgl32.Abs(got) > mgl32.Abs(want) {
			t.Fatalf("from %v to %v, bent by %v, wanted %v", from, to, got, want)
		}
	}
	l := &place.Layout{Low: mgl32.Vec2{-9, -9}, High: mgl32.Vec2{9, 9}}
	if got := bent(l, mgl32.Vec2{-1, 0}, mgl32.Vec2{1, 0}, 2); got != 2 {
		t.Errorf("in the middle, a line is bent by %v instead of 2", got)
	}
}

package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
)

// drawDeadlock draws a deadlock into the moment's plane: a wide wedge from each
// thread to its blocker, bent outwards if possible, and a frame around each bar. The
// border in the colour of the ground separates it from bars, because magenta
// looks grey without green vision. It adds the wedges to drawn, by the slots of
// their ends.
func drawDeadlock(fv *stage.Front, slots []int, drawn map[[2]int]shape.Wedge, g *linkGraph) {
	color, l, d := fv.Sheet.Colors.Ring, fv.Layout, fv.Pen
	for i, w := range g.deadlockRing(slots) {
		d.Fill(w, 0, color.Alpha(0.92))
		d.Stroke(w, 0, 1.2*fv.Sheet.Canvas.Scale, fv.Sheet.Colors.Ground)
		g.heads.direction(fv, d, w, fv.Sheet.Colors.Ground, func(mgl32.Vec2) bool { return false })
		next := slots[(i+1)%len(slots)]
		fv.View.AddHit(w.Outline(), g.wait(slots[i], next), false)
		drawn[[2]int{slots[i], next}] = w
	}
	for _, i := range slots {
		f := l.Face(i)
		d.Frame(f.At, f.Half.Add(d.Size().Mul(2*fv.Sheet.Canvas.Scale)), 3*fv.Sheet.Canvas.Scale, color)
	}
}

// drawStuck draws frames around stuck threads, and a broken wedge to each thread that owes one of
// them an answer: in the 3D view to the end of its bar, else to its place.
func (p *edgePainter) drawStuck() {
	fv, g := p.fv, p.graph
	fv.FrameStuck()
	size := 2 * min(g.Layout.Half[0], g.Layout.Half[1])
	for i := range fv.Debts {
		d := &fv.Debts[i]
		w := shape.Wedge{From: 0.05 * size, To: 0.3 * size, Aspect: g.aspect}
		w = g.course.part(w, d.Waiter, d.Gone, []float32{0, 0.07, -0.07, 0.14, -0.14, 0.22, -0.22}, nil)
		w = fv.Debt(d, w, shape.PickID{Kind: shape.PickDebt, Index: int32(i)})
		t := shape.Text{Size: 0.9 * fv.Sheet.Em, Color: fv.Sheet.Colors.Stuck, Text: stage.DebtText}
		p.lines = append(p.lines, fv.View.Middle(w))
		if places := fv.View.Beside(w, t); len(places) > 0 {
			p.names = append(p.names, edgeName{edgeKey: edgeKey{text: t.Text}, line: len(p.lines) - 1, places: places})
		}
	}
}

// deadlockRing returns the wedges of a deadlock, each from a thread to its blocker.
func (g *linkGraph) deadlockRing(slots []int) []shape.Wedge {
	size := 2 * min(g.Layout.Half[0], g.Layout.Half[1])
	return g.course.ring(slots, shape.Wedge{From: 0.1 * size, To: 0.42 * size, Aspect: g.aspect})
}

// winding returns the direction of a cycle of slots: 1 if it leaves its middle
// to the left, -1 if to the right.
func winding(l *place.Layout, cycle []int) float32 {
	var area float32
	for i, a := range cycle {
		from, to := l.Slots[a].At, l.Slots[cycle[(i+1)%len(cycle)]].At
		area += from[0]*to[1] - to[0]*from[1]
	}
	if area < 0 {
		return -1
	}
	return 1
}

// rails draws, in the 3D view, the duration of each deadlock: lines along the
// bars of its threads, from the moment back to the closing of the cycle.
func rails(fv *stage.Front) {
	for _, dl := range fv.Deadlocks {
		far := fv.Depths.Far()
		far = max(far, fv.Depths.Of(dl.Closed))
		for _, k := range dl.Slots {
			f := fv.Layout.Face(k)
			for _, side := range []float32{-1, 1} {
				for _, level := range []float32{-1, 1} {
					rail(fv, f.At.Add(mgl32.Vec2{side * f.Half[0], level * f.Half[1]}), far, side)
				}
			}
		}
	}
}

// rail draws a line along z on the outside of an edge of a bar.
func rail(fv *stage.Front, at mgl32.Vec2, far, side float32) {
	t := 1.6 * fv.Sheet.Canvas.Scale * fv.Pen.Pixel
	x := at[0] + side*0.3*t
	fv.Pen.Quad(mgl32.Vec3{x, at[1] - t, 0}, mgl32.Vec3{x, at[1] + t, 0}, mgl32.Vec3{x, at[1] + t, far},
		mgl32.Vec3{x, at[1] - t, far}, fv.Sheet.Colors.Ring)
}

// frameDeadlocks draws a frame around the rows of each deadlock from the closing
// of the cycle to the moment, and a line that connects them at the closing.
func frameDeadlocks(sv *stage.Side) {
	d := sv.Above()
	far := sv.Depths.Far()
	for _, dl := range sv.Deadlocks {
		if len(dl.Slots) == 0 || dl.Closed > sv.Depths.Grid.Moment {
			continue
		}
		z := max(sv.Depths.Of(dl.Closed), far)
		first := sv.Layout.Slots[dl.Slots[0]].At[1]
		low, high := first, first
		for _, k := range dl.Slots {
			s := &sv.Layout.Slots[k]
			low, high = min(low, s.At[1]), max(high, s.At[1])
			d.FrameRow(z, s.At[1]-s.Row/2, s.At[1]+s.Row/2, 2*sv.Sheet.Canvas.Scale, sv.Sheet.Colors.Ring)
		}
		width := 2.5 * sv.Sheet.Canvas.Scale
		d.Line(z, low, high, width, sv.Sheet.Colors.Ring)
		d.Line(0, low, high, width, sv.Sheet.Colors.Ring)
	}
}

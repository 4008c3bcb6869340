package scene

import "github.com/go-gl/mathgl/mgl32"

// deadlock draws a deadlock into the moment's plane: a wide wedge from each
// thread to its blocker, bent outwards if possible, and a frame around each bar. The
// border in the colour of the ground separates it from bars, because magenta
// looks grey without green vision. It adds the wedges to drawn, by the slots of
// their ends.
func (fv *frontView) deadlock(slots []int, drawn map[[2]int]wedge, g *linkGraph) {
	color, l, d := fv.sheet.colors.Ring, fv.layout, fv.pen
	for i, w := range g.deadlockRing(slots) {
		d.fill(w, 0, color.Alpha(0.92))
		d.stroke(w, 0, 1.2*fv.sheet.canvas.Scale, fv.sheet.colors.Ground)
		fv.direction(d, w, fv.sheet.colors.Ground, func(mgl32.Vec2) bool { return false })
		next := slots[(i+1)%len(slots)]
		fv.view.hit(w.outline(), g.wait(slots[i], next), false)
		drawn[[2]int{slots[i], next}] = w
	}
	for _, i := range slots {
		f := l.face(i)
		d.frame(f.at, f.half.Add(d.size().Mul(2*fv.sheet.canvas.Scale)), 3*fv.sheet.canvas.Scale, color)
	}
}

// deadlockRing returns the wedges of a deadlock, each from a thread to its blocker.
func (g *linkGraph) deadlockRing(slots []int) []wedge {
	size := 2 * min(g.layout.half[0], g.layout.half[1])
	return g.course.ring(slots, wedge{from: 0.1 * size, to: 0.42 * size})
}

// winding returns the direction of a cycle of slots: 1 if it leaves its middle
// to the left, -1 if to the right.
func (l *layout) winding(cycle []int) float32 {
	var area float32
	for i, a := range cycle {
		from, to := l.slots[a].at, l.slots[cycle[(i+1)%len(cycle)]].at
		area += from[0]*to[1] - to[0]*from[1]
	}
	if area < 0 {
		return -1
	}
	return 1
}

// rails draws, in the 3D view, the duration of each deadlock: lines along the
// bars of its threads, from the moment back to the closing of the cycle.
func (fv *frontView) rails() {
	for _, dl := range fv.deadlocks {
		far := fv.depths.far()
		far = max(far, fv.depths.of(dl.closed))
		for _, k := range dl.slots {
			f := fv.layout.face(k)
			for _, side := range []float32{-1, 1} {
				for _, level := range []float32{-1, 1} {
					fv.rail(f.at.Add(mgl32.Vec2{side * f.half[0], level * f.half[1]}), far, side)
				}
			}
		}
	}
}

// rail draws a line along z on the outside of an edge of a bar.
func (fv *frontView) rail(at mgl32.Vec2, far, side float32) {
	t := 1.6 * fv.sheet.canvas.Scale * fv.pen.pixel
	x := at[0] + side*0.3*t
	fv.pen.quad(mgl32.Vec3{x, at[1] - t, 0}, mgl32.Vec3{x, at[1] + t, 0}, mgl32.Vec3{x, at[1] + t, far},
		mgl32.Vec3{x, at[1] - t, far}, fv.sheet.colors.Ring)
}

// frameDeadlocks draws a frame around the rows of each deadlock from the closing
// of the cycle to the moment, and a line that connects them at the closing.
func (sv *sideView) frameDeadlocks() {
	d := sv.above()
	far := sv.depths.far()
	for _, dl := range sv.deadlocks {
		if len(dl.slots) == 0 || dl.closed > sv.depths.grid.moment {
			continue
		}
		z := max(sv.depths.of(dl.closed), far)
		first := sv.layout.slots[dl.slots[0]].at[1]
		low, high := first, first
		for _, k := range dl.slots {
			s := &sv.layout.slots[k]
			low, high = min(low, s.at[1]), max(high, s.at[1])
			d.frame(z, s.at[1]-s.row/2, s.at[1]+s.row/2, 2*sv.sheet.canvas.Scale, sv.sheet.colors.Ring)
		}
		width := 2.5 * sv.sheet.canvas.Scale
		d.line(z, low, high, width, sv.sheet.colors.Ring)
		d.line(0, low, high, width, sv.sheet.colors.Ring)
	}
}

package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/detect"
	"tiv/tracefeed"
)

// ring draws a deadlock into the moment's plane: a wide wedge from each thread
// to its blocker, all bent outwards, and a frame around each bar. The border in
// the colour of the ground separates it from bars, because magenta looks grey
// without green vision.
func (p *picture) ring(v *View, d pen, f *detect.Finding) {
	color := p.colors.Ring
	size := 2 * min(p.l.half[0], p.l.half[1])
	places := p.ringSlots(f)
	for i, a := range places {
		b := places[(i+1)%len(places)]
		w := wedge{from: 0.1 * size, to: 0.42 * size}
		if a == b {
			w = p.loop(w, p.face(a), 0)
		} else {
			from, to := p.l.slots[a].at, p.l.slots[b].at
			w.bend = p.l.bent(from, to, -0.14*to.Sub(from).Len()*p.turn(places))
			w = between(w, p.face(a), p.face(b), mgl32.Vec2{})
		}
		d.fill(w, 0, color.Alpha(0.92))
		d.stroke(w, 0, 1.2*p.canvas.Scale, p.colors.Ground)
		v.hit(w.outline(), p.pick(a))
		if p.ringed == nil {
			p.ringed = map[[2]int]wedge{}
		}
		p.ringed[[2]int{a, b}] = w
	}
	for _, i := range places {
		d.frame(p.l.slots[i].at, p.l.half.Add(d.size().Mul(2*p.canvas.Scale)), 3*p.canvas.Scale, color)
	}
}

// ringPairs returns which ends of links wait for which within the deadlocks of
// the moment.
func (p *picture) ringPairs() map[[2]int]bool {
	pairs := map[[2]int]bool{}
	for i := range p.rings {
		places := p.ringSlots(&p.rings[i])
		for k, a := range places {
			pairs[[2]int{int(p.ends.of[a]), int(p.ends.of[places[(k+1)%len(places)]])}] = true
		}
	}
	return pairs
}

// ringSlots returns the slots of a deadlock's threads, each once, in the order
// of waiting.
func (p *picture) ringSlots(f *detect.Finding) []int {
	var places []int
	for _, t := range f.Threads {
		if i, ok := p.l.slotOf[t]; ok && (len(places) == 0 || places[len(places)-1] != i) {
			places = append(places, i)
		}
	}
	if n := len(places); n > 1 && places[0] == places[n-1] {
		places = places[:n-1]
	}
	return places
}

// turn returns the direction of a ring: 1 if it leaves its middle to the left,
// -1 if to the right.
func (p *picture) turn(places []int) float32 {
	var area float32
	for i, a := range places {
		from, to := p.l.slots[a].at, p.l.slots[places[(i+1)%len(places)]].at
		area += from[0]*to[1] - to[0]*from[1]
	}
	if area < 0 {
		return -1
	}
	return 1
}

// frame draws a rectangle's border.
func (d pen) frame(at, half mgl32.Vec2, pixels float32, color Color) {
	corners := [4]mgl32.Vec2{
		at.Sub(half), at.Add(mgl32.Vec2{half[0], -half[1]}), at.Add(half), at.Add(mgl32.Vec2{-half[0], half[1]}),
	}
	for i, a := range corners {
		d.line(a, corners[(i+1)%4], 0, pixels, color)
	}
}

// zOf returns how deep in the scene a time is.
func (p *picture) zOf(t tracefeed.Time) float32 {
	shown := float32(p.look.Steps-1) + p.look.grid().first()
	return -float32(float64(p.look.Moment-t)/float64(p.look.Step)) / shown * p.l.depth
}

// ringsOnSides draws, in the free view, the duration of each deadlock: rails
// along the bars of its threads, from the moment back to the closing of the
// cycle.
func (p *picture) ringsOnSides(v *View, d pen) {
	for i := range p.rings {
		far := max(p.zOf(p.rings[i].Start), -p.l.depth)
		for _, k := range p.ringSlots(&p.rings[i]) {
			for _, side := range []float32{-1, 1} {
				for _, level := range []float32{-1, 1} {
					p.rail(d, p.l.slots[k].at.Add(mgl32.Vec2{side * p.l.half[0], level * p.l.half[1]}), far, side)
				}
			}
		}
	}
}

// rail draws a line along z on the outside of an edge of a bar.
func (p *picture) rail(d pen, at mgl32.Vec2, far, side float32) {
	t := 1.6 * p.canvas.Scale * d.pixel
	x := at[0] + side*0.3*t
	d.quad(mgl32.Vec3{x, at[1] - t, 0}, mgl32.Vec3{x, at[1] + t, 0}, mgl32.Vec3{x, at[1] + t, far},
		mgl32.Vec3{x, at[1] - t, far}, p.colors.Ring)
}

// ringsInTime draws, in the timeline view, a frame around the rows of each
// deadlock from the closing of the cycle to the moment, and a line that
// connects them at the closing.
func (p *picture) ringsInTime(v *View, fl flat) {
	d := p.sidePen(v)
	for i := range p.rings {
		f := &p.rings[i]
		z := max(p.zOf(f.Start), -p.l.depth)
		places := p.ringSlots(f)
		if len(places) == 0 {
			continue
		}
		low, high := p.l.slots[places[0]].at[1], p.l.slots[places[0]].at[1]
		for _, k := range places {
			s := &p.l.slots[k]
			low, high = min(low, s.at[1]), max(high, s.at[1])
			d.timeFrame(fl, z, s.at[1]-s.row/2, s.at[1]+s.row/2, 2*p.canvas.Scale, p.colors.Ring)
		}
		width := 2.5 * p.canvas.Scale
		d.timeRect(fl, z, low, high, width, 0, p.colors.Ring)
		d.timeRect(fl, 0, low, high, width, 0, p.colors.Ring)
	}
}

// timeRect draws a rectangle in the timeline view: around a depth, some pixels
// wide, between two heights that grow by some pixels.
func (d pen) timeRect(fl flat, z, low, high, pixels, grow float32, color Color) {
	w := pixels / 2 * (fl.high[0] - fl.low[0]) / fl.rect.Width()
	low, high = low-grow*fl.perPixel(), high+grow*fl.perPixel()
	d.sideQuad(z-w, z+w, low, high, color)
}

// timeFrame draws a border from a depth to the moment around a row.
func (d pen) timeFrame(fl flat, z, low, high, pixels float32, color Color) {
	t := pixels * fl.perPixel()
	d.sideQuad(z, 0, low-t, low, color)
	d.sideQuad(z, 0, high, high+t, color)
	d.timeRect(fl, z, low, high, pixels, pixels, color)
	d.timeRect(fl, 0, low, high, pixels, pixels, color)
}

// sidePen draws in front of all bars of the timeline view.
func (p *picture) sidePen(v *View) pen {
	return pen{mesh: &v.Above, side: p.l.low[0] - 1}
}

// sideQuad draws a rectangle in a plane parallel to the timeline view, nearer
// than all bars.
func (d pen) sideQuad(z0, z1, y0, y1 float32, color Color) {
	x := d.side
	d.quad(mgl32.Vec3{x, y0, z0}, mgl32.Vec3{x, y0, z1}, mgl32.Vec3{x, y1, z1}, mgl32.Vec3{x, y1, z0}, color)
}

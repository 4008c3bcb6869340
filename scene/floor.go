package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// floor returns the height of the ground below the bars in the 3D view.
func (l *layout) floor() float32 { return groundOf(l.low, l.high) }

// groundOf returns the height of the ground below bars between two corners.
func groundOf(low, high mgl32.Vec2) float32 { return low[1] - 0.04*(high[1]-low[1]) }

// floor draws the ground below the bars in the 3D view.
type floor struct {
	*stage
	*sheet
	view *View
}

// ticks calls f for each tick of time.
func (fl floor) ticks(f func(t tracefeed.Time, name string)) {
	from, to := fl.span()
	EachTick(from, to, maxTicks(fl.density, fl.em, fl.view.Rect.Width()/2), f)
}

// span returns the time that the ground shows.
func (fl floor) span() (from, to tracefeed.Time) {
	if from, to = fl.look.Window(); fl.layout.front == 0 {
		to = fl.look.Moment
	}
	return from, to
}

// The floor: how much brighter than the ground it is, how dark the shadows of bars on it are,
// and how wide, as a part of it, the strip beside the axis is that has the collections.
const (
	floorShade = 0.055
	gcStrip    = 0.05
)

// draw draws the floor with the shadows of bars, lines at ticks of time, the edge of the
// moment, and collections of garbage: a strip beside the axis, and faint bands across.
func (fl floor) draw() {
	x0, x1 := fl.layout.low[0], fl.layout.high[0]
	depth, height := fl.layout.depth, fl.view.Rect.Height()
	if fl.colors.Dark {
		fl.tile(x0, x1, -depth, fl.layout.front, fl.colors.Ground.Toward(fl.colors.Text, floorShade))
	}
	fl.shadows()
	from, to := fl.span()
	pixel := (to - from) / tracefeed.Time(max(1, height))
	strip := fl.axisSide() - gcStrip*(x1-x0)
	if fl.axisSide() == x0 {
		strip = x0 + gcStrip*(x1-x0)
	}
	fl.eachCollection(from, to, 2*pixel, func(from, to tracefeed.Time) {
		z0, z1 := fl.depths.of(from), fl.depths.of(to)
		z1 = max(z1, z0+depth/height)
		fl.tile(x0, x1, z0, z1, fl.colors.GC.Alpha(0.12))
		fl.tile(min(strip, fl.axisSide()), max(strip, fl.axisSide()), z0, z1, fl.colors.GC.Alpha(0.8))
	})
	line := fl.canvas.Scale * depth / max(height, 1)
	fl.ticks(func(t tracefeed.Time, _ string) {
		z := fl.depths.of(t)
		fl.tile(x0, x1, z-line, z+line, fl.colors.Grid)
	})
	for _, x := range []float32{x0, x1} {
		fl.tile(x-line, x+line, -depth, fl.layout.front, fl.colors.Grid)
	}
	fl.tile(x0, x1, -2*line, 2*line, fl.colors.Moment)
}

// shadows draws the shadow of each bar straight below it, over the time in which it is alive.
func (fl floor) shadows() {
	shadow := Color{A: 20}
	if fl.colors.Dark {
		shadow.A = 140
	}
	for i := range fl.layout.slots {
		s := &fl.layout.slots[i]
		if s.absent {
			continue
		}
		half := fl.layout.halfOf(s)
		far := -fl.layout.depth
		if s.members == nil {
			born, _ := fl.tl.Lane(s.thread).Life()
			far = max(far, fl.depths.of(born))
		}
		if near := fl.nearEnd(s); near > far {
			fl.tile(s.at[0]-half[0], s.at[0]+half[0], far, near, shadow)
		}
	}
}

// axisSide returns the x of the edge of the floor that has the times.
func (fl floor) axisSide() float32 {
	if fl.view.Eye[0] < (fl.layout.low[0]+fl.layout.high[0])/2 {
		return fl.layout.low[0]
	}
	return fl.layout.high[0]
}

// tile draws a rectangle that lies on the ground.
func (fl floor) tile(x0, x1, z0, z1 float32, color Color) {
	d, y := pen{mesh: &fl.view.Below}, fl.layout.floor()
	d.quad(mgl32.Vec3{x0, y, z0}, mgl32.Vec3{x1, y, z0}, mgl32.Vec3{x1, y, z1}, mgl32.Vec3{x0, y, z1}, color)
}

// axis writes the times along the right edge of the ground.
func (fl floor) axis() {
	fl.time(fl.look.Moment, Text{Text: "moment " + fl.look.MomentName(), Color: fl.colors.Moment, Bold: true})
	fl.ticks(func(t tracefeed.Time, name string) { fl.time(t, Text{Text: name, Color: fl.colors.Faint}) })
}

// time writes the name of a time beside its place.
func (fl floor) time(t tracefeed.Time, name Text) {
	at, ok := fl.view.Project(mgl32.Vec3{fl.axisSide(), fl.layout.floor(), fl.depths.of(t)})
	if !ok || !fl.view.Rect.Holds(at[0], at[1]) {
		return
	}
	at[1] = min(at[1], fl.view.Rect.Y1-1.2*fl.em)
	name.X, name.Y, name.Size = at[0]+0.5*fl.em, at[1]+0.9*fl.em, 0.9*fl.em
	fl.labels.add(name, Color{})
}

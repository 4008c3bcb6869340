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
	fl.look.Clock().EachTick(from, to, maxTicks(fl.density, fl.em, fl.view.Rect.Width()/2), f)
}

// span returns the time that the ground shows.
func (fl floor) span() (from, to tracefeed.Time) {
	if from, to = fl.look.Window(); fl.layout.front == 0 {
		to = fl.look.Moment
	}
	return from, to
}

// draw draws lines at ticks of time, the edge of the moment, and bands of
// garbage collection.
func (fl floor) draw() {
	x0, x1 := fl.layout.low[0], fl.layout.high[0]
	depth, height := fl.layout.depth, fl.view.Rect.Height()
	from, to := fl.span()
	pixel := (to - from) / tracefeed.Time(max(1, height))
	fl.eachCollection(from, to, 2*pixel, func(from, to tracefeed.Time) {
		z0, z1 := fl.depths.of(from), fl.depths.of(to)
		fl.tile(x0, x1, z0, max(z1, z0+depth/height), fl.colors.GC)
	})
	line := fl.canvas.Scale * depth / max(height, 1)
	fl.ticks(func(t tracefeed.Time, _ string) {
		z := fl.depths.of(t)
		fl.tile(x0, x1, z-line, z+line, fl.colors.Grid)
	})
	for _, x := range []float32{x0, x1} {
		fl.tile(x-line, x+line, -depth, fl.layout.front, fl.colors.Grid)
	}
	fl.tile(x0, x1, -line, line, fl.colors.Faint)
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
	x := fl.layout.high[0]
	if fl.view.Eye[0] < (fl.layout.low[0]+fl.layout.high[0])/2 {
		x = fl.layout.low[0]
	}
	at, ok := fl.view.Project(mgl32.Vec3{x, fl.layout.floor(), fl.depths.of(t)})
	if !ok || !fl.view.Rect.Holds(at[0], at[1]) {
		return
	}
	at[1] = min(at[1], fl.view.Rect.Y1-1.2*fl.em)
	name.X, name.Y, name.Size = at[0]+0.5*fl.em, at[1]+0.9*fl.em, 0.9*fl.em
	fl.labels.add(name, Color{})
}

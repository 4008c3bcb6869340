package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// floor draws the ground below the bars in the 3D view.
type floor struct {
	*stage
	*shape.Sheet
	view *shape.View
}

// ticks calls f for each tick of time.
func (fl floor) ticks(f func(t tracefeed.Time, name string)) {
	from, to := fl.span()
	view.EachTick(from, to, maxTicks(fl.Density, fl.Em, fl.view.Rect.Width()/2), f)
}

// span returns the time that the ground shows.
func (fl floor) span() (from, to tracefeed.Time) {
	if from, to = fl.look.Window(); fl.layout.Ahead == 0 {
		to = fl.look.Moment
	}
	return from, to
}

// draw draws lines at ticks of time, the edge of the moment, and bands of
// garbage collection.
func (fl floor) draw() {
	x0, x1 := fl.layout.Low[0], fl.layout.High[0]
	depth, height := fl.layout.Depth, fl.view.Rect.Height()
	from, to := fl.span()
	pixel := (to - from) / tracefeed.Time(max(1, height))
	fl.eachCollection(from, to, 2*pixel, func(from, to tracefeed.Time) {
		z0, z1 := fl.depths.of(from), fl.depths.of(to)
		fl.tile(x0, x1, z0, max(z1, z0+depth/height), fl.Colors.GC)
	})
	line := fl.Canvas.Scale * depth / max(height, 1)
	fl.ticks(func(t tracefeed.Time, _ string) {
		z := fl.depths.of(t)
		fl.tile(x0, x1, z-line, z+line, fl.Colors.Grid)
	})
	for _, x := range []float32{x0, x1} {
		fl.tile(x-line, x+line, -depth, fl.layout.Ahead, fl.Colors.Grid)
	}
	fl.tile(x0, x1, -line, line, fl.Colors.Faint)
}

// tile draws a rectangle that lies on the ground.
func (fl floor) tile(x0, x1, z0, z1 float32, color paint.Color) {
	d, y := shape.Pen{Mesh: &fl.view.Below}, fl.layout.Floor()
	d.Quad(mgl32.Vec3{x0, y, z0}, mgl32.Vec3{x1, y, z0}, mgl32.Vec3{x1, y, z1}, mgl32.Vec3{x0, y, z1}, color)
}

// axis writes the times along the right edge of the ground.
func (fl floor) axis() {
	fl.time(fl.look.Moment, shape.Text{Text: "moment " + fl.look.MomentName(), Color: fl.Colors.Moment, Bold: true})
	fl.ticks(func(t tracefeed.Time, name string) { fl.time(t, shape.Text{Text: name, Color: fl.Colors.Faint}) })
}

// time writes the name of a time beside its place.
func (fl floor) time(t tracefeed.Time, name shape.Text) {
	x := fl.layout.High[0]
	if fl.view.Eye[0] < (fl.layout.Low[0]+fl.layout.High[0])/2 {
		x = fl.layout.Low[0]
	}
	at, ok := fl.view.Project(mgl32.Vec3{x, fl.layout.Floor(), fl.depths.of(t)})
	if !ok || !fl.view.Rect.Holds(at[0], at[1]) {
		return
	}
	at[1] = min(at[1], fl.view.Rect.Y1-1.2*fl.Em)
	name.X, name.Y, name.Size = at[0]+0.5*fl.Em, at[1]+0.9*fl.Em, 0.9*fl.Em
	fl.Labels.Add(name, paint.Color{})
}

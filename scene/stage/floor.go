package stage

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// CollectionStrip is the opacity of the strip of garbage collections beside the axis.
const CollectionStrip = 0.8

// Floor draws the ground below the bars in the 3D view.
type Floor struct {
	*Stage
	*shape.Sheet
	View *shape.View
}

// ticks calls f for each tick of time.
func (fl Floor) ticks(f func(t tracefeed.Time, name string)) {
	from, to := fl.span()
	fl.Look.Clock().EachTick(from, to, MaxTicks(fl.Density, fl.Em, fl.View.Rect.Width()/2), f)
}

// span returns the time that the ground shows.
func (fl Floor) span() (from, to tracefeed.Time) {
	if from, to = fl.Look.Window(); fl.Layout.Ahead == 0 {
		to = fl.Look.Moment
	}
	return from, to
}

// The floor: how much brighter than the ground it is, how dark the shadows of bars on it are,
// and how wide, as a part of it, the strip beside the axis is that has the collections.
const (
	floorShade = 0.055
	gcStrip    = 0.05
)

// Draw draws the floor with the shadows of bars, lines at ticks of time, the edge of the
// moment, and collections of garbage: a strip beside the axis, and faint bands across.
func (fl Floor) Draw() {
	x0, x1 := fl.Layout.Low[0], fl.Layout.High[0]
	depth, height := fl.Layout.Depth, fl.View.Rect.Height()
	if fl.Colors.Dark {
		fl.tile(x0, x1, -depth, fl.Layout.Ahead, fl.Colors.Ground.Toward(fl.Colors.Text, floorShade))
	}
	fl.shadows()
	from, to := fl.span()
	pixel := (to - from) / tracefeed.Time(max(1, height))
	strip := fl.axisSide() - gcStrip*(x1-x0)
	if fl.axisSide() == x0 {
		strip = x0 + gcStrip*(x1-x0)
	}
	fl.EachCollection(from, to, 2*pixel, func(from, to tracefeed.Time) {
		z0, z1 := fl.Depths.Of(from), fl.Depths.Of(to)
		z1 = max(z1, z0+depth/height)
		fl.tile(x0, x1, z0, z1, fl.Colors.GC.Alpha(0.12))
		fl.tile(min(strip, fl.axisSide()), max(strip, fl.axisSide()), z0, z1, fl.Colors.GC.Alpha(CollectionStrip))
	})
	line := fl.Canvas.Scale * depth / max(height, 1)
	fl.ticks(func(t tracefeed.Time, _ string) {
		z := fl.Depths.Of(t)
		fl.tile(x0, x1, z-line, z+line, fl.Colors.Grid)
	})
	for _, x := range []float32{x0, x1} {
		fl.tile(x-line, x+line, -depth, fl.Layout.Ahead, fl.Colors.Grid)
	}
	fl.tile(x0, x1, -2*line, 2*line, fl.Colors.Moment)
}

// shadows draws the shadow of each bar straight below it, over the time in which it is alive.
func (fl Floor) shadows() {
	shadow := paint.Color{A: 20}
	if fl.Colors.Dark {
		shadow.A = 140
	}
	for i := range fl.Layout.Slots {
		s := &fl.Layout.Slots[i]
		if s.Absent {
			continue
		}
		half := fl.Layout.HalfOf(s)
		far := -fl.Layout.Depth
		if s.Members == nil {
			born, _ := fl.Timeline.Lane(s.Thread).Life()
			far = max(far, fl.Depths.Of(born))
		}
		if near := fl.NearEnd(s); near > far {
			fl.tile(s.At[0]-half[0], s.At[0]+half[0], far, near, shadow)
		}
	}
}

// axisSide returns the x of the edge of the floor that has the times.
func (fl Floor) axisSide() float32 {
	if fl.View.Eye[0] < (fl.Layout.Low[0]+fl.Layout.High[0])/2 {
		return fl.Layout.Low[0]
	}
	return fl.Layout.High[0]
}

// tile draws a rectangle that lies on the ground.
func (fl Floor) tile(x0, x1, z0, z1 float32, color paint.Color) {
	d, y := shape.Pen{Mesh: &fl.View.Below}, fl.Layout.Floor()
	d.Quad(mgl32.Vec3{x0, y, z0}, mgl32.Vec3{x1, y, z0}, mgl32.Vec3{x1, y, z1}, mgl32.Vec3{x0, y, z1}, color)
}

// Axis writes the times along the right edge of the ground.
func (fl Floor) Axis() {
	fl.time(fl.Look.Moment, shape.Text{Text: "moment " + fl.Look.MomentName(), Color: fl.Colors.Moment, Bold: true})
	fl.ticks(func(t tracefeed.Time, name string) { fl.time(t, shape.Text{Text: name, Color: fl.Colors.Faint}) })
}

// time writes the name of a time beside its place.
func (fl Floor) time(t tracefeed.Time, name shape.Text) {
	at, ok := fl.View.Project(mgl32.Vec3{fl.axisSide(), fl.Layout.Floor(), fl.Depths.Of(t)})
	if !ok || !fl.View.Rect.Holds(at[0], at[1]) {
		return
	}
	at[1] = min(at[1], fl.View.Rect.Y1-1.2*fl.Em)
	name.X, name.Y, name.Size = at[0]+0.5*fl.Em, at[1]+0.9*fl.Em, 0.9*fl.Em
	fl.Labels.Add(name, paint.Color{})
}

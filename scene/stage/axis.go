package stage

import (
	"tiv/assets"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// tickRoom is the smallest distance between ticks at each density, in text sizes.
// Pictures of fewer threads have denser ticks.
var tickRoom = [...]float32{lod.Sparse: 7, lod.Busy: 9, lod.Dense: 12, lod.Crowded: 15}

// MaxTicks returns the largest number of ticks on an axis of a width in pixels.
func MaxTicks(density lod.Density, em, width float32) int {
	return max(2, int(width/(tickRoom[density]*em)))
}

// ticks calls f for each tick of the time axis.
func (sv *Side) ticks(f func(t tracefeed.Time, name string)) {
	from, to := sv.Look.Window()
	sv.Look.Clock().EachTick(from, to, MaxTicks(sv.Density, sv.Sheet.Em, sv.Flat.Rect.Width()), f)
}

// Grid draws the ticks of the time axis behind the rows.
func (sv *Side) Grid() {
	d := sv.below()
	sv.ticks(func(t tracefeed.Time, _ string) {
		d.Line(sv.Depths.Of(t), sv.Flat.Low[1], sv.Flat.High[1], sv.Sheet.Canvas.Scale, sv.Sheet.Colors.Grid)
	})
}

// Axis writes the times under the rows.
func (sv *Side) Axis() {
	rect, em := sv.Flat.Rect, sv.Sheet.Em
	y := rect.Y1 + 1.35*em
	moment := sv.momentName()
	t := shape.Text{Size: em, Color: sv.Sheet.Colors.Moment, Bold: true, Text: moment, Y: y}
	wide := assets.TextWidth(moment, t.Size, true)
	t.X = min(max(sv.X(0)-wide/2, rect.X0), rect.X1+0.8*em-wide)
	if sv.Sheet.Labels.Add(t, paint.Color{}) { // and keep some room around it
		sv.Sheet.Labels.Reserve(shape.Rect{X0: t.X - 0.8*em, Y0: y - t.Size, X1: t.X + wide + 0.8*em, Y1: y})
	}
	sv.nameParts(y, t.X-1.6*em)
	sv.ticks(func(at tracefeed.Time, name string) {
		t := shape.Text{Size: 0.9 * em, Color: sv.Sheet.Colors.Faint, Text: name, Y: y}
		t.X = sv.X(sv.Depths.Of(at)) - assets.TextWidth(name, t.Size, false)/2
		sv.Sheet.Labels.Add(t, paint.Color{})
	})
}

// momentName names the moment or, if it is not shown, the direction to it.
func (sv *Side) momentName() string {
	from, to := sv.Look.Window()
	pixel := max(1, (to-from)/tracefeed.Time(max(1, sv.Flat.Rect.Width())))
	name := "moment " + sv.Look.Clock().Name(sv.Look.Moment, pixel)
	switch {
	case sv.Look.Moment < from:
		return "← " + name
	case sv.Look.Moment > to:
		return name + " →"
	}
	return name
}

// MomentLine marks the moment in the rows, if it is shown.
func (sv *Side) MomentLine() {
	if !sv.Look.MomentShown() {
		return
	}
	sv.Above().Line(0, sv.Flat.Low[1], sv.Flat.High[1], 2*sv.Sheet.Canvas.Scale, sv.Sheet.Colors.Moment)
}

// Collections draws garbage collections as bands behind all rows, and as a
// strip above them.
func (sv *Side) Collections() {
	d, rect, em := sv.below(), sv.Flat.Rect, sv.Sheet.Em
	from, to := sv.Look.Window()
	pixel := (to - from) / tracefeed.Time(max(1, rect.Width()))
	found := false
	sv.EachCollection(from, to, pixel, func(from, to tracefeed.Time) {
		z0, z1 := sv.Depths.Of(from), sv.Depths.Of(to)
		thin := (sv.Flat.High[0] - sv.Flat.Low[0]) / rect.Width()
		z1 = max(z1, z0+thin)
		d.Rect(z0, z1, sv.Flat.Low[1], sv.Flat.High[1], sv.Sheet.Colors.GC)
		solid := sv.Sheet.Colors.GC
		solid.A = 255
		sv.Sheet.Overlay.Rects = append(sv.Sheet.Overlay.Rects, shape.OverlayRect{Color: solid,
			Rect: shape.Rect{X0: sv.X(z0), Y0: rect.Y0 - 0.72*em, X1: sv.X(z1), Y1: rect.Y0 - 0.18*em}})
		found = true
	})
	if found {
		t := shape.Text{Size: 0.85 * em, Color: sv.Sheet.Colors.Faint, Text: "GC"}
		t.X = rect.X0 - 0.5*em - assets.TextWidth(t.Text, t.Size, false)
		t.Y = rect.Y0 - 0.05*em
		sv.Sheet.Labels.Add(t, paint.Color{})
	}
}

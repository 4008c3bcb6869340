package scene

import (
	"tiv/assets"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// tickRoom is the smallest distance between ticks at each density, in text sizes.
// Pictures of fewer threads have denser ticks.
var tickRoom = [...]float32{lod.Sparse: 7, lod.Busy: 9, lod.Dense: 12, lod.Crowded: 15}

// maxTicks returns the largest number of ticks on an axis of a width in pixels.
func maxTicks(density lod.Density, em, width float32) int {
	return max(2, int(width/(tickRoom[density]*em)))
}

// ticks calls f for each tick of the time axis.
func (sv *sideView) ticks(f func(t tracefeed.Time, name string)) {
	from, to := sv.look.Window()
	view.EachTick(from, to, maxTicks(sv.Density, sv.sheet.Em, sv.flat.Rect.Width()), f)
}

// grid draws the ticks of the time axis behind the rows.
func (sv *sideView) grid() {
	d := sv.below()
	sv.ticks(func(t tracefeed.Time, _ string) {
		d.Line(sv.depths.of(t), sv.flat.Low[1], sv.flat.High[1], sv.sheet.Canvas.Scale, sv.sheet.Colors.Grid)
	})
}

// axis writes the times under the rows.
func (sv *sideView) axis() {
	rect, em := sv.flat.Rect, sv.sheet.Em
	y := rect.Y1 + 1.35*em
	moment := sv.momentName()
	t := shape.Text{Size: em, Color: sv.sheet.Colors.Moment, Bold: true, Text: moment, Y: y}
	wide := assets.TextWidth(moment, t.Size, true)
	t.X = min(max(sv.x(0)-wide/2, rect.X0), rect.X1+0.8*em-wide)
	if sv.sheet.Labels.Add(t, paint.Color{}) { // and keep some room around it
		sv.sheet.Labels.Reserve(shape.Rect{X0: t.X - 0.8*em, Y0: y - t.Size, X1: t.X + wide + 0.8*em, Y1: y})
	}
	sv.nameInterval(y)
	sv.ticks(func(at tracefeed.Time, name string) {
		t := shape.Text{Size: 0.9 * em, Color: sv.sheet.Colors.Faint, Text: name, Y: y}
		t.X = sv.x(sv.depths.of(at)) - assets.TextWidth(name, t.Size, false)/2
		sv.sheet.Labels.Add(t, paint.Color{})
	})
}

// momentName names the moment or, if it is not shown, the direction to it.
func (sv *sideView) momentName() string {
	name := "moment " + sv.look.MomentName()
	switch from, to := sv.look.Window(); {
	case sv.look.Moment < from:
		return "← " + name
	case sv.look.Moment > to:
		return name + " →"
	}
	return name
}

// momentLine marks the moment in the rows, if it is shown.
func (sv *sideView) momentLine() {
	if !sv.look.MomentShown() {
		return
	}
	sv.above().Line(0, sv.flat.Low[1], sv.flat.High[1], 2*sv.sheet.Canvas.Scale, sv.sheet.Colors.Moment)
}

// collections draws garbage collections as bands behind all rows, and as a
// strip above them.
func (sv *sideView) collections() {
	d, rect, em := sv.below(), sv.flat.Rect, sv.sheet.Em
	from, to := sv.look.Window()
	pixel := (to - from) / tracefeed.Time(max(1, rect.Width()))
	found := false
	sv.eachCollection(from, to, pixel, func(from, to tracefeed.Time) {
		z0, z1 := sv.depths.of(from), sv.depths.of(to)
		thin := (sv.flat.High[0] - sv.flat.Low[0]) / rect.Width()
		z1 = max(z1, z0+thin)
		d.Rect(z0, z1, sv.flat.Low[1], sv.flat.High[1], sv.sheet.Colors.GC)
		solid := sv.sheet.Colors.GC
		solid.A = 255
		sv.sheet.Overlay.Rects = append(sv.sheet.Overlay.Rects, shape.OverlayRect{Color: solid,
			Rect: shape.Rect{X0: sv.x(z0), Y0: rect.Y0 - 0.72*em, X1: sv.x(z1), Y1: rect.Y0 - 0.18*em}})
		found = true
	})
	if found {
		t := shape.Text{Size: 0.85 * em, Color: sv.sheet.Colors.Faint, Text: "GC"}
		t.X = rect.X0 - 0.5*em - assets.TextWidth(t.Text, t.Size, false)
		t.Y = rect.Y0 - 0.05*em
		sv.sheet.Labels.Add(t, paint.Color{})
	}
}

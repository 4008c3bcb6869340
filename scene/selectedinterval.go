package scene

import (
	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// selectedInterval shades the selected interval in the rows, with a line at each
// end that is in view.
func (sv *sideView) selectedInterval() {
	start, end, ok := sv.look.SelectedPart()
	if !ok {
		return
	}
	d, color := sv.above(), sv.sheet.Colors.Select
	low, high := sv.flat.Low[1], sv.flat.High[1]
	d.Rect(sv.depths.of(start), sv.depths.of(end), low, high, color.Alpha(0.12))
	if start == sv.look.Interval.Start {
		d.Line(sv.depths.of(start), low, high, 1.5*sv.sheet.Canvas.Scale, color)
	}
	if end == sv.look.Interval.End {
		d.Line(sv.depths.of(end), low, high, 1.5*sv.sheet.Canvas.Scale, color)
	}
}

// nameInterval writes the length of the selected interval under its part in view,
// at a height in pixels.
func (sv *sideView) nameInterval(y float32) {
	start, end, ok := sv.look.SelectedPart()
	if !ok {
		return
	}
	length := sv.look.Interval.End - sv.look.Interval.Start
	t := shape.Text{Size: sv.sheet.Em, Color: sv.sheet.Colors.Select, Text: length.String() + " selected", Y: y}
	wide := assets.TextWidth(t.Text, t.Size, false)
	middle := (sv.x(sv.depths.of(start)) + sv.x(sv.depths.of(end))) / 2
	t.X = min(max(middle-wide/2, sv.flat.Rect.X0), sv.flat.Rect.X1-wide)
	sv.sheet.Labels.Add(t, paint.Color{})
}

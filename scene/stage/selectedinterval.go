package stage

import (
	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
)

// SelectedInterval shades the selected interval in the rows, with a line at each
// end that is in view.
func (sv *Side) SelectedInterval() {
	start, end, ok := sv.Look.SelectedPart()
	if !ok {
		return
	}
	d, color := sv.Above(), sv.Sheet.Colors.Select
	low, high := sv.Flat.Low[1], sv.Flat.High[1]
	d.Rect(sv.Depths.Of(start), sv.Depths.Of(end), low, high, color.Alpha(0.12))
	if start == sv.Look.Interval.Start {
		d.Line(sv.Depths.Of(start), low, high, 1.5*sv.Sheet.Canvas.Scale, color)
	}
	if end == sv.Look.Interval.End {
		d.Line(sv.Depths.Of(end), low, high, 1.5*sv.Sheet.Canvas.Scale, color)
	}
}

// nameInterval writes the length of the selected interval under its part in view,
// at a height in pixels.
func (sv *Side) nameInterval(y float32) {
	start, end, ok := sv.Look.SelectedPart()
	if !ok {
		return
	}
	length := sv.Look.Interval.End - sv.Look.Interval.Start
	t := shape.Text{Size: sv.Sheet.Em, Color: sv.Sheet.Colors.Select, Text: view.StepName(length) + " selected", Y: y}
	wide := assets.TextWidth(t.Text, t.Size, false)
	middle := (sv.X(sv.Depths.Of(start)) + sv.X(sv.Depths.Of(end))) / 2
	t.X = min(max(middle-wide/2, sv.Flat.Rect.X0), sv.Flat.Rect.X1-wide)
	sv.Sheet.Labels.Add(t, paint.Color{})
}

package stage

import (
	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
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

// nameParts writes the lengths of the selected interval and of the history under their parts in
// view, at a height in pixels. The history, which ends at the moment, is named to the left of a
// column, where the name of the moment begins.
func (sv *Side) nameParts(y, until float32) {
	name := func(t shape.Text, start, end tracefeed.Time, until float32) {
		t.Y = y
		wide := assets.TextWidth(t.Text, t.Size, false)
		middle := (sv.X(sv.Depths.Of(start)) + sv.X(sv.Depths.Of(end))) / 2
		t.X = max(min(middle-wide/2, until-wide), sv.Flat.Rect.X0)
		sv.Sheet.Labels.Add(t, paint.Color{})
	}
	if start, end, ok := sv.Look.SelectedPart(); ok {
		length := view.StepName(sv.Look.Interval.End - sv.Look.Interval.Start)
		name(shape.Text{Size: sv.Sheet.Em, Color: sv.Sheet.Colors.Select, Text: length + " selected"}, start, end, sv.Flat.Rect.X1)
	}
	if start, end, ok := sv.Look.HistoryPart(); ok && sv.Look.MomentShown() {
		from, to := sv.Look.Past()
		words := view.HistoryLabel + " " + view.StepName(to-from)
		name(shape.Text{Size: 0.9 * sv.Sheet.Em, Color: sv.Sheet.Colors.Moment, Text: words}, start, end, until)
	}
}

package stage

import "tiv/tracefeed"

// LitInterval shades the interval of the finding in the rows, with a line at each end that
// is in view.
func (sv *Side) LitInterval() {
	start, end, ok := sv.Look.LitPart()
	if !ok {
		return
	}
	d, color := sv.Above(), sv.Sheet.Colors.Text
	low, high := sv.Flat.Low[1], sv.Flat.High[1]
	d.Rect(sv.Depths.Of(start), sv.Depths.Of(end), low, high, color.Alpha(0.07))
	for _, t := range []tracefeed.Time{sv.Look.Lit.Interval.Start, sv.Look.Lit.Interval.End} {
		if t == start || t == end {
			d.Line(sv.Depths.Of(t), low, high, sv.Sheet.Canvas.Scale, color.Alpha(0.6))
		}
	}
}

package scene

import "tiv/tracefeed"

// litInterval shades the interval of the finding in the rows, with a line at each end that
// is in view.
func (sv *sideView) litInterval() {
	start, end, ok := sv.look.LitPart()
	if !ok {
		return
	}
	d, color := sv.above(), sv.sheet.Colors.Text
	low, high := sv.flat.Low[1], sv.flat.High[1]
	d.Rect(sv.depths.of(start), sv.depths.of(end), low, high, color.Alpha(0.07))
	for _, t := range []tracefeed.Time{sv.look.Lit.Interval.Start, sv.look.Lit.Interval.End} {
		if t == start || t == end {
			d.Line(sv.depths.of(t), low, high, sv.sheet.Canvas.Scale, color.Alpha(0.6))
		}
	}
}

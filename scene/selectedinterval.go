package scene

import "tiv/assets"

// selectedInterval shades the selected interval in the rows, with a line at each
// end that is in view.
func (sv *sideView) selectedInterval() {
	i := sv.look.Interval
	from, to := sv.look.Window()
	start, end := max(i.Start, from), min(i.End, to)
	if start >= end {
		return
	}
	d, color := sv.above(), sv.sheet.colors.Select
	low, high := sv.flat.low[1], sv.flat.high[1]
	d.rect(sv.depths.of(start), sv.depths.of(end), low, high, color.Alpha(0.12))
	if start == i.Start {
		d.line(sv.depths.of(start), low, high, 1.5*sv.sheet.canvas.Scale, color)
	}
	if end == i.End {
		d.line(sv.depths.of(end), low, high, 1.5*sv.sheet.canvas.Scale, color)
	}
}

// nameInterval writes the length of the selected interval under its part in view,
// at a height in pixels.
func (sv *sideView) nameInterval(y float32) {
	i := sv.look.Interval
	from, to := sv.look.Window()
	start, end := max(i.Start, from), min(i.End, to)
	if start >= end {
		return
	}
	em := sv.sheet.em
	t := Text{Size: em, Color: sv.sheet.colors.Select, Text: (i.End - i.Start).String() + " selected", Y: y}
	wide := assets.TextWidth(t.Text, t.Size, false)
	middle := (sv.x(sv.depths.of(start)) + sv.x(sv.depths.of(end))) / 2
	t.X = min(max(middle-wide/2, sv.flat.rect.X0), sv.flat.rect.X1-wide)
	sv.sheet.labels.add(t, Color{})
}

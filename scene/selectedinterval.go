package scene

import (
	"tiv/assets"
	"tiv/tracefeed"
)

// selectedPart returns the part of the selected interval that is in view; ok is
// false if there is none.
func (l *Look) selectedPart() (start, end tracefeed.Time, ok bool) {
	from, to := l.Window()
	start, end = max(l.Interval.Start, from), min(l.Interval.End, to)
	return start, end, start < end
}

// selectedInterval shades the selected interval in the rows, with a line at each
// end that is in view.
func (sv *sideView) selectedInterval() {
	start, end, ok := sv.look.selectedPart()
	if !ok {
		return
	}
	d, color := sv.above(), sv.sheet.colors.Select
	low, high := sv.flat.low[1], sv.flat.high[1]
	d.rect(sv.depths.of(start), sv.depths.of(end), low, high, color.Alpha(0.12))
	if start == sv.look.Interval.Start {
		d.line(sv.depths.of(start), low, high, 1.5*sv.sheet.canvas.Scale, color)
	}
	if end == sv.look.Interval.End {
		d.line(sv.depths.of(end), low, high, 1.5*sv.sheet.canvas.Scale, color)
	}
}

// nameInterval writes the length of the selected interval under its part in view,
// at a height in pixels.
func (sv *sideView) nameInterval(y float32) {
	start, end, ok := sv.look.selectedPart()
	if !ok {
		return
	}
	length := sv.look.Interval.End - sv.look.Interval.Start
	t := Text{Size: sv.sheet.em, Color: sv.sheet.colors.Select, Text: StepName(length) + " selected", Y: y}
	wide := assets.TextWidth(t.Text, t.Size, false)
	middle := (sv.x(sv.depths.of(start)) + sv.x(sv.depths.of(end))) / 2
	t.X = min(max(middle-wide/2, sv.flat.rect.X0), sv.flat.rect.X1-wide)
	sv.sheet.labels.add(t, Color{})
}

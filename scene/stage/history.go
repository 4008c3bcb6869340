package stage

// History marks the history in the rows: a bracket under them from its begin to the moment.
// A selected interval counts instead of it.
func (sv *Side) History() {
	start, end, ok := sv.Look.HistoryPart()
	if !ok {
		return
	}
	d, color, k := sv.Above(), sv.Sheet.Colors.Moment, sv.Sheet.Canvas.Scale
	low, high := sv.Flat.Low[1], sv.Flat.High[1]
	d.Rect(sv.Depths.Of(start), sv.Depths.Of(end), low, low+3*k*sv.Flat.PerPixel(), color)
	if from, _ := sv.Look.Past(); from == start {
		z := sv.Depths.Of(start)
		d.Line(z, low, high, k, color.Alpha(0.5))
		d.Line(z, low, low+12*k*sv.Flat.PerPixel(), 3*k, color)
	}
}

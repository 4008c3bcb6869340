package stage

import "tiv/scene/shape"

// OutlineGone draws an empty outline for each name without a bar: at the start of the
// trace, for all. Fronts whose threads ended during the last step are not full, and have
// theirs above them.
func (fv *Front) OutlineGone(d shape.Pen) {
	for i := range fv.Layout.Slots {
		s := &fv.Layout.Slots[i]
		d.Mesh = &fv.View.Below
		switch {
		case s.Gone != "" || fv.Look.Moment == 0:
		case s.Ended > 0:
			d.Mesh = &fv.View.Above
		default:
			continue
		}
		f := fv.Layout.Face(i)
		d.Frame(f.At, f.Half.Sub(d.Size()), fv.Sheet.Canvas.Scale, fv.Sheet.Colors.Faint.Alpha(0.5*min(1, fv.Emphasis(s))))
	}
}

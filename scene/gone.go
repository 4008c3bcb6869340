package scene

import "tiv/scene/shape"

// outlineGone draws an empty outline for each name without a bar: at the start of the
// trace, for all. Fronts whose threads ended during the last step are not full, and have
// theirs above them.
func (fv *frontView) outlineGone(d shape.Pen) {
	for i := range fv.layout.Slots {
		s := &fv.layout.Slots[i]
		d.Mesh = &fv.view.Below
		switch {
		case s.Gone != "" || fv.look.Moment == 0:
		case s.Ended > 0:
			d.Mesh = &fv.view.Above
		default:
			continue
		}
		f := fv.layout.Face(i)
		d.Frame(f.At, f.Half.Sub(d.Size()), fv.sheet.Canvas.Scale, fv.sheet.Colors.Faint.Alpha(0.5*min(1, fv.emphasis(s))))
	}
}

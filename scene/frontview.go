package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
)

// frontView draws a view of the moment from the front: the interaction view, or
// the 3D view.
type frontView struct {
	*stage
	sheet *sheet
	view  *View
	// pen draws in the plane of the moment, on top of bars.
	pen pen
}

// centred puts a text around a pixel of a view; ok is false if it does not fit
// into the view.
func (v *View) centred(at mgl32.Vec2, t Text) (placed Text, ok bool) {
	wide := assets.TextWidth(t.Text, t.Size, t.Bold)
	t.X, t.Y = at[0]-wide/2, at[1]+0.35*t.Size
	return t, v.Rect.Holds(t.X, t.Y-t.Size) && v.Rect.Holds(t.X+wide, t.Y)
}

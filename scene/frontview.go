package scene

import "tiv/scene/shape"

// frontView draws a view of the moment from the front: the interaction view, or
// the 3D view.
type frontView struct {
	*stage
	sheet *shape.Sheet
	view  *shape.View
	// pen draws in the plane of the moment, on top of bars.
	pen shape.Pen
}

package stage

import "tiv/scene/shape"

// Front draws a view of the moment from the front: the interaction view, or
// the 3D view.
type Front struct {
	*Stage
	Sheet *shape.Sheet
	View  *shape.View
	// Pen draws in the plane of the moment, on top of bars.
	Pen shape.Pen
	// Deep says that the time before the moment is seen behind it: in the 3D view.
	Deep bool
}

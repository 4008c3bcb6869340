package panel

import (
	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/workspace"
)

// ClickTolerance is the largest movement of the mouse in a click, in pixels at scale 1.
const ClickTolerance = 4

// TimeAt returns the time at a column of a view with a time axis, within the interval shown.
func TimeAt(ws *workspace.Workspace, v *shape.View, x float32) tracefeed.Time {
	from, to := ws.Look.Window()
	return v.TimeIn(from, to, x)
}

// ZoomTime returns the command that zooms in time by some notches: around the time at a column
// of a view with a time axis, in other views around the moment.
func ZoomTime(ws *workspace.Workspace, v *shape.View, x float32, notches float64) workspace.Command {
	if v.TimeAxis {
		return workspace.ZoomTimeAt{Notches: notches, At: TimeAt(ws, v, x)}
	}
	return workspace.ZoomTime{Notches: notches}
}

// PanTimeBy returns the command that moves through time by tenths of the visible range.
func PanTimeBy(ws *workspace.Workspace, tenths float32) workspace.Command {
	from, to := ws.Look.Window()
	return workspace.PanTime{By: tracefeed.Time(float64(tenths) / 10 * float64(to-from))}
}

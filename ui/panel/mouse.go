package panel

import (
	"tiv/tracefeed"
	"tiv/workspace"
)

// ClickTolerance is the largest movement of the mouse in a click, in pixels at scale 1.
const ClickTolerance = 4

// PanTimeBy returns the command that moves through time by tenths of the visible range.
func PanTimeBy(ws *workspace.Workspace, tenths float32) workspace.Command {
	from, to := ws.Look.Window()
	return workspace.PanTime{By: tracefeed.Time(float64(tenths) / 10 * float64(to-from))}
}

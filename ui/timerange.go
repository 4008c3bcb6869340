package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/tracefeed"
	"tiv/workspace"
)

// timeRange is the interval that a panel covers.
type timeRange uint8

const (
	// timeShown ends at the moment.
	timeShown timeRange = iota
	// timeLoop is the loop of the playback.
	timeLoop
	timeAll
)

// rangeNames are the names of ranges, and their help.
var rangeNames = [...]struct{ mark, name, help string }{
	{"shown", "visible range", "The interval shown in the scene, up to the moment."},
	{"loop", "loop range", "The interval that the playback repeats. Select it with Shift+drag in the overview."},
	{"all", "whole trace", "The whole trace."},
}

// buttons choose the interval that a panel covers.
func (r *timeRange) buttons(h *host, panel string) {
	for i := range rangeNames {
		choice := timeRange(i)
		if i > 0 {
			imgui.SameLineV(0, 2*h.ui.scale)
		}
		pb := &h.ws.Playback
		imgui.BeginDisabledV(choice == timeLoop && pb.LoopFrom >= pb.LoopTo)
		if h.ui.switchButton(rangeNames[i].name, choice == *r) {
			*r = choice
		}
		imgui.EndDisabled()
		h.ui.mark(panel+" "+rangeNames[i].mark, lastItem())
		tip(rangeNames[i].help)
	}
}

// interval returns the interval of a range in a trace, clipped to the trace.
func (r timeRange) interval(ws *workspace.Workspace) (from, to tracefeed.Time) {
	pb, end := &ws.Playback, ws.Timeline.End
	switch {
	case r == timeAll:
		return 0, end
	case r == timeLoop && pb.LoopFrom < pb.LoopTo:
		from, to = pb.LoopFrom, pb.LoopTo
	default:
		from, to = ws.Look.Window()
	}
	return max(from, 0), min(to, end)
}

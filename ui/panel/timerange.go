package panel

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
)

// TimeRange is the interval that a panel covers.
type TimeRange uint8

const (
	// TimeCounted is the selected interval, or else the one that is shown.
	TimeCounted TimeRange = iota
	// TimeAll is the whole trace.
	TimeAll
)

// rangeButton is the button of a range: its name and help.
type rangeButton struct{ mark, name, help string }

var (
	shownButton    = rangeButton{"counted", "Visible range", "The interval shown in the scene."}
	selectedButton = rangeButton{"counted", "Selected interval", "The selected interval. Esc clears it; then the visible range counts."}
	allButton      = rangeButton{"all", "Whole trace", "The whole trace."}
)

// rangeButtons are the buttons of the ranges of a workspace, in their order.
func rangeButtons(ws *workspace.Workspace) [2]rangeButton {
	if i := ws.Look.Interval; i.Start < i.End {
		return [2]rangeButton{selectedButton, allButton}
	}
	return [2]rangeButton{shownButton, allButton}
}

// TimeOf returns the range of a panel that covers the whole trace, or else what counts.
func TimeOf(whole bool) TimeRange {
	if whole {
		return TimeAll
	}
	return TimeCounted
}

// ChoiceWidth returns the width of the buttons that Choose lays out.
func ChoiceWidth(ui *widget.Kit, ws *workspace.Workspace) (wide float32) {
	for i, b := range rangeButtons(ws) {
		wide += widget.ButtonWidth(b.name) + float32(i)*2*ui.Scale
	}
	return wide
}

// Choose lays out the buttons for the interval that a panel covers. It reports whether one was
// clicked.
func (r *TimeRange) Choose(ui *widget.Kit, ws *workspace.Workspace, panel string) (chosen bool) {
	for i, b := range rangeButtons(ws) {
		if i > 0 {
			imgui.SameLineV(0, 2*ui.Scale)
		}
		if ui.SwitchButton(b.name, TimeRange(i) == *r) {
			*r, chosen = TimeRange(i), true
		}
		ui.Mark(panel+" "+b.mark, widget.LastItem())
		widget.Tip(b.help)
	}
	return chosen
}

// Interval returns the interval of a range, in the trace.
func (r TimeRange) Interval(ws *workspace.Workspace) (from, to tracefeed.Time) {
	return workspace.Interval(&ws.Look, r == TimeAll)
}

// Name returns the name of a range.
func (r TimeRange) Name(ws *workspace.Workspace) string { return rangeButtons(ws)[r].name }

package panel

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
)

// HistorySlider lays out the slider for the history of a look, and returns the number of steps
// that the user chose; ok is false if it is as before. text is the length beside the slider, widest as
// wide as any.
func HistorySlider(ui *widget.Kit, label, text, widest string, l *view.Look) (steps int, ok bool) {
	n := int32(l.History)
	ok = ui.SliderInt(label, &n, 1, int32(max(l.Steps, l.History, 2)), text, widest,
		imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp)
	widget.Tip("The history: the time before the moment for which the triangles between threads add up waits, in steps. " +
		"Ctrl+click to type it.")
	return int(n), ok
}

// HistoryOf returns the command that makes the history of a look as long as a time, in whole
// steps.
func HistoryOf(l *view.Look, length tracefeed.Time) workspace.Command {
	return workspace.SetHistory{Steps: int(max(1, (length+l.Step/2)/l.Step))}
}

// OnHistoryStart reports whether a column of the picture is at the begin of the history, whose
// grip is to the left of it. The moment is in front of it.
func OnHistoryStart(x, start, moment, scale float32) bool {
	const grip = 2 * ClickTolerance
	near := ClickTolerance * scale
	return x >= start-grip*scale && x <= start+near && x < moment-near
}

// HistoryWords names the history of a look: its length, and its ends.
func HistoryWords(l *view.Look) string {
	from, to := l.Past()
	return "W" + view.HistoryLabel[1:] + " " + view.StepName(to-from) + ": " + l.Clock().Span(from, to)
}

// HistoryHelp explains the bracket of the history.
const HistoryHelp = "The history: the time before the moment for which the triangles between threads add up waits.\n" +
	"Drag to change its length."

package panel

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/view"
	"tiv/ui/widget"
)

// HistorySlider lays out the slider for the history of a look, and returns the number of steps
// that the user chose; ok is false if it is as before. format is what the slider shows, in it %d
// is the number of steps.
func HistorySlider(label, format string, l *view.Look) (steps int, ok bool) {
	n := int32(l.History)
	ok = imgui.SliderIntV(label, &n, 1, int32(max(l.Steps, l.History, 2)), format,
		imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp)
	widget.Tip("The history: the time before the moment for which the triangles between threads add up waits, in steps. " +
		"Ctrl+click to type it.")
	return int(n), ok
}

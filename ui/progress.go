package ui

import (
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/ui/panel"
	"tiv/ui/picture"
	"tiv/ui/widget"
)

// progressWindow shows the progress of background work.
type progressWindow struct {
	*panel.Trace
	session *session.Session
}

// layOut shows the progress of the opening of a trace, or of this tab's job, or else of its filter.
func (w *progressWindow) layOut() {
	j, s := w.Job, w.FilterRun
	opening := w.session.Opener.Opening()
	switch {
	case opening != nil && time.Since(opening.Began) > panel.ShowAfter:
		w.bar("Opening "+opening.Name, "Stops it. Nothing changes.", 0)
	case j != nil && time.Since(j.Began) > panel.ShowAfter:
		w.bar(j.Name+" is in progress", "Stops it. Nothing changes.", j.Progress())
	case j == nil && s != nil && time.Since(s.Began) > panel.ShowAfter:
		w.bar("The filter is being evaluated", "Stops the evaluation and restores the previous filter.", s.Progress())
	}
}

// jobName is the name of the window with the progress.
const jobName = "job"

// bar shows the progress of some work, with a button to cancel it.
func (w *progressWindow) bar(title, help string, share float64) {
	k := imgui.CurrentIO().DisplayFramebufferScale()
	at := imgui.Vec2{X: (w.Area.X0 + w.Area.X1) / 2 / k.X, Y: picture.BelowSentence(w.Trace) + imgui.FontSize()/2}
	imgui.SetNextWindowPosV(at, imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 0})
	flags := imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoDocking |
		imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoNav | imgui.WindowFlagsNoMove
	if imgui.BeginV(jobName, nil, imgui.WindowFlags(flags)) {
		widget.Text(title)
		imgui.SameLine()
		room := imgui.Vec2{X: 9 * imgui.FontSize()}
		if share > 0 {
			imgui.ProgressBarV(float32(share), room, "")
		} else { // progress is unknown; the button must not move
			imgui.Dummy(room)
		}
		imgui.SameLine()
		if imgui.SmallButton("Cancel") {
			w.session.Do(command.Cancel{})
		}
		widget.Tip(help)
		if !imgui.IsWindowAppearing() { // it is not in its place yet
			w.UI.Mark("cancel job", widget.LastItem())
		}
		low, size := imgui.WindowPos(), imgui.WindowSize()
		w.UI.Mark(jobName, shape.Rect{X0: low.X, Y0: low.Y, X1: low.X + size.X, Y1: low.Y + size.Y})
	}
	imgui.End()
}

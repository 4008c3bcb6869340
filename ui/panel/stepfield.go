package panel

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
)

// StepField is the field for the length of a step.
type StepField struct {
	Trace
	typed string
	wrong string // the error of typed
}

// commonSteps are offered for the length of a step.
var commonSteps = []tracefeed.Time{
	10 * tracefeed.Microsecond, 100 * tracefeed.Microsecond, tracefeed.Millisecond, 2 * tracefeed.Millisecond,
	5 * tracefeed.Millisecond, 10 * tracefeed.Millisecond, 20 * tracefeed.Millisecond, 50 * tracefeed.Millisecond,
	100 * tracefeed.Millisecond, tracefeed.Second, 10 * tracefeed.Second,
	tracefeed.Minute, 2 * tracefeed.Minute, 5 * tracefeed.Minute, 10 * tracefeed.Minute, 15 * tracefeed.Minute, 30 * tracefeed.Minute,
	tracefeed.Hour, 3 * tracefeed.Hour, 6 * tracefeed.Hour, 12 * tracefeed.Hour, tracefeed.Day,
}

// LayOut chooses the length of a step, or takes any.
func (f *StepField) LayOut(label string) {
	if imgui.BeginComboV(label, view.StepName(f.Workspace.Look.Step), imgui.ComboFlagsHeightLarge) {
		f.choices()
		imgui.EndCombo()
	}
	widget.Tip("The length of one step. The sides of a bar show the share of each state in each step, its front that in " +
		"the last step before the moment.")
}

// choices takes a length of a step that is typed, and offers common ones.
func (f *StepField) choices() {
	imgui.SetNextItemWidth(-1)
	if imgui.InputTextWithHint("##step", "Other: 250us, 3ms, 1.5s", &f.typed, imgui.InputTextFlagsEnterReturnsTrue, nil) {
		t, err := tracefeed.ParseTime(strings.TrimSpace(f.typed))
		if err == nil && t >= view.ShortestStep && t <= view.LongestStep {
			f.Send(workspace.SetStep{Step: t})
			f.typed, f.wrong = "", ""
			imgui.CloseCurrentPopup()
		} else {
			f.wrong = fmt.Sprintf("Enter a number with ns, us, ms, s, m, h or d, from %s to %s.",
				view.StepName(view.ShortestStep), view.StepName(view.LongestStep))
		}
	}
	widget.Tip("Another length. Enter applies it.")
	if f.wrong != "" {
		widget.Tinted(f.UI.Palette.Warning, f.wrong)
	}
	for _, t := range commonSteps {
		name := view.StepName(t)
		if imgui.SelectableBoolV(name, t == f.Workspace.Look.Step, 0, imgui.Vec2{}) {
			f.Send(workspace.SetStep{Step: t})
			f.wrong = ""
		}
		widget.Tip("Sets the step to " + name + " and keeps about the same time in view.")
	}
}

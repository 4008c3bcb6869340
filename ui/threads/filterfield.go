package threads

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/expression"
	"tiv/report"
	"tiv/timeline/processor"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
	"tiv/workspace/filter"
)

// FilterField is the state of the filter's input field. Its text is the user's:
// the workspace has the last valid one.
type FilterField struct {
	panel.Trace
	keys *keys.Bindings
	widget.Condition
	known string // the workspace's filter when it was last looked at
}

// taskWord is the word of filters for the types of tasks.
const taskWord = "task"

// processorWord is the word of filters for the numbers of processors.
const processorWord = "processor"

func newFilterField(on panel.Trace, s *panel.Services) FilterField {
	var types panel.TaskTypes
	complete := func(text string, at int) (int, []expression.Completion) {
		values := map[string][]string{"lock": panel.LockNames(on.Workspace.Look.Locks), "slice": panel.SliceNames(on.Workspace.Look.Slices)}
		if strings.Contains(text, processorWord) { // else nothing is to be read
			for _, cpu := range processor.Named(on.Workspace.Timeline) {
				values[processorWord] = append(values[processorWord], tracefeed.CPUName(cpu))
			}
		}
		if strings.Contains(text, taskWord) { // else they need not be found
			on.Workspace.Tasking.Ask()
			values[taskWord] = types.Of(on.Workspace.Look.Tasks)
		}
		return filter.Complete(text, at, values)
	}
	return FilterField{Trace: on, keys: s.Keys, Condition: widget.NewCondition(on.UI, s.Input.ExpectTyping, complete)}
}

// layOut lays out the filter: its expression, the choice to hide or dim the
// other threads, and its error.
func (f *FilterField) layOut() {
	if now := f.Workspace.Filter.Text; now != f.known {
		f.known, f.Text = now, now // Undo, for example, has changed it
	}
	f.field()
	f.UI.Mark("filter", widget.LastItem())
	f.modeButton()
	f.helpButton()
	if f.Text != "" {
		imgui.SameLine()
		if imgui.SmallButton("×") {
			f.Text = ""
			f.Send(workspace.SetFilter{Filter: workspace.Filter{Hide: f.Workspace.Filter.Hide}})
		}
		widget.Tip("Removes the filter.")
	}
	f.showError()
}

// field lays out the field, and applies its text as far as it is valid.
func (f *FilterField) field() {
	buttons := imgui.CalcTextSize("hide?×").X + 5*imgui.FontSize()
	hint := widget.ShortenHint("Filter scene: blocking > 50%", imgui.ContentRegionAvail().X-buttons)
	imgui.SetNextItemWidth(-buttons)
	if active, _ := f.Edit("##filter", hint, keys.WithKey("Filters the threads of the scene", f.keys.Keys("filter"))); !active {
		return
	}
	now := strings.TrimSpace(f.Text)
	if _, err := filter.Parse(now); err == nil && now != f.Workspace.Filter.Text && !(f.Typing && f.Unfinished()) {
		f.known = now
		f.Send(workspace.SetFilter{Filter: workspace.Filter{Text: now, Hide: f.Workspace.Filter.Hide}})
	}
}

// modeButton chooses between hiding and dimming.
func (f *FilterField) modeButton() {
	mode := "Dim"
	if f.Workspace.Filter.Hide {
		mode = "Hide"
	}
	imgui.SameLine()
	if imgui.SmallButton(mode) {
		f.Send(workspace.SetFilterHide{On: !f.Workspace.Filter.Hide})
	}
	f.UI.Mark("filter mode", widget.LastItem())
	widget.Tip("The way other threads are shown: Dim draws them in the background, Hide removes them from the picture.")
}

// helpButton opens the explanation of filters.
func (f *FilterField) helpButton() {
	f.UI.WordsHelp("filter", "Explains filters.", "A filter is an expression about threads: name ~ \"worker\" && "+
		"blocking > 50%.\nA plain word matches names that contain it.\n"+
		"Times and waits are those in the selected interval or, without one, in the visible range.", filter.Words())
}

// showError explains the text's error below it, and marks its place.
func (f *FilterField) showError() {
	_, err := filter.Parse(f.Text)
	if err == nil && strings.TrimSpace(f.Text) == f.Workspace.Filter.Text {
		err = workspace.FilteringOf(f.Workspace).Status().Err
	}
	color, err := f.Locate(err)
	if err == nil {
		return
	}
	s := err.Error()
	if f.Workspace.Filter.Text != "" && f.Text != f.Workspace.Filter.Text {
		s += fmt.Sprintf(" (still filtered by %s)", report.Safe(f.Workspace.Filter.Text))
	}
	widget.TintedWrapped(color, s)
	f.UI.Mark("filter error", widget.LastItem())
}

package ui

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/expression"
	"tiv/report"
	"tiv/workspace"
	"tiv/workspace/filter"
)

// filterField is the state of the filter's input field. Its text is the user's:
// the workspace has the last valid one.
type filterField struct {
	shownTrace
	keys *bindings
	conditionField
	known string // the workspace's filter when it was last looked at
}

func newFilterField(on shownTrace, s *services) filterField {
	complete := func(text string, at int) (int, []expression.Completion) {
		return filter.Complete(text, at, map[string][]string{"lock": lockProposals(on.Workspace.Look.Locks),
			"slice": sliceNames(on.Workspace.Look.Slices)})
	}
	return filterField{shownTrace: on, keys: s.keys,
		conditionField: conditionField{widgets: on.ui, input: s.input, completer: completer{complete: complete, chosen: -1}}}
}

// layOut lays out the filter: its expression, the choice to hide or dim the
// other threads, and its error.
func (f *filterField) layOut() {
	if now := f.Workspace.Filter.Text; now != f.known {
		f.known, f.text = now, now // Undo, for example, has changed it
	}
	f.field()
	f.ui.mark("filter", lastItem())
	f.modeButton()
	f.helpButton()
	if f.text != "" {
		imgui.SameLine()
		if imgui.SmallButton("×") {
			f.text = ""
			f.Send(workspace.SetFilter{Filter: workspace.Filter{Hide: f.Workspace.Filter.Hide}})
		}
		tip("Removes the filter.")
	}
	f.showError()
}

// field lays out the field, and applies its text as far as it is valid.
func (f *filterField) field() {
	buttons := imgui.CalcTextSize("hide?×").X + 5*imgui.FontSize()
	hint := shortenHint("Filter scene: blocking > 50%", imgui.ContentRegionAvail().X-buttons)
	imgui.SetNextItemWidth(-buttons)
	if active, _ := f.edit("##filter", hint, withKey("Filters the threads of the scene", f.keys.Keys("filter"))); !active {
		return
	}
	now := strings.TrimSpace(f.text)
	if _, err := filter.Parse(now); err == nil && now != f.Workspace.Filter.Text && !(f.typing && f.unfinished()) {
		f.known = now
		f.Send(workspace.SetFilter{Filter: workspace.Filter{Text: now, Hide: f.Workspace.Filter.Hide}})
	}
}

// modeButton chooses between hiding and dimming.
func (f *filterField) modeButton() {
	mode := "Dim"
	if f.Workspace.Filter.Hide {
		mode = "Hide"
	}
	imgui.SameLine()
	if imgui.SmallButton(mode) {
		f.Send(workspace.SetFilterHide{On: !f.Workspace.Filter.Hide})
	}
	f.ui.mark("filter mode", lastItem())
	tip("The way other threads are shown: Dim draws them in the background, Hide removes them from the picture.")
}

// helpButton opens the explanation of filters.
func (f *filterField) helpButton() {
	f.ui.wordsHelp("filter", "Explains filters.", "A filter is an expression about threads: name ~ \"worker\" && "+
		"blocking > 50%.\nA plain word matches names that contain it.\n"+
		"Times and waits are those in the selected interval or, without one, in the visible range.", filter.Words())
}

// showError explains the text's error below it, and marks its place.
func (f *filterField) showError() {
	_, err := filter.Parse(f.text)
	if err == nil && strings.TrimSpace(f.text) == f.Workspace.Filter.Text {
		err = f.Workspace.FilterStatus().Err
	}
	color, err := f.locate(f.ui, err)
	if err == nil {
		return
	}
	s := err.Error()
	if f.Workspace.Filter.Text != "" && f.text != f.Workspace.Filter.Text {
		s += fmt.Sprintf(" (still filtered by %s)", report.Safe(f.Workspace.Filter.Text))
	}
	tintedWrapped(color, s)
	f.ui.mark("filter error", lastItem())
}

// toFilter leads to the filter.
func toFilter(a *app) {
	imgui.SetWindowFocusStr(threadsName)
	a.panels().threads.filter.focus = true
	a.input.expectTyping()
}

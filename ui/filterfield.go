package ui

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/workspace"
	"tiv/workspace/filter"
)

// filterField is the state of the filter's input field.
type filterField struct {
	*host
	focus  bool   // the next frame's typing goes into it
	text   string // as typed
	typing bool
}

// filterField lays out the filter: its expression, the choice to hide or dim
// the other threads, and its error.
func (f *filterField) layOut() {
	if !f.typing {
		f.text = f.ws.Filter.Text
	}
	if f.focus {
		f.focus = false
		imgui.SetKeyboardFocusHere()
	}
	mode := "dim"
	if f.ws.Filter.Hide {
		mode = "hide"
	}
	beside := imgui.CalcTextSize("hide").X + 3*imgui.FontSize()
	imgui.SetNextItemWidth(-beside)
	if imgui.InputTextWithHint("##filter", shortenHint("filter: blocking > 50%", imgui.ContentRegionAvail().X-beside), &f.text, 0, nil) {
		f.send(workspace.SetFilter{Filter: workspace.Filter{Text: f.text, Hide: f.ws.Filter.Hide}})
	}
	f.typing = imgui.IsItemActive()
	f.ui.mark("filter", lastItem())
	tip(withKey("Filters the threads", f.keys.Keys("filter")) + ". " + filterHelp())
	imgui.SameLine()
	if imgui.SmallButton(mode) {
		f.send(workspace.SetFilter{Filter: workspace.Filter{Text: f.ws.Filter.Text, Hide: !f.ws.Filter.Hide}})
	}
	f.ui.mark("filter mode", lastItem())
	tip("The way other threads are shown: dim draws them in the background, hide removes them from the picture.")
	if f.ws.Filter.Text != "" {
		imgui.SameLine()
		if imgui.SmallButton("×") {
			f.send(workspace.SetFilter{})
		}
		tip("Removes the filter.")
	}
	if err := f.ws.FilterError(); err != nil {
		imgui.PushStyleColorVec4(imgui.ColText, vec(f.ui.palette.Warning))
		wrapped(err.Error())
		imgui.PopStyleColor()
	}
}

// toFilter leads to the filter.
func toFilter(a *app) {
	imgui.SetWindowFocusStr(threadsName)
	a.panels().threads.filter.focus = true
	a.expectTyping()
}

// filterHelp lists the words of filters.
func filterHelp() string {
	var b strings.Builder
	b.WriteString("An expression that the threads of interest match: name ~ \"worker\" && blocking > 50%. " +
		"A plain word matches names that contain it.\n")
	for _, w := range filter.Words() {
		fmt.Fprintf(&b, "\n%s: %s", w.Name, w.Help)
	}
	return b.String()
}

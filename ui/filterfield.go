package ui

import (
	"errors"
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/expression"
	"tiv/scene"
	"tiv/workspace"
	"tiv/workspace/filter"
)

// filterField is the state of the filter's input field. Its text is the user's:
// the workspace has the last valid one.
type filterField struct {
	*host
	completer
	focus  bool   // the next frame's typing goes into it
	known  string // the workspace's filter when it was last looked at
	typing bool   // the field has the keyboard
}

// layOut lays out the filter: its expression, the choice to hide or dim the
// other threads, and its error.
func (f *filterField) layOut() {
	if now := f.ws.Filter.Text; now != f.known {
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
			f.send(workspace.SetFilter{Filter: workspace.Filter{Hide: f.ws.Filter.Hide}})
		}
		tip("Removes the filter.")
	}
	f.showError()
}

// field lays out the field, and applies its text as far as it is valid.
func (f *filterField) field() {
	if f.focus {
		f.focus = false
		imgui.SetKeyboardFocusHere()
	}
	buttons := imgui.CalcTextSize("hide?×").X + 5*imgui.FontSize()
	imgui.SetNextItemWidth(-buttons)
	typed, flags := f.text, imgui.InputTextFlagsCallbackAlways|imgui.InputTextFlagsEnterReturnsTrue
	if f.typing && len(f.list) > 0 {
		flags |= imgui.InputTextFlagsCallbackCompletion | imgui.InputTextFlagsCallbackHistory
	}
	hint := shortenHint("Filter scene: blocking > 50%", imgui.ContentRegionAvail().X-buttons)
	enter := imgui.InputTextWithHint("##filter", hint, &f.text, flags, f.edited)
	was := f.typing
	f.typing = imgui.IsItemActive()
	if was && !f.typing && imgui.IsKeyPressedBoolV(imgui.KeyEscape, false) {
		f.text = typed // the field has restored its first text
	}
	f.mark()
	if !f.typing {
		f.keys.keyTip("Filters the threads of the scene", "filter")
	}
	if f.layOutList(f.host, enter, was || f.typing) {
		f.focus = true
		f.input.expectTyping()
	}
	if !f.typing && !was && !f.focus {
		return
	}
	now := strings.TrimSpace(f.text)
	if _, err := filter.Parse(now); err == nil && now != f.ws.Filter.Text && !(f.typing && f.unfinished()) {
		f.known = now
		f.send(workspace.SetFilter{Filter: workspace.Filter{Text: now, Hide: f.ws.Filter.Hide}})
	}
}

// modeButton chooses between hiding and dimming.
func (f *filterField) modeButton() {
	mode := "Dim"
	if f.ws.Filter.Hide {
		mode = "Hide"
	}
	imgui.SameLine()
	if imgui.SmallButton(mode) {
		f.send(workspace.ToggleFilterHide{})
	}
	f.ui.mark("filter mode", lastItem())
	tip("The way other threads are shown: Dim draws them in the background, Hide removes them from the picture.")
}

// helpButton opens the explanation of filters.
func (f *filterField) helpButton() {
	imgui.SameLine()
	if imgui.SmallButton("?") {
		imgui.OpenPopupStr(filterHelpName)
	}
	f.ui.mark("filter help", lastItem())
	tip("Explains filters.")
	if !imgui.BeginPopup(filterHelpName) {
		return
	}
	defer imgui.EndPopup()
	imgui.PushTextWrapPosV(40 * imgui.FontSize())
	text("A filter is an expression about threads: name ~ \"worker\" && blocking > 50%.\nA plain word matches names that contain it.\n" +
		"Times and waits are those in the selected interval or, without one, in the visible range.")
	imgui.PopTextWrapPos()
	imgui.Separator()
	if imgui.BeginTableV("words", 2, imgui.TableFlags(imgui.TableFlagsSizingFixedFit), imgui.Vec2{}, 0) {
		for _, w := range filter.Words() {
			imgui.TableNextRow()
			imgui.TableSetColumnIndex(0)
			f.ui.bold(w.Name)
			imgui.TableSetColumnIndex(1)
			imgui.PushTextWrapPosV(imgui.CursorPosX() + 32*imgui.FontSize())
			text(w.Help)
			imgui.PopTextWrapPos()
		}
		imgui.EndTable()
		f.ui.mark("filter words", lastItem())
	}
}

const filterHelpName = "##filter help"

// showError explains the text's error below it, and marks its place. While the
// user types, the text is unfinished more often than wrong.
func (f *filterField) showError() {
	_, err := filter.Parse(f.text)
	color := f.ui.palette.Warning
	var wrong *expression.Error
	switch {
	case errors.As(err, &wrong):
		if f.typing {
			color = f.ui.palette.Faint
		}
		f.underline(wrong.Column, color)
		err = errors.New(wrong.Text)
	case strings.TrimSpace(f.text) == f.ws.Filter.Text:
		err = f.ws.FilterStatus().Err
	}
	if err == nil {
		return
	}
	s := err.Error()
	if f.ws.Filter.Text != "" && f.text != f.ws.Filter.Text {
		s += fmt.Sprintf(" (still filtered by %s)", sanitize(f.ws.Filter.Text))
	}
	imgui.PushStyleColorVec4(imgui.ColText, vec(color))
	wrapped(s)
	imgui.PopStyleColor()
	f.ui.mark("filter error", lastItem())
}

// underline marks the character at a column in the field, if the field shows
// all of its text.
func (f *filterField) underline(column int, color scene.Color) {
	pad := imgui.CurrentStyle().FramePadding()
	signs := append([]rune(f.text), ' ')
	at := min(column-1, len(signs)-1)
	x0 := f.place.X0 + pad.X + imgui.CalcTextSize(string(signs[:at])).X
	x1 := x0 + max(imgui.CalcTextSize(string(signs[at])).X, 0.4*imgui.FontSize())
	if y := f.place.Y1 - 2*f.ui.scale; x1 <= f.place.X1 {
		imgui.WindowDrawList().AddLineV(imgui.Vec2{X: x0, Y: y}, imgui.Vec2{X: x1, Y: y}, packed(color), 2*f.ui.scale)
	}
}

// toFilter leads to the filter.
func toFilter(a *app) {
	imgui.SetWindowFocusStr(threadsName)
	a.panels().threads.filter.focus = true
	a.input.expectTyping()
}

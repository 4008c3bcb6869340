package ui

import (
	"errors"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/expression"
	"tiv/scene"
)

// conditionField is a field for a condition: it completes words, marks the place of an
// error, and explains the words.
type conditionField struct {
	widgets *widgets
	input   *recorder
	completer
	focus  bool // the next frame's typing goes into it
	typing bool // the field has the keyboard
}

// edit lays out the field, with a tooltip. active is false while its text cannot have
// changed; enter says that Enter was pressed in it.
func (f *conditionField) edit(id, hint, help string) (active, enter bool) {
	if f.focus {
		f.focus = false
		imgui.SetKeyboardFocusHere()
	}
	typed, flags := f.text, imgui.InputTextFlagsCallbackAlways|imgui.InputTextFlagsEnterReturnsTrue
	if f.typing && len(f.list) > 0 {
		flags |= imgui.InputTextFlagsCallbackCompletion | imgui.InputTextFlagsCallbackHistory
	}
	enter = imgui.InputTextWithHint(id, hint, &f.text, flags, f.edited)
	was := f.typing
	f.typing = imgui.IsItemActive()
	if was && !f.typing && imgui.IsKeyPressedBoolV(imgui.KeyEscape, false) {
		f.text = typed // the field has restored its first text
	}
	f.place = lastItem()
	if !f.typing {
		tip(help)
	}
	if f.layOutList(f.widgets, enter, was || f.typing) {
		f.focus, enter = true, false
		f.input.expectTyping()
	}
	return f.typing || was || f.focus, enter
}

// locate marks the place of an error in the field, and returns the error without its
// place. While the user types, the text is unfinished more often than wrong.
func (f *conditionField) locate(w *widgets, err error) (color scene.Color, said error) {
	color = w.palette.Warning
	var wrong *expression.Error
	if !errors.As(err, &wrong) {
		return color, err
	}
	if f.typing {
		color = w.palette.Faint
	}
	f.underline(w, wrong.Column, color)
	return color, errors.New(wrong.Text)
}

// underline marks the character at a column in the field, if the field shows
// all of its text.
func (f *conditionField) underline(w *widgets, column int, color scene.Color) {
	pad := imgui.CurrentStyle().FramePadding()
	signs := append([]rune(f.text), ' ')
	at := min(column-1, len(signs)-1)
	x0 := f.place.X0 + pad.X + imgui.CalcTextSize(string(signs[:at])).X
	x1 := x0 + max(imgui.CalcTextSize(string(signs[at])).X, 0.4*imgui.FontSize())
	if y := f.place.Y1 - 2*w.scale; x1 <= f.place.X1 {
		imgui.WindowDrawList().AddLineV(imgui.Vec2{X: x0, Y: y}, imgui.Vec2{X: x1, Y: y}, packed(color), 2*w.scale)
	}
}

// wordsHelp is a button that opens an explanation of conditions and of their words.
func (w *widgets) wordsHelp(name, does, intro string, words []expression.Word) {
	popup := "##" + name + " help"
	imgui.SameLine()
	if imgui.SmallButton("?" + popup) {
		imgui.OpenPopupStr(popup)
	}
	w.mark(name+" help", lastItem())
	tip(does)
	if !imgui.BeginPopup(popup) {
		return
	}
	defer imgui.EndPopup()
	imgui.PushTextWrapPosV(40 * imgui.FontSize())
	text(intro)
	imgui.PopTextWrapPos()
	imgui.Separator()
	if imgui.BeginTableV("words", 2, imgui.TableFlags(imgui.TableFlagsSizingFixedFit), imgui.Vec2{}, 0) {
		for _, word := range words {
			imgui.TableNextRow()
			imgui.TableSetColumnIndex(0)
			w.bold(word.Name)
			imgui.TableSetColumnIndex(1)
			imgui.PushTextWrapPosV(imgui.CursorPosX() + 32*imgui.FontSize())
			text(word.Help)
			imgui.PopTextWrapPos()
		}
		imgui.EndTable()
		w.mark(name+" words", lastItem())
	}
}

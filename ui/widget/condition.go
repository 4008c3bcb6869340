package widget

import (
	"errors"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/expression"
	"tiv/scene/paint"
)

// Condition is a field for a condition: it completes words, marks the place of an
// error, and explains the words.
type Condition struct {
	widgets      *Kit
	expectTyping func()
	completer
	Focus  bool // the next frame's typing goes into it
	Typing bool // the field has the keyboard
}

// NewCondition returns a field. expectTyping is called when it is about to get the keyboard
// focus. complete returns what can stand at a place, as Complete does, and may be set later.
func NewCondition(ui *Kit, expectTyping func(), complete func(string, int) (int, []expression.Completion)) Condition {
	return Condition{widgets: ui, expectTyping: expectTyping, completer: completer{Complete: complete, chosen: -1}}
}

// Edit lays out the field, with a tooltip. active is false while its text cannot have
// changed; enter says that Enter was pressed in it.
func (f *Condition) Edit(id, hint, help string) (active, enter bool) {
	if f.Focus {
		f.Focus = false
		imgui.SetKeyboardFocusHere()
	}
	typed, flags := f.Text, imgui.InputTextFlagsCallbackAlways|imgui.InputTextFlagsEnterReturnsTrue
	if f.Typing && len(f.list) > 0 {
		flags |= imgui.InputTextFlagsCallbackCompletion | imgui.InputTextFlagsCallbackHistory
	}
	enter = imgui.InputTextWithHint(id, hint, &f.Text, flags, f.edited)
	was := f.Typing
	f.Typing = imgui.IsItemActive()
	if was && !f.Typing && imgui.IsKeyPressedBoolV(imgui.KeyEscape, false) {
		f.Text = typed // the field has restored its first text
	}
	f.Place = LastItem()
	if !f.Typing {
		Tip(help)
	}
	if f.layOutList(f.widgets, enter, was || f.Typing) {
		f.Focus, enter = true, false
		f.expectTyping()
	}
	return f.Typing || was || f.Focus, enter
}

// Locate marks the place of an error in the field, and returns the error without its
// place. While the user types, the text is unfinished more often than wrong.
func (f *Condition) Locate(err error) (color paint.Color, said error) {
	color = f.widgets.Palette.Warning
	var wrong *expression.Error
	if !errors.As(err, &wrong) {
		return color, err
	}
	if f.Typing {
		color = f.widgets.Palette.Faint
	}
	f.underline(wrong.Column, color)
	return color, errors.New(wrong.Text)
}

// underline marks the character at a column in the field, if the field shows
// all of its text.
func (f *Condition) underline(column int, color paint.Color) {
	pad := imgui.CurrentStyle().FramePadding()
	signs := append([]rune(f.Text), ' ')
	at := min(column-1, len(signs)-1)
	x0 := f.Place.X0 + pad.X + imgui.CalcTextSize(string(signs[:at])).X
	x1 := x0 + max(imgui.CalcTextSize(string(signs[at])).X, 0.4*imgui.FontSize())
	if y := f.Place.Y1 - 2*f.widgets.Scale; x1 <= f.Place.X1 {
		imgui.WindowDrawList().AddLineV(imgui.Vec2{X: x0, Y: y}, imgui.Vec2{X: x1, Y: y}, Packed(color), 2*f.widgets.Scale)
	}
}

// WordsHelp is a button that opens an explanation of conditions and of their words.
func (w *Kit) WordsHelp(name, does, intro string, words []expression.Word) {
	popup := "##" + name + " help"
	imgui.SameLine()
	if imgui.SmallButton("?" + popup) {
		imgui.OpenPopupStr(popup)
	}
	w.Mark(name+" help", LastItem())
	Tip(does)
	if !imgui.BeginPopup(popup) {
		return
	}
	defer imgui.EndPopup()
	imgui.PushTextWrapPosV(40 * imgui.FontSize())
	Text(intro)
	imgui.PopTextWrapPos()
	imgui.Separator()
	if imgui.BeginTableV("words", 2, imgui.TableFlags(imgui.TableFlagsSizingFixedFit), imgui.Vec2{}, 0) {
		for _, word := range words {
			imgui.TableNextRow()
			imgui.TableSetColumnIndex(0)
			w.Bold(word.Name)
			imgui.TableSetColumnIndex(1)
			imgui.PushTextWrapPosV(imgui.CursorPosX() + 32*imgui.FontSize())
			Text(word.Help)
			imgui.PopTextWrapPos()
		}
		imgui.EndTable()
		w.Mark(name+" words", LastItem())
	}
}

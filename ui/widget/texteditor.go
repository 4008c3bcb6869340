package widget

import (
	"sort"
	"strconv"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/expression"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// TextEditor is a field for a text of several lines: it numbers them, completes words, and marks the
// places of errors. The list of completions appears while the user types, and with Ctrl+Space.
type TextEditor struct {
	kit          *Kit
	expectTyping func()
	completer
	Typing bool // the field has the keyboard
	focus  bool // it is to have it
	open   bool // the list is wanted
	take   bool // Enter has chosen an entry
	length int  // of the text when the list was opened or closed last; below 0 before
	shown  int  // the cursor to which the text was scrolled
	lines  textLines
	known  completions
}

// completions are those that were found last.
type completions struct {
	text     string
	at, from int
	list     []expression.Completion
}

// textLines are the lines of a text.
type textLines struct {
	text   string
	starts []int
	wide   float32 // of the widest line, in sizes of the text
}

// TextMark marks a place in a text, from the column to the end of the line.
type TextMark struct {
	Line, Column int // from 1; columns count characters
	Color        paint.Color
}

// NewTextEditor returns a field. expectTyping is called when it is about to get the keyboard
// focus. complete returns what can stand at a byte of the text, and the start of what that replaces.
func NewTextEditor(ui *Kit, expectTyping func(), complete func(string, int) (int, []expression.Completion)) *TextEditor {
	f := &TextEditor{kit: ui, expectTyping: expectTyping, completer: completer{chosen: -1, wide: 34}, length: -1}
	f.Complete = f.cached(complete)
	return f
}

// GoTo moves the cursor to a byte, and the keyboard to the field.
func (f *TextEditor) GoTo(at int) {
	f.moves, f.to, f.focus, f.open, f.shown = true, at, true, false, -1
	f.expectTyping()
}

// Forget drops the last completions, because there are others now.
func (f *TextEditor) Forget() { f.known = completions{} }

// Offset returns the byte of a place, both from 1, or else of the nearest; columns count characters.
func (f *TextEditor) Offset(line, column int) int {
	f.measure()
	return f.offset(line, column)
}

// offset is Offset in the text that was measured last.
func (f *TextEditor) offset(line, column int) int {
	i := min(max(line, 1), len(f.lines.starts)) - 1
	text := f.line(i)
	for at := range text {
		if column--; column <= 0 {
			return f.lines.starts[i] + at
		}
	}
	return f.lines.starts[i] + len(text)
}

// Edit lays the field out in a size, with marks.
func (f *TextEditor) Edit(id string, size imgui.Vec2, marks []TextMark) {
	f.measure()
	// The whole text has room in the field, so that only the child scrolls: marks follow the lines.
	visible := imgui.BeginChildStrV(id+" view", size, 0, imgui.WindowFlags(imgui.WindowFlagsHorizontalScrollbar))
	if !visible {
		imgui.EndChild()
		return
	}
	em, pad := imgui.FontSize(), imgui.CurrentStyle().FramePadding()
	gutter := imgui.CalcTextSize("0000").X + pad.X
	imgui.SetCursorPosX(imgui.CursorPosX() + gutter)
	at, room := imgui.CursorScreenPos(), imgui.ContentRegionAvail()
	field := imgui.Vec2{X: max(room.X, (f.lines.wide+2)*em+2*pad.X),
		Y: max(room.Y-2*f.kit.Scale, float32(len(f.lines.starts)+1)*em+2*pad.Y)}
	if f.focus {
		f.focus = false
		imgui.SetKeyboardFocusHere()
	}
	f.inputText(id, field)
	origin := imgui.Vec2{X: at.X + pad.X, Y: at.Y + pad.Y}
	f.number(imgui.Vec2{X: at.X - gutter, Y: origin.Y}, gutter, marks)
	for _, m := range marks {
		f.underline(origin, m)
	}
	if f.Typing {
		f.follow(origin, size)
	}
	imgui.EndChild()
	f.kit.Mark(strings.TrimPrefix(id, "##"), LastItem())
}

// inputText lays out the field itself, and the list.
func (f *TextEditor) inputText(id string, size imgui.Vec2) {
	typed, flags := f.Text, imgui.InputTextFlagsCallbackAlways|imgui.InputTextFlagsCallbackCharFilter
	if f.Typing && len(f.list) > 0 {
		flags |= imgui.InputTextFlagsCallbackCompletion
	}
	imgui.InputTextMultiline(id, &f.Text, size, imgui.InputTextFlags(flags), f.edited)
	was := f.Typing
	if f.Typing = imgui.IsItemActive(); !f.Typing {
		f.length = -1
	}
	if was && !f.Typing && imgui.IsKeyPressedBoolV(imgui.KeyEscape, false) {
		if f.Text = typed; len(f.list) > 0 { // the field has restored its first text
			f.GoTo(f.cursor)
		}
		f.open = false
	}
	if f.layOutList(f.kit, false, f.open && (was || f.Typing)) {
		f.focus, f.open = true, true
		f.expectTyping()
	}
}

// edited is called by the field while it has the keyboard.
func (f *TextEditor) edited(field imgui.InputTextCallbackData) int {
	switch field.EventFlag() {
	case imgui.InputTextFlagsCallbackCharFilter:
		if field.EventChar() == '\n' && len(f.list) > 0 && f.chosen >= 0 {
			f.take = true
			return 1
		}
		return 0
	case imgui.InputTextFlagsCallbackAlways:
		f.react(field)
	}
	return f.completer.edited(field)
}

// react opens and closes the list, and lets the arrows choose from it.
func (f *TextEditor) react(field imgui.InputTextCallbackData) {
	n, at := int(field.BufTextLen()), int(field.CursorPos())
	by := 0
	if imgui.IsKeyPressedBoolV(imgui.KeyDownArrow, true) {
		by = 1
	} else if imgui.IsKeyPressedBoolV(imgui.KeyUpArrow, true) {
		by = -1
	}
	switch {
	case f.take:
		f.take = false
		insertChosen(field, &f.completer)
		n = int(field.BufTextLen())
	case by != 0 && n == f.length && len(f.list) > 0 && f.open:
		f.chosen = min(max(f.chosen+by, -1), len(f.list)-1)
		field.ClearSelection()
		field.SetCursorPos(int32(f.cursor))
	case f.moves || f.length < 0:
	case n != f.length:
		f.open = n < f.length || at > 0 && !strings.HasSuffix(field.Buf()[:at], "\n")
	case at != f.cursor:
		f.open = false
	}
	if imgui.CurrentIO().KeyCtrl() && imgui.IsKeyPressedBoolV(imgui.KeySpace, false) {
		f.open = true
	}
	f.length = n
}

// cached returns a function that completes only if the text or the place is another one: the list is
// laid out in each frame.
func (f *TextEditor) cached(complete func(string, int) (int, []expression.Completion)) func(string, int) (int, []expression.Completion) {
	return func(text string, at int) (int, []expression.Completion) {
		if k := &f.known; k.text != text || k.at != at {
			*k = completions{text: text, at: at}
			k.from, k.list = complete(text, at)
		}
		return f.known.from, f.known.list
	}
}

// measure finds the lines, if the text is another one.
func (f *TextEditor) measure() {
	l := &f.lines
	if l.text == f.Text && l.starts != nil {
		return
	}
	*l = textLines{text: f.Text, starts: []int{0}}
	for line := range strings.Lines(f.Text) {
		l.wide = max(l.wide, imgui.CalcTextSize(strings.TrimRight(line, "\r\n")).X/imgui.FontSize())
		if strings.HasSuffix(line, "\n") {
			l.starts = append(l.starts, l.starts[len(l.starts)-1]+len(line))
		}
	}
}

// line returns the text of a line, from 0.
func (f *TextEditor) line(i int) string {
	end := len(f.lines.text)
	if i+1 < len(f.lines.starts) {
		end = f.lines.starts[i+1] - 1
	}
	return f.lines.text[f.lines.starts[i]:end]
}

// number writes the numbers of the lines in view, those with a mark in its colour.
func (f *TextEditor) number(at imgui.Vec2, wide float32, marks []TextMark) {
	em, list := imgui.FontSize(), imgui.WindowDrawList()
	first := max(int((imgui.ScrollY()-em)/em), 0)
	last := min(first+int(imgui.WindowSize().Y/em)+2, len(f.lines.starts))
	for i := first; i < last; i++ {
		color := f.kit.Palette.Faint
		for _, m := range marks {
			if m.Line == i+1 {
				color = m.Color
			}
		}
		text := strconv.Itoa(i + 1)
		x := at.X + wide - imgui.CalcTextSize(text).X - 0.4*em
		list.AddTextVec2(imgui.Vec2{X: x, Y: at.Y + float32(i)*em}, Packed(color), text)
	}
}

// underline draws a mark.
func (f *TextEditor) underline(origin imgui.Vec2, m TextMark) {
	if m.Line < 1 || m.Line > len(f.lines.starts) {
		return
	}
	start, text := f.lines.starts[m.Line-1], strings.TrimRight(f.line(m.Line-1), " \t\r")
	at := min(f.offset(m.Line, m.Column)-start, len(text))
	em, k := imgui.FontSize(), f.kit.Scale
	x0 := origin.X + imgui.CalcTextSize(text[:at]).X
	x1 := x0 + max(imgui.CalcTextSize(text[at:]).X, 0.4*em)
	y := origin.Y + float32(m.Line)*em
	imgui.WindowDrawList().AddLineV(imgui.Vec2{X: x0, Y: y}, imgui.Vec2{X: x1, Y: y}, Packed(m.Color), 2*k)
}

// follow scrolls to the cursor when that has moved, and puts the list below it.
func (f *TextEditor) follow(origin, size imgui.Vec2) {
	em, at := imgui.FontSize(), min(f.cursor, len(f.lines.text))
	line := sort.SearchInts(f.lines.starts, at+1) - 1
	x := imgui.CalcTextSize(f.lines.text[f.lines.starts[line]:at]).X
	y := origin.Y + float32(line)*em
	f.Place = shape.Rect{X0: origin.X + x, Y0: y, X1: origin.X + x, Y1: y + em + 2*f.kit.Scale}
	if f.shown == at || f.lines.text != f.Text {
		return
	}
	f.shown = at
	top, high := float32(line)*em, size.Y-2*em
	if y := imgui.ScrollY(); top < y {
		imgui.SetScrollYFloat(top)
	} else if top+em > y+high {
		imgui.SetScrollYFloat(top + em - high)
	}
	wide := imgui.WindowSize().X - 6*em
	if left := imgui.ScrollX(); x < left {
		imgui.SetScrollXFloat(max(x-2*em, 0))
	} else if x > left+wide {
		imgui.SetScrollXFloat(x - wide)
	}
}

// Package notes has the panel of the notes, and the dialog for the text of one.
package notes

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// Panel is the list of notes.
type Panel struct {
	panel.Trace
	keys     *keys.Bindings
	session  *session.Session
	editNote func(index int) // writes the text of a note; below 0 of a new one
	panel.Idle
}

// LayOut lists all notes, in the order of their moments.
func (p *Panel) LayOut() {
	n := len(p.Workspace.Look.Notes)
	title := panel.Notes
	if n > 0 {
		title = fmt.Sprintf("%s (%d)", panel.Notes, n)
	}
	panel.Docked(title+panel.NotesID, 0, func() {
		if imgui.SmallButton("Pin") {
			p.editNote(-1)
		}
		p.UI.Mark("pin note", widget.LastItem())
		p.keys.KeyTip("Pins a note to the selected thread, to the edge under the mouse, or to the moment.", "note")
		imgui.SameLine()
		imgui.BeginDisabledV(n == 0)
		if imgui.SmallButton("Copy all") {
			p.session.Do(command.CopyNotes{})
		}
		imgui.EndDisabled()
		p.UI.Mark("copy notes", widget.LastItem())
		widget.Tip("Copies all notes as Markdown, for a bug report: each with its moment, the state of its thread then, and " +
			"the threads it waited for.")
		imgui.Separator()
		if n == 0 {
			p.UI.FaintWrapped("No notes. " + keys.WithKey("Pin a note", p.keys.Keys("note")) +
				" to the moment and the selected thread. Notes are saved with the trace.")
			return
		}
		p.listRows(n)
	})
}

// listRows lays out the notes; only those in view have a cost.
func (p *Panel) listRows(n int) {
	if !imgui.BeginChildStr("notes") {
		imgui.EndChild()
		return
	}
	clip := imgui.NewListClipper()
	defer clip.Destroy()
	clip.Begin(int32(n))
	for clip.Step() {
		for i := int(clip.DisplayStart()); i < min(int(clip.DisplayEnd()), len(p.Workspace.Look.Notes)); i++ {
			imgui.PushIDInt(int32(i))
			p.line(i)
			imgui.PopID()
		}
	}
	imgui.EndChild()
}

// line lays out one note in two lines: its number, its place and its
// buttons, and the beginning of its text.
func (p *Panel) line(i int) {
	n := &p.Workspace.Look.Notes[i]
	palette := p.UI.Palette
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	em, line := imgui.FontSize(), imgui.TextLineHeightWithSpacing()
	buttons := 5.4 * em
	size := imgui.Vec2{X: wide - buttons, Y: 2 * line}
	if imgui.SelectableBoolV("##note", i+1 == p.CurrentNote, imgui.SelectableFlagsAllowDoubleClick, size) {
		session.GoToNote(p.Document, i)
		if imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) {
			p.editNote(i)
		}
	}
	p.UI.Mark(fmt.Sprint("note ", i+1), widget.LastItem())
	if imgui.IsItemHovered() {
		p.OverRow = shape.PickID{Kind: shape.PickNote, Index: int32(i)}
	}
	widget.Tip(panel.SafeLines(n.Text))
	after := imgui.CursorScreenPos()
	list := imgui.WindowDrawList()
	number := fmt.Sprint(i + 1)
	badge := imgui.CalcTextSize(number).X + 0.5*em
	widget.Fill(list, shape.Rect{X0: at.X, Y0: at.Y, X1: at.X + badge, Y1: at.Y + 1.15*em}, palette.Text)
	list.AddTextVec2(imgui.Vec2{X: at.X + 0.25*em, Y: at.Y}, widget.Packed(palette.Ground), number)
	where := widget.Shorten(session.NotePlace(p.Document, n), wide-badge-buttons-0.6*em)
	list.AddTextVec2(imgui.Vec2{X: at.X + badge + 0.4*em, Y: at.Y}, widget.Packed(palette.Faint), where)
	words := widget.ShortenEnd(view.OneLine(n.Text, panel.MaxNote), wide-buttons-0.4*em)
	list.AddTextVec2(imgui.Vec2{X: at.X + 0.2*em, Y: at.Y + line}, widget.Packed(palette.Text), words)
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + wide - buttons + 0.4*em, Y: at.Y})
	p.buttons(i)
	imgui.SetCursorScreenPos(after)
	imgui.Dummy(imgui.Vec2{})
}

// buttons lays out the buttons of a note.
func (p *Panel) buttons(i int) {
	if imgui.SmallButton("Edit") {
		p.editNote(i)
	}
	p.UI.Mark(fmt.Sprint("edit note ", i+1), widget.LastItem())
	widget.Tip("Changes the text.")
	imgui.SameLine()
	if imgui.SmallButton("×") {
		session.DeleteNote(p.Document, i)
	}
	p.UI.Mark(fmt.Sprint("delete note ", i+1), widget.LastItem())
	widget.Tip("Deletes the note. " + keys.WithKey("Undo restores it", p.keys.Keys("undo")) + ".")
}

// New returns the panel of the notes of a trace. edit writes the text of a note; below 0, of a
// new one.
func New(on panel.Trace, s *panel.Services, edit func(index int)) Panel {
	return Panel{Trace: on, keys: s.Keys, session: s.Session, editNote: edit}
}

package ui

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// notesPanel is the state of the list of notes.
type notesPanel struct {
	current int // the note that was gone to, counted from 1; 0 is none
	over    int // the note under the mouse in the list, from 1
}

// notesPanel lists all notes, in the order of their moments.
func (a *app) notesPanel() {
	n := len(a.ws.Look.Notes)
	a.notes.over = 0
	title := notesName
	if n > 0 {
		title = fmt.Sprintf("%s (%d)", notesName, n)
	}
	panel(title+notesID, 0, func() {
		if imgui.SmallButton("pin") {
			pinNote(a)
		}
		a.mark("pin note", lastItem())
		a.keyTip("Pin a note to the selected thread, or to the edge under the mouse, or to the moment.", "note")
		imgui.SameLine()
		imgui.BeginDisabledV(n == 0)
		if imgui.SmallButton("copy all") {
			copyNotes(a)
		}
		imgui.EndDisabled()
		a.mark("copy notes", lastItem())
		tip("Copy all notes as text (Markdown), for a bug report: each with its moment, what its thread did then and whom it waited for.")
		imgui.Separator()
		if n == 0 {
			a.faintWrapped("No notes. " + withKey("Write down what you see", a.keysOf("note")) + ": it is pinned to the moment and to the selected thread, and kept with the trace.")
			return
		}
		a.noteRows(n)
	})
}

// noteRows lays out the notes; only those in view have a cost.
func (a *app) noteRows(n int) {
	if !imgui.BeginChildStr("notes") {
		imgui.EndChild()
		return
	}
	clip := imgui.NewListClipper()
	defer clip.Destroy()
	clip.Begin(int32(n))
	for clip.Step() {
		for i := int(clip.DisplayStart()); i < min(int(clip.DisplayEnd()), len(a.ws.Look.Notes)); i++ {
			imgui.PushIDInt(int32(i))
			a.noteRow(i)
			imgui.PopID()
		}
	}
	imgui.EndChild()
}

// noteRow lays out one note in two lines: its number, its place and its
// buttons, and the beginning of its text.
func (a *app) noteRow(i int) {
	n := &a.ws.Look.Notes[i]
	p := a.ws.Look.Palette
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	em, line := imgui.FontSize(), imgui.TextLineHeightWithSpacing()
	buttons := 5.4 * em
	size := imgui.Vec2{X: wide - buttons, Y: 2 * line}
	if imgui.SelectableBoolV("##note", i+1 == a.notes.current, imgui.SelectableFlagsAllowDoubleClick, size) {
		a.goToNote(i)
		if imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) {
			a.editNote(i)
		}
	}
	a.mark(fmt.Sprint("note ", i+1), lastItem())
	if imgui.IsItemHovered() {
		a.notes.over = i + 1
	}
	tip(tameLines(n.Text))
	after := imgui.CursorScreenPos()
	list := imgui.WindowDrawList()
	number := fmt.Sprint(i + 1)
	badge := imgui.CalcTextSize(number).X + 0.5*em
	fill(list, scene.Rect{X0: at.X, Y0: at.Y, X1: at.X + badge, Y1: at.Y + 1.15*em}, p.Text)
	list.AddTextVec2(imgui.Vec2{X: at.X + 0.25*em, Y: at.Y}, packed(p.Ground), number)
	where := cut(a.noteWhere(n), wide-badge-buttons-0.6*em)
	list.AddTextVec2(imgui.Vec2{X: at.X + badge + 0.4*em, Y: at.Y}, packed(p.Faint), where)
	words := cutEnd(scene.OneLine(n.Text, longestName), wide-buttons-0.4*em)
	list.AddTextVec2(imgui.Vec2{X: at.X + 0.2*em, Y: at.Y + line}, packed(p.Text), words)
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + wide - buttons + 0.4*em, Y: at.Y})
	a.noteButtons(i)
	imgui.SetCursorScreenPos(after)
	imgui.Dummy(imgui.Vec2{})
}

// noteButtons lays out the buttons of a note.
func (a *app) noteButtons(i int) {
	if imgui.SmallButton("edit") {
		a.editNote(i)
	}
	a.mark(fmt.Sprint("edit note ", i+1), lastItem())
	tip("Lets you write another text.")
	imgui.SameLine()
	if imgui.SmallButton("×") {
		a.deleteNote(i)
	}
	a.mark(fmt.Sprint("delete note ", i+1), lastItem())
	tip("Delete it. " + withKey("Undo brings it back", a.keysOf("undo")) + ".")
}

// noteWhere describes the place of a note: "at 45 ms: Beta waits for Alpha".
func (a *app) noteWhere(n *scene.Note) string {
	s := n.Moment.String()
	if n.Thread != tracefeed.NoThread {
		s += " · " + a.threadName(n.Thread)
		if n.Blocker != tracefeed.NoThread {
			s += " waits for " + a.threadName(n.Blocker)
		}
	}
	return s
}

// describeNote returns the tooltip of a note.
func (a *app) describeNote(i int) (head string, body []string) {
	if i >= len(a.ws.Look.Notes) {
		return "", nil
	}
	n := &a.ws.Look.Notes[i]
	return fmt.Sprintf("note %d · %s", i+1, a.noteWhere(n)), []string{tameLines(n.Text)}
}

// tameLines returns a text of several lines that is safe in a panel.
func tameLines(s string) string {
	if len(s) > longestFinding {
		s = strings.ToValidUTF8(s[:longestFinding], "") + "…"
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r):
			return '?'
		}
		return r
	}, s)
}

// cutEnd shortens a text at its end to a width in pixels.
func cutEnd(s string, wide float32) string {
	if imgui.CalcTextSize(s).X <= wide {
		return s
	}
	r := []rune(s)
	for low, high := 0, len(r); ; {
		n := (low + high + 1) / 2
		if low == high {
			return string(r[:n]) + "…"
		}
		if imgui.CalcTextSize(string(r[:n])+"…").X <= wide {
			low = n
		} else {
			high = n - 1
		}
	}
}

// goToNote shows the moment and the thread of a note.
func (a *app) goToNote(i int) {
	a.notes.current = i + 1
	a.glide(workspace.GoToNote{Index: i})
}

// selectNote selects a note in the picture, and its thread.
func (a *app) selectNote(i int) {
	if i < len(a.ws.Look.Notes) {
		a.notes.current = i + 1
		a.pickThread(a.ws.Look.Notes[i].Thread)
	}
}

// toNote goes to the next note, or with -1 to the previous one.
func toNote(direction int) func(*app) {
	return func(a *app) {
		if i, ok := a.ws.NextNote(direction); ok {
			a.goToNote(i)
			return
		}
		a.messages.say("There is no other note in that direction.")
	}
}

func (a *app) deleteNote(i int) {
	a.notes.current = 0
	a.send(workspace.DeleteNote{Index: i})
}

// mostNotesCopied is the largest number of copied notes: each reads a part of
// the trace.
const mostNotesCopied = 1000

// copyNotes puts all notes into the clipboard, as text.
func copyNotes(a *app) {
	notes := a.ws.Look.Notes
	n := min(len(notes), mostNotesCopied)
	imgui.SetClipboardText(report.Notes(a.ws.Timeline, a.ws.Name, notes[:n]))
	said := "Copied " + plural(n, "note") + " as text."
	if n < len(notes) {
		said = fmt.Sprintf("Copied the first %d of %s as text.", n, plural(len(notes), "note"))
	}
	a.messages.say(said)
}

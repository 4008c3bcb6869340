package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// noteField is the state of the field for a note's text.
type noteField struct {
	show, open bool // at the next frame, now
	index      int  // of the note; below 0 for a new one
	note       scene.Note
	text       string // as typed
}

const noteTitle = "Note"

// pinNote opens the field for the text of a new note.
func pinNote(a *app) {
	if a.ws.Playback.Playing {
		a.send(workspace.TogglePlay{})
	}
	a.writeNote(-1, a.noteHere())
}

// noteHere returns a note about the moment and the selected thread, or the
// thing under the mouse if none is selected. If the wait under the mouse is one
// of the selected thread, the note is about that wait.
func (a *app) noteHere() scene.Note {
	l := &a.ws.Look
	n := scene.Note{Moment: l.Moment, Thread: l.Selected}
	i := int(l.Hovered.Index)
	switch {
	case l.Hovered.Kind == scene.PickThread && n.Thread == tracefeed.NoThread:
		n.Thread = tracefeed.ThreadID(i)
	case l.Hovered.Kind == scene.PickEdge && a.frame != nil && i < len(a.frame.Links):
		e := &a.frame.Links[i]
		single := e.Waits.Kind == scene.PickThread && e.Holds.Kind == scene.PickThread
		if single && (n.Thread == tracefeed.NoThread || n.Thread == e.Blocked) {
			n.Thread, n.Blocker = e.Blocked, e.Blocker
		}
	}
	return n
}

// editNote opens the field for the text of a note.
func (a *app) editNote(i int) {
	if i < len(a.ws.Look.Notes) {
		a.writeNote(i, a.ws.Look.Notes[i])
	}
}

func (a *app) writeNote(index int, n scene.Note) {
	a.noteField = noteField{show: true, index: index, note: n, text: n.Text}
	a.expect()
}

// noteWindow lays the field out, over everything else.
func (a *app) noteWindow() {
	f := &a.noteField
	if f.show {
		f.show = false
		imgui.OpenPopupStr(noteTitle)
	}
	imgui.SetNextWindowPosV(imgui.MainViewport().WorkCenter(), imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	flags := imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoSavedSettings
	if f.open = imgui.BeginPopupModalV(noteTitle, nil, imgui.WindowFlags(flags)); !f.open {
		return
	}
	defer imgui.EndPopup()
	em := imgui.FontSize()
	a.faint(cut(a.noteWhere(&f.note), 32*em))
	if !imgui.IsAnyItemActive() { // a click beside the window has taken it away
		imgui.SetKeyboardFocusHere()
	}
	enter := imgui.InputTextMultiline("##note", &f.text, imgui.Vec2{X: 32 * em, Y: 6 * em},
		imgui.InputTextFlags(imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsCtrlEnterForNewLine), nil)
	if imgui.IsItemActive() {
		a.mark("note text", lastItem())
	}
	tip("What you see here. It is kept with the trace, and in its pictures and reports.")
	a.faint("Enter keeps it. Ctrl+Enter begins a new line. Esc leaves all as it was.")
	keep := imgui.Button("Keep")
	a.mark("note keep", lastItem())
	tip("Keeps the note (Enter). One without a text is none.")
	imgui.SameLine()
	cancelled := a.cancelled("note")
	if keep || enter {
		a.keepNote()
	}
	if keep || enter || cancelled {
		f.open = false
		imgui.CloseCurrentPopup()
	}
}

// keepNote applies the edited text. An empty text means no note.
func (a *app) keepNote() {
	f := &a.noteField
	words := strings.TrimSpace(f.text)
	switch {
	case words == "" && f.index >= 0:
		a.deleteNote(f.index)
	case words == "":
	case f.index >= 0:
		a.send(workspace.EditNote{Index: f.index, Text: words})
	case !a.ws.NoteFits(words):
		a.messages.say("There is no room for one more note.")
	default:
		f.note.Text = words
		a.send(workspace.AddNote{Note: f.note})
	}
}

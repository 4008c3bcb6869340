package notes

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Dialog is the dialog for a note's text.
type Dialog struct {
	*panel.Trace
	messages *session.Messages
	input    *keys.Recorder
	panel.Idle
	show, open bool // at the next frame, now
	index      int  // of the note; below 0 for a new one
	note       view.Note
	text       string // as typed
}

const noteTitle = "Note"

// Asking reports whether the dialog is open.
func (d *Dialog) Asking() bool { return d.open }

// here returns a note about the moment and the selected thread, or the
// thing under the mouse if none is selected. If the wait under the mouse is one
// of the selected thread, the note is about that wait.
func (d *Dialog) here() view.Note {
	l := &d.Workspace.Look
	n := view.Note{Moment: l.Moment, Thread: l.Selected}
	i := int(l.Hovered.Index)
	switch {
	case l.Hovered.Kind == shape.PickThread && n.Thread == tracefeed.NoThread:
		n.Thread = tracefeed.ThreadID(i)
	case l.Hovered.Kind == shape.PickEdge && d.Frame != nil && i < len(d.Frame.Links):
		e := &d.Frame.Links[i]
		single := e.Waits.Kind == shape.PickThread && e.Holds.Kind == shape.PickThread
		if single && (n.Thread == tracefeed.NoThread || n.Thread == e.Blocked) {
			n.Thread, n.Blocker = e.Blocked, e.Blocker
		}
	}
	return n
}

// Edit opens the dialog for the text of a note; below 0, of a new one.
func (d *Dialog) Edit(i int) {
	switch {
	case i < 0:
		if d.Workspace.Playback.Playing {
			d.Send(workspace.Pause{})
		}
		d.Write(-1, d.here())
	case i < len(d.Workspace.Look.Notes):
		d.Write(i, d.Workspace.Look.Notes[i])
	}
}

// Write opens the dialog for a text of a note; index is below 0 for a new one.
func (d *Dialog) Write(index int, n view.Note) {
	d.show, d.index, d.note, d.text = true, index, n, n.Text
	d.input.ExpectTyping()
}

// LayOut lays the field out, over everything else.
func (d *Dialog) LayOut() {
	if d.show {
		d.show = false
		imgui.OpenPopupStr(noteTitle)
	}
	imgui.SetNextWindowPosV(imgui.MainViewport().WorkCenter(), imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	if d.open = imgui.BeginPopupModalV(noteTitle, nil,
		imgui.WindowFlags(imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoSavedSettings)); !d.open {
		return
	}
	defer imgui.EndPopup()
	em := imgui.FontSize()
	d.UI.Faint(widget.Shorten(session.NotePlace(d.Document, &d.note), 32*em))
	if !imgui.IsAnyItemActive() { // a click beside the window has taken it away
		imgui.SetKeyboardFocusHere()
	}
	flags := imgui.InputTextFlags(imgui.InputTextFlagsEnterReturnsTrue)
	if !imgui.CurrentIO().KeyShift() { // without this flag, Enter starts a line
		flags |= imgui.InputTextFlagsCtrlEnterForNewLine
	}
	enter := imgui.InputTextMultiline("##note", &d.text, imgui.Vec2{X: 32 * em, Y: 6 * em}, flags, nil)
	if imgui.IsItemActive() {
		d.UI.Mark("note text", widget.LastItem())
	}
	widget.Tip("The text of the note. It is saved with the trace, and in its pictures and reports.")
	d.UI.Faint("Enter saves, Shift+Enter adds a line, Esc cancels.")
	keep := imgui.Button("Save")
	d.UI.Mark("note keep", widget.LastItem())
	widget.Tip("Saves the note (Enter). A note without text is deleted.")
	imgui.SameLine()
	cancelled := d.UI.Cancelled("note")
	if keep || enter {
		d.keep()
	}
	if keep || enter || cancelled {
		d.open = false
		imgui.CloseCurrentPopup()
	}
}

// keep applies the edited text. An empty text means no note.
func (d *Dialog) keep() {
	words := strings.TrimSpace(d.text)
	switch {
	case words == "" && d.index >= 0:
		session.DeleteNote(d.Document, d.index)
	case words == "":
	case d.index >= 0:
		d.Send(workspace.EditNote{Index: d.index, Text: words})
	case !d.Workspace.NoteFits(words):
		d.messages.Say("There is no room for another note.")
	default:
		d.note.Text = words
		d.Send(workspace.AddNote{Note: d.note})
	}
}

// NewDialog returns the dialog of a window.
func NewDialog(s *panel.Services) Dialog {
	return Dialog{Trace: s.Shown, messages: s.Messages, input: s.Input}
}

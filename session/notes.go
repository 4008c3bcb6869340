package session

import (
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace"
)

// NotePlace describes the place of a note: "at 45 ms: Beta waits for Alpha".
func NotePlace(d *Document, n *view.Note) string {
	s := n.Moment.String()
	if n.Thread != tracefeed.NoThread {
		s += " · " + d.ThreadName(n.Thread)
		if n.Blocker != tracefeed.NoThread {
			s += " waits for " + d.ThreadName(n.Blocker)
		}
	}
	return s
}

// GoToNote shows the moment and the thread of a note.
func GoToNote(d *Document, i int) {
	d.CurrentNote = i + 1
	d.Glide(workspace.GoToNote{Index: i})
}

// SelectNote selects a note in the picture, and its thread.
func SelectNote(d *Document, i int) {
	if i < len(d.Workspace.Look.Notes) {
		d.CurrentNote = i + 1
		d.SelectThread(d.Workspace.Look.Notes[i].Thread)
	}
}

// DeleteNote deletes a note.
func DeleteNote(d *Document, i int) {
	d.CurrentNote = 0
	d.Send(workspace.DeleteNote{Index: i})
}

package session

import (
	"fmt"

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

// hasNote reports whether a trace has a note, and says if it has not.
func hasNote(m *Messages, d *Document, i int) bool {
	some := i >= 0 && i < len(d.Workspace.Look.Notes)
	if !some {
		m.Say(fmt.Sprintf("There is no note %d.", i))
	}
	return some
}

// DeleteNote deletes a note.
func DeleteNote(d *Document, i int) {
	d.CurrentNote = 0
	d.Send(workspace.DeleteNote{Index: i})
}

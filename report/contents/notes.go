package contents

import (
	"fmt"

	"tiv/report"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace"
)

// Note is a user's note.
type Note struct {
	Number      int
	At, Exact   string
	About, Text string
	Pictures    []Picture
}

// notes fills in the notes, in the order of the numbers on flags.
func (m *maker) notes(d *Document) error {
	notes := m.ws.Look.Notes
	for i := range notes {
		if i == maxNotes {
			d.MoreNotes = len(notes) - i
			break
		}
		n := &notes[i]
		out := Note{Number: i + 1, At: n.Moment.String(), Exact: n.Moment.Exact(),
			About: text(report.About(m.tl, m.ws.Look.Locks, n), maxText),
			Text:  text(n.Text, maxNote)}
		if m.draws(i) {
			ws, caption := m.noteView(i, n)
			var err error
			out.Pictures, err = m.draw(ws, fmt.Sprintf("%s, with note %d: %s", seen(&ws.Look), i+1, line(n.Text)), caption)
			if err != nil {
				return err
			}
		}
		d.Notes = append(d.Notes, out)
	}
	return nil
}

// noteView returns a view of a note, which ends at the note's moment.
func (m *maker) noteView(i int, n *view.Note) (ws *workspace.Workspace, caption string) {
	var threads []tracefeed.ThreadID
	for _, t := range []tracefeed.ThreadID{n.Thread, n.Blocker} {
		if t != tracefeed.NoThread {
			threads = append(threads, t)
		}
	}
	return m.viewOf(threads, workspace.GoToNote{Index: i})
}

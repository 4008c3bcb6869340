package workspace

import (
	"fmt"
	"slices"

	"tiv/scene"
)

// Commands about notes, which are named by their index in Look.Notes.
type (
	AddNote  struct{ Note scene.Note }
	EditNote struct {
		Index int
		Text  string
	}
	DeleteNote struct{ Index int }
	// GoToNote goes to a note's moment and selects its thread.
	GoToNote struct{ Index int }
)

func (c AddNote) apply(w *Workspace) {
	c.Note.Thread, c.Note.Blocker = w.known(c.Note.Thread), w.known(c.Note.Blocker)
	w.Look.Notes = append(slices.Clip(w.Look.Notes), c.Note)
}

func (c EditNote) apply(w *Workspace) {
	if w.hasNote(c.Index) {
		w.Look.Notes = slices.Clone(w.Look.Notes)
		w.Look.Notes[c.Index].Text = c.Text
	}
}

func (c DeleteNote) apply(w *Workspace) {
	if w.hasNote(c.Index) {
		w.Look.Notes = slices.Delete(slices.Clone(w.Look.Notes), c.Index, c.Index+1)
	}
}

func (c GoToNote) apply(w *Workspace) {
	if w.hasNote(c.Index) {
		n := w.Look.Notes[c.Index]
		SeekTo{n.Moment}.apply(w)
		Select{n.Thread}.apply(w)
	}
}

func (w *Workspace) hasNote(i int) bool { return i >= 0 && i < len(w.Look.Notes) }

func (AddNote) does() (string, string)    { return "add note", "" }
func (c EditNote) does() (string, string) { return "edit note", fmt.Sprint("note ", c.Index) }
func (DeleteNote) does() (string, string) { return "delete note", "" }
func (GoToNote) jumps()                   {}

package workspace

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace/saved"
)

// Commands about notes, which are named by their index in Look.Notes. Notes are
// sorted by moment; notes of the same moment are in the order of their
// creation.
type (
	// AddNote adds a note, within the limits.
	AddNote  struct{ Note view.Note }
	EditNote struct {
		Index int
		Text  string
	}
	DeleteNote struct{ Index int }
	// GoToNote goes to a note's moment and selects its thread.
	GoToNote struct{ Index int }
)

func (c AddNote) apply(w *Workspace) {
	if !w.NoteFits(c.Note.Text) {
		return
	}
	c.Note.Text, c.Note.Moment = noteText(c.Note.Text), max(c.Note.Moment, 0)
	c.Note.Thread, c.Note.Blocker = known(w.Timeline, c.Note.Thread), known(w.Timeline, c.Note.Blocker)
	at, _ := slices.BinarySearchFunc(w.Look.Notes, c.Note, func(n, added view.Note) int {
		return cmp.Or(cmp.Compare(n.Moment, added.Moment), -1)
	})
	w.Look.Notes = slices.Insert(slices.Clone(w.Look.Notes), at, c.Note)
}

func (c EditNote) apply(w *Workspace) {
	if hasNote(w.Look.Notes, c.Index) && noteBytes(w.Look.Notes)+len(c.Text) <= maxNoteBytes {
		w.Look.Notes = slices.Clone(w.Look.Notes)
		w.Look.Notes[c.Index].Text = noteText(c.Text)
	}
}

func (c DeleteNote) apply(w *Workspace) {
	if hasNote(w.Look.Notes, c.Index) {
		w.Look.Notes = slices.Delete(slices.Clone(w.Look.Notes), c.Index, c.Index+1)
	}
}

func (c GoToNote) apply(w *Workspace) {
	if hasNote(w.Look.Notes, c.Index) {
		n := w.Look.Notes[c.Index]
		SeekTo{n.Moment}.apply(w)
		Select{n.Thread}.apply(w)
	}
}

func hasNote(notes []view.Note, i int) bool { return i >= 0 && i < len(notes) }

// The limits of a workspace's number of notes and of their texts' total bytes.
// They keep a saved workspace readable.
const (
	maxNotes     = 10_000
	maxNoteBytes = 4 << 20
)

// NoteFits reports whether another note with a text fits within the limits.
func (w *Workspace) NoteFits(text string) bool {
	return len(w.Look.Notes) < maxNotes && noteBytes(w.Look.Notes)+len(text) <= maxNoteBytes
}

// noteBytes returns the total length of the texts of notes.
func noteBytes(notes []view.Note) (n int) {
	for i := range notes {
		n += len(notes[i].Text)
	}
	return n
}

// noteText returns a note's text as stored: valid UTF-8 of limited length.
func noteText(s string) string { return shorten(strings.ToValidUTF8(s, "\uFFFD"), maxNoteLen) }

// NextNote returns the first note of the next moment with a note (or, with -1,
// of the previous one); ok is false if there is none.
func (w *Workspace) NextNote(direction int) (index int, ok bool) {
	notes, now := w.Look.Notes, w.Look.Moment
	after := func(bound int) int {
		at, _ := slices.BinarySearchFunc(notes, now, func(n view.Note, _ tracefeed.Time) int {
			return cmp.Or(cmp.Compare(n.Moment, now), bound)
		})
		return at
	}
	if direction > 0 {
		index = after(-1)
		return index, index < len(notes)
	}
	index = after(1) - 1
	for index > 0 && notes[index-1].Moment == notes[index].Moment {
		index--
	}
	return index, index >= 0
}

func (AddNote) Info() Info { return Info{label: "add note", Effects: Undoable} }
func (c EditNote) Info() Info {
	return Info{label: "edit note", run: fmt.Sprint("note ", c.Index), Effects: Undoable}
}
func (DeleteNote) Info() Info { return Info{label: "delete note", Effects: Undoable} }
func (GoToNote) Info() Info   { return Info{label: "go to note", Effects: Jumps} }

// checkNotes returns an error if saved notes exceed the limits.
func checkNotes(list []saved.Note) error {
	bytes := 0
	for _, n := range list {
		bytes += min(len(n.Text), maxNoteLen)
	}
	if len(list) > maxNotes || bytes > maxNoteBytes {
		return fmt.Errorf("broken workspace: %d notes with %d bytes exceed the limits", len(list), bytes)
	}
	return nil
}

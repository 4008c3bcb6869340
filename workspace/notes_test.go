package workspace

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace/saved"
)

// noted is the story with notes at some seconds, in that order.
func noted(t *testing.T, at ...tracefeed.Time) *Workspace {
	t.Helper()
	w := opened(t)
	for i, m := range at {
		w.Do(AddNote{view.Note{Text: fmt.Sprint(i), Moment: m * s, Thread: 2}})
	}
	return w
}

func texts(w *Workspace) (all string) {
	for _, n := range w.Look.Notes {
		all += n.Text
	}
	return all
}

func TestNotesAreInOrder(t *testing.T) {
	t.Parallel()
	w := noted(t, 5, 1, 5, 9, 0, 1)
	if got := texts(w); got != "415023" {
		t.Errorf("notes in the order %s", got)
	}
	w.Do(EditNote{2, "x"})
	w.Do(DeleteNote{0})
	if got := texts(w); got != "1x023" || w.Look.Notes[1].Moment != 1*s {
		t.Errorf("then %s", got)
	}
	w.Do(Undo{})
	w.Do(Undo{})
	if got := texts(w); got != "415023" {
		t.Errorf("taken back: %s", got)
	}
}

func TestNextNote(t *testing.T) {
	t.Parallel()
	w := noted(t, 1, 1, 4, 8, 8)
	for _, x := range []struct {
		at         tracefeed.Time
		next, last int
	}{{0, 0, -1}, {1, 2, -1}, {2, 2, 0}, {4, 3, 0}, {8, 5, 2}, {9, 5, 3}} {
		w.Do(SeekTo{x.at * s})
		next, ok := w.NextNote(1)
		if next != x.next || ok != (next < 5) {
			t.Errorf("after %v comes note %d, %v", x.at*s, next, ok)
		}
		if last, ok := w.NextNote(-1); last != x.last || ok != (last >= 0) {
			t.Errorf("before %v is note %d, %v", x.at*s, last, ok)
		}
	}
	w.Do(GoToNote{2})
	if w.Look.Moment != 4*s || w.Look.Selected != 2 {
		t.Errorf("at the note are %v and thread %d", w.Look.Moment, w.Look.Selected)
	}
}

// For any number and length of notes, the saved workspace can be read again,
// and no note is left out silently.
func TestNotesAreBounded(t *testing.T) {
	t.Parallel()
	w := opened(t)
	long := strings.Repeat("<\x01", maxNoteLen)
	n := 0
	for ; n < 2*maxNotes && w.NoteFits(long); n++ {
		AddNote{view.Note{Text: long}}.apply(w)
	}
	AddNote{view.Note{Text: long}}.apply(w)
	EditNote{0, long + long}.apply(w)
	if n == 0 || len(w.Look.Notes) != n || len(w.Look.Notes[0].Text) > maxNoteLen {
		t.Errorf("%d of %d notes", len(w.Look.Notes), n)
	}
	w.Do(EditNote{1, "\xff"})
	data := w.Save(trace)
	if len(data) > maxSaved {
		t.Errorf("%d bytes are saved", len(data))
	}
	if got := again(t, w.Timeline, data); texts(got) != texts(w) {
		t.Error("what is read again is something else")
	}
	w = opened(t)
	w.Look.Notes = make([]view.Note, maxNotes)
	AddNote{}.apply(w)
	EditNote{7, "the last"}.apply(w)
	if len(w.Look.Notes) != maxNotes || w.Look.Notes[7].Text != "the last" {
		t.Errorf("%d notes", len(w.Look.Notes))
	}
}

// A file with too many notes is rejected, one with invalid times is not.
func TestHostileNotes(t *testing.T) {
	t.Parallel()
	of := func(notes ...saved.Note) []byte {
		s := saved.Workspace{Format: saved.Format, Version: saved.Version, Trace: trace}
		s.View.Notes = notes
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	w := opened(t)
	if err := w.Restore(of(make([]saved.Note, maxNotes+1)...), trace); err == nil {
		t.Error("too many notes are restored")
	}
	long := saved.Note{Text: strings.Repeat("x", maxNoteLen)}
	many := make([]saved.Note, maxNoteBytes/maxNoteLen+1)
	for i := range many {
		many[i] = long
	}
	if err := w.Restore(of(many...), trace); err == nil {
		t.Error("too long notes are restored")
	}
	err := w.Restore(of(saved.Note{Text: "b", Moment: 1 << 62, Thread: "nobody", Blocker: "A"},
		saved.Note{Text: "a", Moment: -5, Thread: "A"}), trace)
	if err != nil || texts(w) != "ab" || w.Look.Notes[0].Moment != 0 || w.Look.Notes[1].Thread != tracefeed.NoThread {
		t.Errorf("%v: %+v", err, w.Look.Notes)
	}
	w.Do(GoToNote{1})
	if w.Look.Moment != w.Timeline.End {
		t.Errorf("the note after the end is at %v", w.Look.Moment)
	}
}

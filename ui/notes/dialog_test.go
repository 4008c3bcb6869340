package notes

import (
	"slices"
	"testing"

	"tiv/internal/visit"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

func TestNoteDialog(t *testing.T) {
	on := visit.Opened(t, "../testdata/phases.tiv")
	a := on.Shown
	do := func() { a.CarryOut(on.Jobs, &prefs.Prefs{}) }
	const alpha, beta = tracefeed.ThreadID(1), tracefeed.ThreadID(2)
	d := NewDialog(&panel.Services{Shown: &panel.Trace{Document: a.Document}, Messages: on.Messages, Input: &keys.Recorder{}})
	texts := func(want ...string) {
		t.Helper()
		do()
		var got []string
		for _, n := range a.Workspace.Look.Notes {
			got = append(got, n.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("notes %q, want %q", got, want)
		}
	}
	a.Send(workspace.Play{}, workspace.Hover{Pick: shape.PickID{Kind: shape.PickThread, Index: int32(beta)}})
	do()
	d.Edit(-1)
	if do(); a.Workspace.Playback.Playing || !d.show || d.note.Thread != beta {
		t.Errorf("playing %t, shown %t, about %d", a.Workspace.Playback.Playing, d.show, d.note.Thread)
	}
	d.text = " one "
	d.keep()
	texts("one")
	a.Send(workspace.Select{Thread: alpha})
	do()
	if n := d.here(); n.Thread != alpha {
		t.Errorf("with a selection, a note is about %d", n.Thread)
	}
	d.Edit(-1)
	d.keep() // without a text
	texts("one")
	d.Edit(0)
	if d.text != "one" {
		t.Errorf("the text to edit is %q", d.text)
	}
	d.text = "two"
	d.keep()
	texts("two")
	session.GoToNote(a.Document, 0)
	if do(); a.CurrentNote != 1 || a.Workspace.Look.Selected != beta {
		t.Errorf("note %d, selected %d", a.CurrentNote, a.Workspace.Look.Selected)
	}
	d.Edit(0)
	d.text = "\t"
	d.keep()
	if texts(); a.CurrentNote != 0 {
		t.Error("a deleted note is current")
	}
}

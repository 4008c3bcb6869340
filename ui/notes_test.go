package ui_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui"
	"tiv/workspace"
)

// command chooses a command by its name.
func (d *driver) command(name string) {
	d.Helper()
	d.key("ctrl+shift+p")
	d.widget("finder")
	d.input("type", name)
	d.widget("hit " + name)
	d.key("Return")
	d.until("the finder is closed", func(s ui.Snapshot) bool { _, open := s.Marks["finder"]; return !open })
}

// write types a note and ends it with a key.
func (d *driver) write(words, end string) {
	d.Helper()
	d.widget("note text")
	for i, line := range strings.Split(words, "\n") {
		if i > 0 {
			d.key("shift+Return")
		}
		d.input("type", line)
	}
	d.key(end)
	d.until("the note is written", func(s ui.Snapshot) bool { _, open := s.Marks["note text"]; return !open })
}

func notesAre(want ...view.Note) func(ui.Snapshot) bool {
	return func(s ui.Snapshot) bool { return slices.Equal(s.Notes, want) && s.Loaded }
}

// Notes are pinned to the selection or to the moment, changed, undone and
// restored when the trace is opened the next time.
func TestWindowNotes(t *testing.T) {
	t.Parallel()
	path, config := copied(t, "a.tiv"), t.TempDir()
	d := driveAs(t, path, config)
	d.toEnd()
	d.key("3")
	d.rest()
	d.click(middle(d.widget("thread B")))
	d.until("Beta selected", func(s ui.Snapshot) bool { return s.Selected == beta })
	d.move(middle(d.widget("thread A"))) // which is not selected
	d.key("m")
	d.write("never written", "Escape")
	d.until("no note, and Beta still selected", func(s ui.Snapshot) bool { return len(s.Notes) == 0 && s.Selected == beta })
	d.key("m")
	d.write("it waits m\nfor ever", "Return")
	first := view.Note{Text: "it waits m\nfor ever", Moment: 100 * ms, Thread: beta}
	d.until("a note on Beta", notesAre(first))

	d.key("Escape")
	d.key("Left")
	at := d.until("an earlier moment", func(s ui.Snapshot) bool { return s.Moment < 100*ms && s.Selected == tracefeed.NoThread }).Moment
	s := d.rest()
	d.move(middle(shape.Rect{X0: s.Area.X0, Y0: s.Area.Y1 - 4, X1: s.Area.X0 + 4, Y1: s.Area.Y1})) // over nothing
	d.key("m")
	d.write("now", "Return")
	now := view.Note{Text: "now", Moment: at}
	d.until("a note on the moment, before the other", notesAre(now, first))

	d.key("End")
	d.rest()
	flag := middle(d.widget("flag 2"))
	d.move(flag)
	d.until("the note under the mouse", func(s ui.Snapshot) bool { return s.Hovered == shape.PickID{Kind: shape.PickNote, Index: 1} })
	d.click(flag)
	d.until("its thread selected", func(s ui.Snapshot) bool { return s.Selected == beta })
	d.click(middle(d.widget("thread B"))) // so that the next click is the first of two
	d.move(flag)
	d.input("click", "--repeat", "2", "--delay", "50", "1")
	d.widget("note text")
	d.key("ctrl+a") // xdotool lets go of Ctrl first
	d.write("changed", "Return")
	changed := first
	changed.Text = "changed"
	d.until("another text, and Ctrl+A has selected no threads", func(s ui.Snapshot) bool {
		return notesAre(now, changed)(s) && slices.Equal(s.Selection, []tracefeed.ThreadID{beta})
	})
	d.key("ctrl+z")
	d.until("the text as it was", notesAre(now, first))

	d.command("List of notes")
	d.widget("delete note 1")
	d.rest() // it is laid out
	d.click(middle(d.widget("delete note 1")))
	d.until("one note", notesAre(first))
	d.key("ctrl+z")
	d.until("two again", notesAre(now, first))
	d.click(middle(d.widget("copy notes")))
	d.until("they are copied", func(s ui.Snapshot) bool { return slices.Contains(s.Messages, "Copied 2 notes as text.") })
	d.command("Previous note")
	d.until("the first note's moment", func(s ui.Snapshot) bool { return s.Moment == at })

	d.command("Locks between threads") // off: waits lead from thread to thread
	d.key("End")
	d.key("Escape")
	s = d.until("nothing selected", func(s ui.Snapshot) bool { return s.Selected == tracefeed.NoThread && s.Moment == 100*ms && s.Resting })
	d.move(s.Bars[alpha].Add(s.Bars[gamma]).Mul(0.5))
	d.until("the edge under the mouse", func(s ui.Snapshot) bool { return s.Hovered.Kind == shape.PickEdge })
	d.key("m")
	d.write("why", "Return")
	edge := view.Note{Text: "why", Moment: 100 * ms, Thread: gamma, Blocker: alpha}
	d.until("a note on the edge", notesAre(now, first, edge))
	quit(t, d)
	if data, err := os.ReadFile(path + workspace.Suffix); err != nil || !strings.Contains(string(data), "for ever") {
		t.Fatalf("%v: %s", err, data)
	}

	d = driveAs(t, path, config)
	d.until("the notes that were left", notesAre(now, first, edge))
	d.key("Home")
	d.command("Next note")
	d.until("the first note's moment", func(s ui.Snapshot) bool { return s.Moment == at })
	d.command("Next note")
	d.until("the other note's moment and thread", func(s ui.Snapshot) bool { return s.Moment == 100*ms && s.Selected == beta })
	d.widget("flag 2")
	quit(t, d)
}

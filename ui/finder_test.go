package ui_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui"
	"tiv/workspace"
)

// Threads, locks and commands are found by a part of their name, threads of
// interest by an expression; clusters are proposed, named and taken back.
func TestWindowFinds(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.toEnd()
	finder := func(open, text, hit string) {
		t.Helper()
		d.key(open)
		d.widget("finder")
		d.input("type", text)
		d.widget("hit " + hit)
		d.key("Return")
	}
	finder("slash", "gam", "Gamma")
	d.until("Gamma selected", func(s ui.Snapshot) bool { return s.Selected == gamma })
	finder("ctrl+shift+p", "interaction v", "Interaction view")
	d.until("the interaction view", func(s ui.Snapshot) bool { return s.View == view.Interaction.Name })
	finder("slash", "M", "lock M") // a lock: Beta holds it, Alpha waits for it
	d.until("who has to do with lock M", func(s ui.Snapshot) bool { return slices.Equal(s.Selection, []tracefeed.ThreadID{alpha, beta}) })

	d.key("ctrl+f")
	d.input("type", "suspended > 10%")
	d.until("all but Delta in the background", func(s ui.Snapshot) bool {
		return s.Filter.Text == "suspended > 10%" && slices.Equal(s.Dimmed, []tracefeed.ThreadID{alpha, beta, gamma})
	})
	d.click(middle(d.widget("filter mode")))
	d.until("only Delta", func(s ui.Snapshot) bool { return len(s.Bars) == 1 && s.Filter.Hide })
	d.key("ctrl+z") // no text of its own to take back
	d.key("ctrl+z")
	d.until("no filter", func(s ui.Snapshot) bool { return s.Filter == workspace.Filter{} && len(s.Bars) == 4 })

	finder("ctrl+shift+p", "propose waits", "Propose clusters by waits")
	d.until("a cluster of those that wait", func(s ui.Snapshot) bool { return len(s.Clusters) == 1 && len(s.Clusters[0].Threads) == 3 })
	d.key("Escape")
	d.click(middle(d.widget("thread D")))
	d.until("Delta selected", func(s ui.Snapshot) bool { return slices.Equal(s.Selection, []tracefeed.ThreadID{delta}) })
	d.key("c")
	d.widget("cluster's name")
	d.input("type", "sleepy")
	d.key("Return")
	d.until("its name", func(s ui.Snapshot) bool { return len(s.Clusters) == 2 && s.Clusters[1].Name == "sleepy" })
	quit(t, d)
}

// The palette runs commands by their text, also those of the window.
func TestWindowRunsTexts(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.toEnd()
	run := func(text string) {
		t.Helper()
		d.key("ctrl+shift+p")
		d.widget("finder")
		d.input("type", text)
		d.widget("hit " + text)
		d.key("Return")
	}
	run("set-step 2ms")
	d.until("steps of 2 ms", func(s ui.Snapshot) bool { return s.Step == 2*ms })
	run("select Beta")
	d.until("Beta selected", func(s ui.Snapshot) bool { return s.Selected == beta })
	run("show-table threads")
	d.until("the table of threads", func(s ui.Snapshot) bool { return s.Resting && s.Rows == 4 })
	run("filter-table Gamma")
	d.until("the row of Gamma", func(s ui.Snapshot) bool { return s.Resting && s.Rows == 1 })
	run("show-table locks")
	run("filter-table")
	run("sort-table busy")
	d.until("monitors, the idlest first", begins("lock M 1", "lock L 2"))
	run("sort-table Busy backwards=on")
	d.until("monitors, the busiest first", begins("lock L 2", "lock M 1"))
	run("sort-table nothing")
	d.until("the refusal", func(s ui.Snapshot) bool { return slices.Contains(s.Messages, "There is no column “nothing”.") })
	path := filepath.Join(t.TempDir(), "a.png")
	run("save-picture " + strconv.Quote(path) + " size=640x400")
	if p := d.saved(path); p.Size.X != 640 || p.Size.Y != 400 || p.Moment != 100*ms {
		t.Errorf("%+v", p)
	}
	trace := filepath.Join(filepath.Dir(path), "text.png")
	if err := os.WriteFile(trace, []byte("tiv-text 1\n0s A start\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	run("save-picture " + strconv.Quote(trace)) // which is no picture
	d.until("the refusal", func(s ui.Snapshot) bool {
		return slices.ContainsFunc(s.Messages, func(m string) bool { return strings.Contains(m, "text.png") })
	})
	if text, err := os.ReadFile(trace); err != nil || !strings.HasPrefix(string(text), "tiv-text 1") {
		t.Errorf("a trace was replaced by a picture: %.20q, %v", text, err)
	}
	quit(t, d)
}

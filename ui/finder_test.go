package ui_test

import (
	"slices"
	"testing"

	"tiv/scene"
	"tiv/tracefeed"
	"tiv/ui"
	"tiv/workspace"
)

// Threads, locks and commands are found by a part of their name, threads of
// interest by an expression; clusters are proposed, named and taken back.
func TestWindowFinds(t *testing.T) {
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
	d.until("the interaction view", func(s ui.Snapshot) bool { return s.View == scene.Interaction.Name })
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

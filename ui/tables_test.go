package ui_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/tracefeed"
	"tiv/ui"
)

// begins reports whether the rows that are listed begin with some texts.
func begins(texts ...string) func(ui.Snapshot) bool {
	return func(s ui.Snapshot) bool {
		return s.Resting && s.Rows == len(texts) && slices.EqualFunc(s.Listed, texts, strings.HasPrefix)
	}
}

// TestWindowTables looks for the longest wait in tables, as a user does.
func TestWindowTables(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("r")
	d.until("monitors, the most waited for first",
		begins("lock L 2 100.0 ms 60.00 ms Beta 2 1 90.00 ms 90.0 % 90.00 ms Alpha", "lock M 1 70.0 ms"))
	d.click(middle(d.widget("head busy")))
	d.until("sorted by a head, the most first", begins("lock L 2", "lock M 1"))
	d.click(middle(d.widget("head busy")))
	d.until("sorted the other way round", begins("lock M 1", "lock L 2"))

	d.click(middle(d.widget("table Edges")))
	d.until("edges, the longest first",
		begins("lock Alpha Beta lock M 0.030000000 s 70.00 ms observed", "lock Beta Alpha lock L", "lock Gamma Alpha lock L"))
	d.click(middle(d.widget("row 1")))
	d.until("the wait of Beta, which lasts to the end", func(s ui.Snapshot) bool { return s.Selected == beta && s.Moment == 100*ms-1 })
	d.click(middle(d.widget("table find")))
	d.input("type", " GAMM ")
	d.until("only the edge of Gamma", begins("lock Gamma Alpha lock L"))
	d.click(middle(d.widget("table copy")))
	d.until("its row copied", func(s ui.Snapshot) bool { return slices.Contains(s.Messages, "Copied 1 row.") })
	d.click(middle(d.widget("table find")))
	d.held("ctrl", func() {
		d.key("a")
		d.key("v")
	})
	d.until("what was copied, as the search", begins())
	d.held("ctrl", func() { d.key("a") })
	d.key("Delete")
	d.until("all edges again", begins("lock Alpha", "lock Beta", "lock Gamma"))

	d.click(middle(d.widget("row 0")))
	d.until("the wait of Alpha", func(s ui.Snapshot) bool { return s.Selected == alpha })
	d.held("ctrl", func() { d.click(middle(d.widget("row 2"))) })
	d.until("both threads selected", func(s ui.Snapshot) bool { return slices.Equal(s.Selection, []tracefeed.ThreadID{alpha, gamma}) })
	d.click(middle(d.widget("table copy")))
	d.until("two rows copied", func(s ui.Snapshot) bool { return slices.Contains(s.Messages, "Copied 2 rows.") })

	d.click(middle(d.widget("table Findings")))
	d.until("the deadlock", begins("deadlock error 0.040000000 s 2 130.0 ms observed 2 threads wait for each other", "stuck warning"))
	d.click(middle(d.widget("row 0")))
	d.until("its moment", func(s ui.Snapshot) bool { return s.Moment >= 40*ms && s.Moment < 99*ms && s.Selected == alpha })
	d.click(middle(d.widget("table Threads")))
	d.until("the threads", func(s ui.Snapshot) bool { return s.Resting && s.Rows == 4 && strings.HasPrefix(s.Listed[0], "Alpha") })
}

// TestTableOfFunctions lists the code of threads, and goes to the longest call of a function.
func TestTableOfFunctions(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/stacks.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("r")
	d.click(middle(d.widget("table Functions")))
	d.click(middle(d.widget("table all")))
	d.until("the functions, the longest first", begins("main.main 3 195.0 ms 0 ms", "main.transfer 3 195.0 ms 0 ms",
		"sync.(*Mutex).tivSlow 3 195.0 ms 195.0 ms 0 ns 0 ns 0 ns 195.0 ms 0 ns 0 ns 70.00 ms sampled"))
	d.click(middle(d.widget("row 2")))
	d.until("the longest wait", func(s ui.Snapshot) bool { return s.Selected == alpha && s.Moment == 100*ms-1 })
}

// TestTableOfPackages adds the functions up by package.
func TestTableOfPackages(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/stacks.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("r")
	d.click(middle(d.widget("table Functions")))
	d.click(middle(d.widget("table all")))
	d.click(middle(d.widget("table by")))
	d.click(middle(d.widget("table by package")))
	d.until("the packages", begins("main 6 195.0 ms 0 ms", "sync 3 195.0 ms 195.0 ms"))
}

// TestTableOfAnInterval shows the rows of a selected interval, and of the whole
// trace.
func TestTableOfAnInterval(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/phases.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("r")
	d.click(middle(d.widget("table Edges")))
	d.until("two edges", begins("lock Beta Alpha", "lock Alpha Beta"))
	bar := d.widget("scrub")
	at := func(share float32) mgl32.Vec2 { return mgl32.Vec2{bar.X0 + share*bar.Width(), middle(bar)[1]} }
	d.held("shift", func() { d.drag(at(0.55), at(0.75)) })
	d.until("the edge in the selected interval", begins("lock Alpha Beta"))
	d.click(middle(d.widget("table all")))
	d.until("both edges of the whole trace", begins("lock Beta Alpha", "lock Alpha Beta"))
}

// TestWindowStatistics reads the statistics of all threads and of one, and goes
// from there to the longest wait.
func TestWindowStatistics(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/phases.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("v")
	s := d.until("a histogram of blocking", func(s ui.Snapshot) bool { return s.Resting && s.Marks["histogram blocking"].X1 > 0 })
	blue := paint.Dark().Layers["blocking"].Color
	d.untilScreen("the bars of the histogram", func() bool { return count(d.screen.look(t), s.Marks["histogram blocking"], blue) > 300 })
	d.click(middle(s.Marks["stats longest blocking"]))
	d.until("the longest wait", func(s ui.Snapshot) bool { return s.Selected == beta && s.Moment == 40*ms-1 && s.Resting })
	d.until("the wait of Beta alone", func(s ui.Snapshot) bool {
		return s.Marks["stats blocked0"].X1 > 0 &&
			s.Marks["stats blocked1"].X1 == 0
	})
	d.click(middle(d.widget("stats blocks0")))
	d.until("who held it up", func(s ui.Snapshot) bool { return s.Selected == alpha })
	d.key("Escape")
	d.until("nobody", func(s ui.Snapshot) bool { return s.Selected == tracefeed.NoThread })
	d.key("v")
	d.until("the panel closed", func(s ui.Snapshot) bool { return s.Marks["histogram blocking"].X1 == 0 })
}

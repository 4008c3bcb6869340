package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/ui"
)

// TestDismissFindings dismisses findings for a reason that is offered and for a typed one.
// They stay dismissed when the trace is opened again, until one is restored.
func TestDismissFindings(t *testing.T) {
	t.Parallel()
	path, config := copied(t, "a.tiv"), t.TempDir()
	d := driveAs(t, path, config)
	found := d.until("the findings", func(s ui.Snapshot) bool { return s.Loaded && s.Findings > 1 && s.Resting }).Findings
	marked := func(s ui.Snapshot, name string) bool { _, ok := s.Marks[name]; return ok }
	d.click(middle(d.widget("finding 0 dismiss")))
	d.click(middle(d.widget("dismiss by design")))
	d.until("one finding less", func(s ui.Snapshot) bool {
		return s.Findings == found-1 && s.Undo == "dismiss finding" && marked(s, "dismissed") && !marked(s, "finding 1")
	})
	d.key("ctrl+z")
	d.until("all findings", func(s ui.Snapshot) bool { return s.Findings == found && !marked(s, "dismissed") })
	d.key("ctrl+shift+z")
	d.until("one finding less again", func(s ui.Snapshot) bool { return s.Findings == found-1 })
	d.click(middle(d.widget("finding 0 dismiss")))
	d.click(middle(d.widget("dismiss reason")))
	d.input("type", "for now")
	d.key("Return")
	d.until("a verdict instead of marks", func(s ui.Snapshot) bool {
		return s.Findings == 0 && strings.HasPrefix(s.Words["verdict"], "Apart from 2 dismissed findings: ") && !marked(s, "finding flag 1")
	})
	quit(t, d)

	d = driveAs(t, path, config)
	d.until("the trace with dismissed findings", func(s ui.Snapshot) bool { return s.Loaded && s.Findings == 0 && marked(s, "dismissed") })
	d.rest()
	d.click(middle(d.widget("dismissed")))
	d.until("their reasons", func(s ui.Snapshot) bool {
		return s.Words["reason 0"] == "by design" && s.Words["reason 1"] == "for now"
	})
	d.scrollFindings()
	d.click(middle(d.widget("restore 0")))
	d.until("the worst finding", func(s ui.Snapshot) bool {
		return s.Findings == 1 && s.Words["verdict"] == "" && marked(s, "finding flag 1")
	})
}

// scrollFindings scrolls the list of findings to its end.
func (d *driver) scrollFindings() {
	d.Helper()
	s, _ := d.now()
	d.move(mgl32.Vec2{s.Area.X1 + 100, s.Area.Y0 + 60})
	for range 10 {
		d.input("click", "5")
	}
	d.rest()
}

// TestCurrentFindingIsSeen goes through the findings by a key: each is in its panel with all of its text,
// and so are the next two in two lines, above the selection's.
func TestCurrentFindingIsSeen(t *testing.T) {
	t.Parallel()
	const twoLines = 40 // pixels
	d := drive(t, "../demo/traces/deadlock.trace.gz")
	found := d.until("the findings", func(s ui.Snapshot) bool { return s.Loaded && s.Findings > 2 && s.Resting }).Findings
	for i := range found {
		d.key("n")
		name := fmt.Sprint("finding ", i)
		d.until(name+" in its panel", func(s ui.Snapshot) bool {
			r, ok := s.Marks[name]
			seen := ok && s.Resting && r.Y0 > s.Area.Y0 && r.Y1 < s.Marks["selected state"].Y0
			for k := i + 1; k < min(found, i+3); k++ {
				next := s.Marks[fmt.Sprint("finding ", k)]
				seen = seen && next.Y1 < s.Marks["selected state"].Y0 && next.Height() < twoLines && r.Height() > twoLines
			}
			return seen
		})
	}
}

// TestFindingsHaveOneLine has a finding with much text: where the next two have no room for two lines each, they
// have one, above the selection's.
func TestFindingsHaveOneLine(t *testing.T) {
	t.Parallel()
	const oneLine = 25 // pixels
	d := drive(t, "../testdata/questions/traces/server.bin")
	d.until("the findings", func(s ui.Snapshot) bool { return s.Loaded && s.Resting && s.Findings == 3 })
	d.key("n")
	d.until("the first with its advice", func(s ui.Snapshot) bool {
		_, ok := s.Marks["next"]
		next, last := s.Marks["finding 1"], s.Marks["finding 2"]
		return ok && s.Resting && s.Marks["finding 0"].Height() > 5*oneLine && last.Height() > 0 && last.Height() < oneLine &&
			next.Height() < oneLine && last.Y1 < s.Marks["selected state"].Y0
	})
	d.key("n")
	d.until("the second and the third", func(s ui.Snapshot) bool {
		whole, last := s.Marks["finding 1"], s.Marks["finding 2"]
		return s.Resting && whole.Height() > 5*oneLine && whole.Y0 > s.Area.Y0 && last.Y1 > 0 && last.Y1 < s.Marks["selected state"].Y0
	})
}

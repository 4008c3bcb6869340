package ui_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/ui"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

// slicesAre waits for slices with some names, and for what they cover.
func (d *driver) slicesAre(names ...string) ui.Snapshot {
	d.Helper()
	return d.until("the slices "+strings.Join(names, ", "), func(s ui.Snapshot) bool {
		return s.Resting && slices.EqualFunc(s.Slices, names, func(d slice.Definition, name string) bool { return d.Name == name })
	})
}

// says waits for the text of a widget.
func (d *driver) says(widget, text string) {
	d.Helper()
	d.until(widget+": "+text, func(s ui.Snapshot) bool { return strings.HasPrefix(s.Words[widget], text) })
}

// rightClick opens the menu of a widget.
func (d *driver) rightClick(widget string) {
	d.Helper()
	d.move(middle(d.widget(widget)))
	d.input("click", "3")
}

// TestWindowDemoSlices follows the walk of docs/slices.md in the window of the demo: its slices
// are in the panel, one is opened as a workspace, and, of another one, its calls are counted
// there.
func TestWindowDemoSlices(t *testing.T) {
	t.Parallel()
	d := driveAs(t, transactionsPath, t.TempDir())
	d.rest()
	d.key("shift+v")
	s := d.slicesAre("Overhead", "Execute queries", "Process results", "Transactions")
	for _, x := range s.Slices {
		if x.Colour == 0 {
			t.Errorf("%s has no colour", x.Name)
		}
	}
	d.says("share of Transactions", "8.3 %")
	d.rightClick("slice Transactions")
	d.click(middle(d.widget("slice menu Open as workspace")))
	d.until("a base", func(s ui.Snapshot) bool { return s.Base == "Transactions" })
	d.says("share of Transactions", "100 %")
	d.says("share of Process results", "5.4 %")
	d.key("ctrl+z")
	d.until("no base", func(s ui.Snapshot) bool { return s.Base == "" })
	d.slicesAre("Overhead", "Execute queries", "Process results", "Transactions")
	d.key("ctrl+z")
	d.slicesAre("Overhead", "Execute queries", "Process results", "Transactions")
}

// TestWindowSlices makes slices in the editor, from the gallery and of a thread, changes them,
// and takes everything back.
func TestWindowSlices(t *testing.T) {
	t.Parallel()
	path := copiedFrom(t, "testdata/stacks.tiv", "stacks.tiv")
	d := driveAs(t, path, t.TempDir())
	d.rest()
	d.key("shift+v")
	d.click(middle(d.widget("new slice")))
	d.widget("slice name")
	d.rest()
	d.input("type", "stuck")
	d.click(middle(d.widget("slice kind")))
	d.click(middle(d.widget("slice kind spans")))
	d.click(middle(d.widget("slice where")))
	d.input("type", `state == "blockx`)
	d.says("slice error", `this text has no closing "`)
	d.input("key", "BackSpace", "BackSpace")
	d.widget(`completion "blocking"`)
	d.key("Tab")
	d.says("slice covers", "Covers 65 % of the visible range: 195 ms of 3 threads")
	d.key("Return")
	made := d.slicesAre("stuck").Slices[0]
	if want := (slice.Definition{Name: "stuck", Of: slice.Spans, Where: `state == "blocking"`, Extent: slice.Whole,
		Colour: paint.SliceColors[0]}); made != want {
		t.Errorf("made %+v, want %+v", made, want)
	}
	d.says("share of stuck", "65 %")

	d.click(middle(d.widget("slice gallery")))
	d.says("gallery lock overhead", "65.0 %")
	d.click(middle(d.widget("add lock overhead")))
	d.slicesAre("stuck", "lock overhead")
	d.key("Escape")
	d.until("the gallery closed", func(s ui.Snapshot) bool { return s.Words["gallery lock overhead"] == "" })

	d.key("shift+v") // the panel covers the list of threads
	d.rightClick("thread B")
	d.click(middle(d.widget("menu New slices")))
	d.click(middle(d.widget("context New slice")))
	d.slicesAre("stuck", "lock overhead", "Beta")
	d.says("share of Beta", "33 %")
	d.click(middle(d.widget("open workspace")))
	d.until("a base", func(s ui.Snapshot) bool { return s.Base == "Beta" })
	d.says("share of Beta", "100 %")
	d.says("share of stuck", "60 %")

	d.click(middle(d.widget("slice up")))
	d.slicesAre("stuck", "Beta", "lock overhead")
	d.click(middle(d.widget("slice colour Beta")))
	d.click(middle(d.widget("colour 4")))
	d.until("another colour", func(s ui.Snapshot) bool { return s.Slices[1].Colour == paint.SliceColors[4] })
	d.click(middle(d.widget("slice stuck")))
	d.click(middle(d.widget("edit slice")))
	d.widget("slice name")
	d.input("type", "waiting")
	d.key("Return")
	d.slicesAre("waiting", "Beta", "lock overhead")
	d.rightClick("slice waiting")
	d.click(middle(d.widget("slice menu Duplicate")))
	d.slicesAre("waiting", "Beta", "lock overhead", "waiting 2")
	d.click(middle(d.widget("delete slice")))
	d.slicesAre("waiting", "Beta", "lock overhead")

	for s := d.rest(); s.Undo != ""; s = d.rest() {
		d.key("ctrl+z")
	}
	d.until("nothing left", func(s ui.Snapshot) bool { return len(s.Slices) == 0 && s.Base == "" })
	for len(d.rest().Slices) < 3 || d.rest().Slices[0].Name != "waiting" {
		d.key("ctrl+y")
	}
	quit(t, d)
	if data, err := os.ReadFile(path + workspace.Suffix); err != nil || !strings.Contains(string(data), "lock overhead") {
		t.Fatalf("%v: %s", err, data)
	}
}

// Slices go to a file, and to the gallery, and back.
func TestWindowSliceFiles(t *testing.T) {
	t.Parallel()
	trace := copied(t, "story.tiv")
	d := driveAs(t, trace, t.TempDir())
	d.rest()
	d.held("shift", func() {
		bar := d.widget("scrub")
		d.drag(middle(shape.Rect{X0: bar.X0, X1: bar.X0 + bar.Width(), Y0: bar.Y0, Y1: bar.Y1}),
			middle(shape.Rect{X0: bar.X0, X1: bar.X0 + 1.5*bar.Width(), Y0: bar.Y0, Y1: bar.Y1}))
	})
	d.until("an interval", func(s ui.Snapshot) bool { return s.Interval.Start < s.Interval.End })
	d.command("New slice of the selected interval")
	s := d.until("a slice", func(s ui.Snapshot) bool { return s.Resting && len(s.Slices) == 1 })
	if v := s.Slices[0]; v.From != s.Interval.Start || v.To != s.Interval.End || v.Of != slice.Threads {
		t.Errorf("of %v: %+v", s.Interval, v)
	}
	d.says("share of "+s.Slices[0].Name, "100 %")
	d.rightClick("slice " + s.Slices[0].Name)
	d.click(middle(d.widget("slice menu Add to the gallery")))
	d.told("Added")
	file := filepath.Join(t.TempDir(), "mine.json")
	d.command("Save slices…")
	d.widget("slices path")
	d.rest()
	d.key("ctrl+a")
	d.input("type", file)
	d.click(middle(d.widget("slices save")))
	d.told("Saved " + file)
	d.command("Copy slices as text")
	d.click(middle(d.widget("delete slice")))
	d.slicesAre()
	d.command("Paste slices")
	d.slicesAre(s.Slices[0].Name)
	d.command("Open slices…")
	d.widget("slices path")
	d.rest()
	d.key("ctrl+a")
	d.input("type", file)
	d.click(middle(d.widget("slices open")))
	d.slicesAre(s.Slices[0].Name, s.Slices[0].Name+" 2")
	d.command("Gallery of slices…")
	d.says("gallery "+s.Slices[0].Name, "25.0 %")
	d.click(middle(d.widget("drop " + s.Slices[0].Name)))
	d.until("it is gone", func(now ui.Snapshot) bool { return now.Words["gallery "+s.Slices[0].Name] == "" })
	d.key("Escape")
	d.rightClick("slice " + s.Slices[0].Name)
	d.click(middle(d.widget("slice menu Add to the project")))
	d.told("Added " + s.Slices[0].Name + " to the gallery of the project.")
	project := filepath.Join(filepath.Dir(trace), prefs.ProjectFile)
	if data, err := os.ReadFile(project); err != nil || !strings.Contains(string(data), s.Slices[0].Name) {
		t.Errorf("%s: %v: %s", project, err, data)
	}
	d.command("Gallery of slices…")
	d.widget("gallery section This project")
	d.says("gallery "+s.Slices[0].Name, "25.0 %")
	d.key("Escape")
	if err := os.WriteFile(project, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.rest()
	d.command("Gallery of slices…")
	d.says("gallery error This project", "read slices: "+project)
	quit(t, d)
}

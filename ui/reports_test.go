package ui_test

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tiv/report/shot"
	"tiv/scene/view"
	"tiv/ui"
)

// shown returns the pictures of a report.
func shown(t *testing.T, doc string) (pngs [][]byte) {
	t.Helper()
	for _, m := range regexp.MustCompile(`src="data:image/png;base64,([^"]*)"`).FindAllStringSubmatch(doc, -1) {
		data, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(m[1], "&#43;", "+"))
		if err != nil {
			t.Fatal(err)
		}
		pngs = append(pngs, data)
	}
	return pngs
}

// viewsOf checks the pictures of a report saved in a window.
func viewsOf(t *testing.T, pngs [][]byte, before ui.Snapshot) {
	t.Helper()
	if len(pngs) != 2+1+3 { // of findings, a note, and the overview
		t.Fatalf("%d pictures", len(pngs))
	}
	for i, want := range map[int]*view.Kind{0: view.Split, 1: view.Split, 2: view.Split, 3: view.Interaction,
		4: view.Timeline, 5: view.Interaction} {
		e, err := shot.Decode(bytes.NewReader(pngs[i]))
		if err != nil || !strings.Contains(string(e.View), `"kind":"`+want.String()+`"`) {
			t.Errorf("picture %d: %v, %.300s", i, err, e.View)
		} else if left := e.Moment == before.Moment; left != (i == 3) {
			t.Errorf("picture %d is at %v, the window at %v", i, e.Moment, before.Moment)
		}
	}
}

// A report is saved from the menu or from the list of commands, beside the
// trace or at a given path. It has the notes and the view of the window, which
// stays as it is.
func TestWindowReport(t *testing.T) {
	t.Parallel()
	path := copied(t, "a.tiv")
	d := drive(t, path)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("3")
	d.rest()
	d.click(middle(d.widget("thread B")))
	d.until("Beta selected", func(s ui.Snapshot) bool { return s.Selected == beta })
	d.key("m")
	d.write("it waits <b>for ever</b>", "Return")
	d.key("Left")
	before := d.until("another moment", func(s ui.Snapshot) bool { return s.Moment < 100*ms })
	d.click(middle(d.widget("menu File")))
	d.click(middle(d.widget("item report")))
	d.widget("report save")
	d.rest()
	d.click(middle(d.widget("report save")))
	beside := path + ".report.html"
	d.told("Saved " + beside + " ")
	data, err := os.ReadFile(beside)
	doc := string(data)
	for _, words := range []string{"it waits &lt;b&gt;for ever&lt;/b&gt;", "deadlock (error, observed)", "saved in its window",
		"The view as it was left: Interaction view at " + before.Moment.String()} {
		if !strings.Contains(doc, words) {
			t.Errorf("the report does not say %q", words)
		}
	}
	viewsOf(t, shown(t, doc), before)
	if s := d.rest(); s.Moment != before.Moment || s.View != before.View || s.Undo != before.Undo {
		t.Errorf("the window was at %v, %v, %q and is at %v, %v, %q", before.Moment, before.View, before.Undo, s.Moment, s.View, s.Undo)
	}

	d.command("Save report…")
	d.widget("report save")
	d.rest()
	d.input("type", "mine")
	d.key("Return")
	mine := filepath.Join(filepath.Dir(path), "mine.html")
	d.told("Saved " + mine + " ")
	if again, err2 := os.ReadFile(mine); err != nil || err2 != nil || !bytes.Equal(again, data) {
		t.Errorf("the second of the same is another: %d bytes, not %d, %v, %v", len(again), len(data), err, err2)
	}
	// The buttons for formats change the file's name.
	d.command("Save report…")
	d.widget("report save")
	d.rest()
	d.click(middle(d.widget("report markdown")))
	d.click(middle(d.widget("report anonymize")))
	d.click(middle(d.widget("report save")))
	other := path + ".report-2.md"
	d.told("Saved " + other + " ")
	data, err = os.ReadFile(other)
	if doc := string(data); err != nil || !strings.Contains(doc, "| 1 | deadlock |") || !strings.Contains(doc, "thread-A") ||
		strings.Contains(doc, "Alpha") || strings.Contains(doc, "for ever") {
		t.Errorf("%v: the anonymous report is %.2000s", err, doc)
	}
	quit(t, d)
}

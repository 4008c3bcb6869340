package ui_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/session/lists"
	"tiv/ui"
	"tiv/ui/panel"
)

// arrange brings panels to the front, and scrolls everything to its end or to its beginning, before
// cuts is called the next time.
func (d *driver) arrange(a arrangement) {
	d.Helper()
	line, err := json.Marshal(a)
	if err == nil {
		_, err = fmt.Fprintf(d.stdin, "%s\n", line)
	}
	if err != nil {
		d.Fatal(err)
	}
	d.sent++
}

// cuts returns what is cut on the screen.
func (d *driver) cuts() []string {
	d.Helper()
	for {
		d.rest()
		d.mu.Lock()
		cut, arranged := d.cut, d.arranged
		d.mu.Unlock()
		if arranged == d.sent {
			return cut
		}
		d.sync("the panels")
	}
}

// Nothing that the panels show is cut by their ends, in windows and texts of several sizes, at the
// beginnings and ends of their lists.
func TestPanelsCutNothing(t *testing.T) {
	t.Parallel()
	d := drive(t, "../testdata/questions/traces/server-traced.bin", looksForCuts+"=yes", screenSize+"=2560x1440")
	d.rest()
	d.key("n") // a finding, and its thread
	d.key("2") // which is drawn fast
	for i, scale := range []string{"1", "1.5"} {
		if i > 0 {
			d.input("key", "ctrl+equal", "key", "ctrl+equal", "key", "ctrl+equal")
		}
		for _, size := range [][2]int{{1280, 800}, {1920, 1080}, {2560, 1440}} {
			d.input("search", "--name", "TIV", "windowsize", strconv.Itoa(size[0]), strconv.Itoa(size[1]))
			d.until("the size", func(s ui.Snapshot) bool { return s.Status != "" && s.Resting })
			d.move(mgl32.Vec2{float32(size[0] - 1), float32(size[1] - 1)})
			eachPanel(d, size[0] == 1280 && i > 0, func(name string) {
				for _, end := range []bool{false, true} {
					if end {
						d.arrange(arrangement{Ends: true})
						defer d.arrange(arrangement{})
					}
					for _, cut := range slices.Compact(d.cuts()) {
						t.Errorf("%d×%d, text %s, %s, at the end %v: %s", size[0], size[1], scale, name, end, cut)
					}
					if *picturesIn != "" {
						d.save(fmt.Sprintf("cut-%d-%s-%s-%v", size[0], scale, strings.ReplaceAll(name, " ", "-"), end))
					}
				}
			})
		}
	}
	quit(t, d)
}

// eachPanel shows the panels of the window, some at once: all with all tables and the dialogs, or those
// that differ.
func eachPanel(d *driver, all bool, show func(name string)) {
	d.Helper()
	d.arrange(arrangement{Front: []string{panel.Threads, panel.FindingsID, panel.Legend}})
	show("first")
	d.arrange(arrangement{Front: []string{panel.Clusters, panel.NotesID, panel.Settings}})
	show("second")
	d.key("v")
	show("statistics")
	d.key("v")
	d.key("shift+a")
	show("handlers")
	d.key("shift+a")
	if all {
		d.key("shift+f")
		show("flame")
		d.key("shift+f")
	}
	d.key("r")
	var names []string
	for i := range lists.Kinds {
		names = append(names, lists.Kinds[i].Name)
	}
	if !all {
		names = []string{"Functions"}
	}
	for _, table := range names {
		d.click(middle(d.widget("table " + table)))
		show(table)
	}
	d.key("r")
	if !all {
		return
	}
	for _, dialog := range []string{"slash", "ctrl+o", "ctrl+shift+a", "ctrl+shift+s", "ctrl+shift+r", "question", "F1", "m"} {
		d.key(dialog)
		show("dialog of " + dialog)
		d.key("Escape")
	}
}

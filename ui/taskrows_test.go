package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui"
)

// TestWindowTaskRows shows rows of tasks with a key, chooses one with a click, reads its critical path, zooms to it with a
// double click, folds its type, makes a slice of the type, and sorts.
func TestWindowTaskRows(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tasks.tiv")
	text := "tiv-text 1\n0s A start\n0s B start\n1s A task-start get object=1\n1s A region-start work object=1\n" +
		"3s A region-end work object=1\n3s A task-end get object=1\n5s B task-start get object=2\n6s B region-start work object=2\n" +
		"8s B region-end work object=2\n8s B task-end get object=2\n10s A end\n10s B end\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	d := drive(t, path)
	d.rest()
	d.key("7")
	d.until("the task view", func(s ui.Snapshot) bool {
		return s.Resting && s.View == view.Tasks.Name && s.Marks["row 2"].X1 > 0
	})
	row := d.widget("row 2")
	d.click(mgl32.Vec2{row.X0 + 0.7*row.Width(), (row.Y0 + row.Y1) / 2})
	s := d.until("task 2 and its moment", func(s ui.Snapshot) bool { return s.Resting && s.Task.Number == 2 })
	if off := s.Moment - 7*tracefeed.Second; max(off, -off) > 50*tracefeed.Millisecond {
		t.Errorf("the moment is %v, want about 7 s", s.Moment)
	}
	d.move(mgl32.Vec2{row.X0 + 0.6*row.Width(), (row.Y0 + row.Y1) / 2})
	d.until("the piece of the critical path", func(s ui.Snapshot) bool {
		return strings.Contains(s.Words["text of tip"], "critical path of task 2, for 3 s: B: running")
	})
	d.input("click", "--repeat", "2", "--delay", "60", "1")
	s = d.until("the time of task 2", func(s ui.Snapshot) bool { return s.Resting && s.Shown.Start > 4*tracefeed.Second })
	if s.Shown.Start > 5*tracefeed.Second || s.Shown.End < 8*tracefeed.Second || s.Marks["row 1"].X1 > 0 {
		t.Errorf("shown are %v, with task 1: %v", s.Shown, s.Marks["row 1"])
	}
	d.move(middle(d.widget("row 2")))
	d.input("click", "3")
	d.click(middle(d.widget("task menu New slice of all tasks of its type")))
	d.until("a slice of the type", func(s ui.Snapshot) bool { return len(s.Slices) == 1 && s.Slices[0].Where == `type == "get"` })
	d.click(middle(d.widget("task order")))
	d.click(middle(d.widget("task order queue time")))
	d.until("another order", func(s ui.Snapshot) bool { return s.Undo == "order of tasks" && s.Resting })
	head := d.widget("row get")
	d.click(mgl32.Vec2{head.X0 - 40, (head.Y0 + head.Y1) / 2})
	d.until("the chosen task alone", func(s ui.Snapshot) bool { return s.Resting && s.Undo == "fold tasks" })
}

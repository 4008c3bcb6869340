package ui_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/view"
	"tiv/task"
	"tiv/ui"
)

// The event plot: a tip, a click that moves the moment, a rubber band that selects, a slice of what is
// selected; and the spiral, which turns, and has a rubber band with Shift.
func TestEventPlot(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tasks.tiv")
	const trace = "tiv-text 1\n0ms A start\n10ms A task-start load object=1\n12ms A task-end load object=1\n" +
		"20ms A task-start load object=2\n60ms A task-end load object=2\n70ms A task-start save object=3\n" +
		"71ms A task-end save object=3\n100ms A end\n"
	if err := os.WriteFile(path, []byte(trace), 0o600); err != nil {
		t.Fatal(err)
	}
	d := drive(t, path)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded })
	d.key("8")
	s := d.until("the event plot", func(s ui.Snapshot) bool {
		return s.View == view.EventPlot.Name && s.Marks["task 3"].Width() > 0 && s.Resting
	})
	second, third := middle(s.Marks["task 2"]), middle(s.Marks["task 3"])
	d.move(second)
	d.until("a tooltip", func(s ui.Snapshot) bool { return s.Marks["tip"].Width() > 0 })
	d.click(second)
	d.until("the task, and its moment", func(s ui.Snapshot) bool {
		return s.Task == task.ID{Number: 2, Start: 20 * ms} && s.Moment >= 20*ms && s.Moment <= 60*ms && s.Resting
	})
	d.drag(second.Add(mgl32.Vec2{-25, -15}), second.Add(mgl32.Vec2{25, 15}))
	d.until("one in the rubber band", func(s ui.Snapshot) bool {
		return len(s.Tasks) == 1 && s.Tasks[0].Number == 2 && s.Resting
	})
	d.held("shift", func() { d.click(third) })
	d.until("two with Shift", func(s ui.Snapshot) bool {
		return len(s.Tasks) == 2 && s.Tasks[1].Number == 3 && s.Resting
	})
	d.click(middle(d.widget("slice of tasks")))
	d.until("a slice of them", func(s ui.Snapshot) bool { return len(s.Slices) == 1 && s.Slices[0].Name == "2 tasks" })
	d.move(third)
	d.input("click", "3")
	d.click(middle(d.widget("task menu Select all tasks of its type")))
	d.until("the tasks of a type", func(s ui.Snapshot) bool { return len(s.Tasks) == 1 && s.Tasks[0].Number == 3 && s.Task.Number == 3 })
	d.click(middle(d.widget("task height")))
	d.click(middle(d.widget("task height calls")))
	d.until("another height", func(s ui.Snapshot) bool { return s.Undo == "height of tasks" && s.Resting })
	d.key("9")
	d.until("the spiral", func(s ui.Snapshot) bool { return s.View == view.Spiral.Name && s.Resting })
	s = d.rest()
	d.drag(middle(s.Area), middle(s.Area).Add(mgl32.Vec2{60, 10}))
	d.until("it turned", func(s ui.Snapshot) bool { return s.Undo == "move camera" && len(s.Tasks) == 1 })
	d.rest()
	d.held("shift", func() {
		d.drag(mgl32.Vec2{s.Area.X0 + 4, s.Area.Y0 + 0.2*s.Area.Height()}, mgl32.Vec2{s.Area.X1 - 4, s.Area.Y1 - 4})
	})
	d.until("all in a rubber band", func(s ui.Snapshot) bool { return len(s.Tasks) == 3 && s.Resting })
}

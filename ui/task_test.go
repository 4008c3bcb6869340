package ui_test

import (
	"testing"

	"tiv/task"
	"tiv/tracefeed"
	"tiv/ui"
)

// A task is chosen and followed with the mouse and by keys: in the panel of the selection, in the menu of
// a thread, in the finder; Esc ends it. A filter and colours are about tasks, too.
func TestWindowFollowsTask(t *testing.T) {
	t.Parallel()
	d := drive(t, "../testdata/shop.tiv")
	d.toEnd()
	is := func(number int64, start tracefeed.Time) {
		t.Helper()
		d.until("the task", func(s ui.Snapshot) bool { return s.Resting && s.Task == task.ID{Number: number, Start: start} })
	}
	d.command("seek-to 60ms")
	d.click(middle(d.widget("thread w1")))
	d.says("works for 0", "task 2, GET /pay")
	d.says("holder's task 0", "task 1, Report")
	d.rest()
	d.click(middle(d.widget("works for 0")))
	is(2, 15*ms)
	d.rest()
	d.click(middle(d.widget("follow task")))
	d.until("its playback", func(s ui.Snapshot) bool { return s.Playing && s.Moment > 15*ms && s.Moment < 108*ms })
	d.key("space")
	d.until("a pause", func(s ui.Snapshot) bool { return !s.Playing && s.Resting })
	d.command("seek-to 60ms")
	d.rest()
	d.rightClick("thread w2")
	d.click(middle(d.widget("context Task 1, Report: choose")))
	is(1, 5*ms)
	d.key("slash")
	d.widget("finder")
	d.input("type", "task 3")
	d.widget("hit task 3, GET /list")
	d.key("Return")
	is(3, 112*ms)
	d.key("Escape") // selects no thread
	d.until("no thread", func(s ui.Snapshot) bool { return s.Selected == tracefeed.NoThread && s.Resting })
	d.key("Escape")
	is(0, 0)

	d.command("Show the whole trace")
	d.command("Colour by task")
	d.widget("state GET /pay")
	d.widget("state no task")
	d.key("ctrl+f")
	d.input("type", `task == "Report"`)
	d.until("all but two threads in the background", func(s ui.Snapshot) bool { return len(s.Dimmed) == 3 })
	quit(t, d)
}

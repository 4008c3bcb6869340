package filter_test

import (
	"testing"

	"tiv/task"
	"tiv/tracefeed"
	"tiv/workspace/filter"
)

// The words about tasks are true for threads that worked for one in the window.
func TestTasks(t *testing.T) {
	t.Parallel()
	ms := tracefeed.Millisecond
	tl := tell(t, `
		0ms A start
		0ms B start
		0ms C start
		0ms - task-start GET%20/pay object=17
		0ms - task-start Report object=18
		10ms A region-start r object=17
		20ms A region-end r object=17
		30ms B region-start r object=17
		40ms B region-end r object=17
		50ms B region-start r object=18
		60ms B region-end r object=18
		99ms C end`)
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to tracefeed.Time
		text     string
		want     string
	}{
		{0, 99, `task == "GET /pay"`, "A B"},
		{25, 99, `task == "GET /pay"`, "B"},
		{0, 99, `task ~ "report"`, "B"},
		{0, 99, `task == ""`, "C"},
		{45, 99, `task == ""`, "A C"},
		{0, 99, `task_number == 17`, "A B"},
		{0, 99, `task_number == 17 && task_number == 18`, "B"},
		{0, 99, `task_number != 17`, "C"},
		{0, 99, `19 == task_number`, ""},
		{20, 30, `task_number == 17`, ""},
	} {
		v := filter.View{Timeline: tl, Moment: tl.End, From: c.from * ms, To: c.to * ms, Until: tl.End, Tasks: x}
		if got := match(t, v, c.text); got != c.want {
			t.Errorf("%s from %d to %d: %q, want %q", c.text, c.from, c.to, got, c.want)
		}
		if v.Tasks = nil; c.text == `task == ""` && match(t, v, c.text) != "A B C" {
			t.Error("before tasks are found, threads work for some")
		}
	}
	if f, err := filter.Parse("task_number == 17"); err != nil || !f.OfTasks() {
		t.Error("the filter is not about tasks")
	}
}

package waits_test

import (
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/waits"
)

// A wait for the lock of a request is for the request, and one wait, however many of its queries the
// holder makes meanwhile.
func TestOutermost(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1
		0ms A start
		0ms B start
		0ms B task-start report object=1
		0ms B monitor-enter M
		1ms A task-start pay object=9
		1ms A task-start query object=10 value=9
		1ms A monitor-wait M
		2ms B task-start query object=2 value=1
		4ms B task-end object=2
		5ms B task-start query object=3 value=1
		7ms B task-end object=3
		8ms B monitor-exit M
		8ms A monitor-enter M
		9ms A end`)
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := waits.Find(t.Context(), tl, x)
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v; want one", list, err)
	}
	w := list[0]
	if blocked, holder := x.Tasks[w.Task], x.Tasks[w.Holder]; blocked.Number != 10 || holder.Number != 1 || w.Time != 7e6 || w.Waits != 1 {
		t.Errorf("task %d for task %d: %v in %d waits", blocked.Number, holder.Number, w.Time, w.Waits)
	}
}

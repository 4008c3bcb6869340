package task_test

import (
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/tracefeed"
)

// A task that had begun before has no duration, and is of the last type that the trace gives it.
func TestBegunBefore(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines string
		want  task.Task
	}{
		"open": {
			"2s A task-start x object=7 value=3 mode=shared\n",
			task.Task{Type: "x", Start: 2 * tracefeed.Second, End: 9 * tracefeed.Second}},
		"known later": {"2s A task-start x object=7 mode=shared\n" +
			"3s A task-start y object=7 value=3 mode=shared\n5s A task-end y object=7\n",
			task.Task{Type: "y", Start: 2 * tracefeed.Second, End: 5 * tracefeed.Second, Ended: true}},
		"of a known start": {"2s A task-start x object=7\n" +
			"3s A task-start y object=7 value=3 mode=shared\n5s A task-end y object=7\n",
			task.Task{Type: "y", Start: 2 * tracefeed.Second, End: 5 * tracefeed.Second, Begun: true, Ended: true}},
	} {
		tl := reduced.Story(t, "tiv-text 1\n0s A start\n"+c.lines+"9s A end\n")
		x, err := task.Build(t.Context(), tl, task.Options{})
		if err != nil || len(x.Tasks) != 1 {
			t.Fatalf("%s: %d tasks, %v", name, len(x.Tasks), err)
		}
		got := x.Tasks[0]
		if got.Type != c.want.Type || got.Start != c.want.Start || got.End != c.want.End || got.Begun != c.want.Begun ||
			got.Ended != c.want.Ended || got.Parent != 3 {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

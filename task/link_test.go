package task_test

import (
	"fmt"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
	"tiv/tracefeed"
)

// TestLinks tells the links of tasks, their parents, and what they have of batches.
func TestLinks(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"a batch is shared equally, the rest goes to the lowest number", `
			0ns A start
			1ns A task-start request object=3
			1ns A task-end request object=3
			2ns A task-start request object=2
			2ns A task-end request object=2
			3ns A task-start batch object=9
			3ns A task-link object=9 value=3
			3ns A task-link object=9 value=2
			3ns A task-link object=9 value=2
			3ns A task-link object=9 value=77
			8ns A task-end batch object=9
			9ns A end`,
			"3 of 0 linked [] batches 2 ns; 2 of 0 linked [] batches 3 ns; 9 of 0 linked [3 2 77] batches 0 ns; "},
		{"who takes items of two tasks at once works for a batch, in this case with a part", `
			0us A start
			0us W start
			1us A call-enter x.serve
			1us A put object=1 value=1
			2us A call-exit x.serve
			3us A call-enter x.serve
			3us A put object=1 value=2
			4us A call-exit x.serve
			5us W take object=1 value=1
			6000ns W take object=1 value=2
			6100ns W call-enter x.query
			6200ns W call-exit x.query
			6301ns W take object=1
			9us W end`,
			"1 of 0 linked [] batches 151 ns; 2 of 0 linked [] batches 150 ns; 3 of 0 linked [1 2] batches 0 ns; " +
				"4 of 3 linked [] batches 0 ns; "},
		{"who has one link, or is part of a task, is no batch", `
			0ns A start
			1ns A task-start request object=1
			2ns A task-start retry object=2
			2ns A task-link object=2 value=1
			3ns A task-start part object=3 value=1
			3ns A task-link object=3 value=1
			3ns A task-link object=3 value=2
			5ns A task-end part object=3
			6ns A task-end retry object=2
			9ns A end`,
			"1 of 0 linked [] batches 0 ns; 2 of 0 linked [1] batches 0 ns; 3 of 1 linked [1 2] batches 0 ns; "},
		{"a task of the same kind on a thread of its creator goes on with that, and is no part of it", `
			0ns A start
			1ns A call-enter x.serve
			2ns B start by=A
			3ns B call-enter x.serve
			4ns B call-exit x.serve
			5ns B call-enter x.query
			6ns B call-exit x.query
			9ns A call-exit x.serve`,
			"1 of 0 linked [] batches 0 ns; 2 of 0 linked [1] batches 0 ns; 3 of 1 linked [] batches 0 ns; "},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			list := definition.List{serve, query}
			index, err := task.Build(t.Context(), reduced.Story(t, "tiv-text 1\n"+test.text), task.Options{Definitions: list})
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			var total, batches tracefeed.Time
			for i := range index.Tasks {
				x := &index.Tasks[i]
				fmt.Fprintf(&got, "%d of %d linked %v batches %v; ", x.Number, x.Parent, x.Links, x.Batches.Alive())
				batches += x.Batches.Alive()
				if len(x.Links) > 1 && x.Parent == 0 {
					total += x.Total.Times.Alive()
				}
			}
			if got.String() != test.want || batches != total {
				t.Errorf("got\n%s\nwant\n%s, batches of %v, of %v", got.String(), test.want, batches, total)
			}
		})
	}
}

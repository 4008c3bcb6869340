package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"tiv/task"
	"tiv/timeline"
)

// recorded is the recording of an application, and the request of each of its tasks.
type recorded struct {
	trace    string
	tl       *timeline.Timeline
	index    *task.Index
	requests []int
}

// account compares the tasks of an application with what it says of its requests. Each line of
// its output is one of these; others are skipped:
//
//	expect N TYPE      it had N requests of a type of tasks: as many tasks, each of another request
//	among N TYPE       the same, among other tasks of the type
//	clock N WALL       the clock of the trace at a time, which is that of its spans in a file
func (s *score) account(ctx context.Context, r recorded, out string) error {
	var problems []error
	lines := bufio.NewScanner(strings.NewReader(out))
	for lines.Scan() {
		var n, wall int64
		word, rest, _ := strings.Cut(lines.Text(), " ")
		number, taskType, _ := strings.Cut(rest, " ")
		if _, err := fmt.Sscan(number, &n); err != nil {
			continue
		}
		switch word {
		case "expect", "among":
			problems = append(problems, r.count(int(n), taskType, word == "among"))
			s.tasks += int(n)
		case "clock":
			if _, err := fmt.Sscan(taskType, &wall); err != nil {
				return err
			}
			problems = append(problems, s.compareSpans(ctx, r, n-wall))
		}
	}
	if s.tasks == 0 {
		return errors.New("the application has made no requests")
	}
	return errors.Join(problems...)
}

// count compares the number of tasks of a type, and their requests, with those of the clients.
func (r *recorded) count(want int, taskType string, among bool) error {
	first := map[int]int64{}
	for i := range r.index.Tasks {
		t := &r.index.Tasks[i]
		request := r.requests[i]
		if t.Type != taskType || among && request == nobody {
			continue
		}
		if number, twice := first[request]; twice || request == nobody {
			return fmt.Errorf("task %d, %s, is of request %d, as task %d", t.Number, taskType, request, number)
		}
		first[request] = t.Number
	}
	if len(first) != want {
		return fmt.Errorf("%d tasks %s, want %d", len(first), taskType, want)
	}
	return nil
}

package execution_test

import (
	"cmp"
	"slices"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

func TestTasks(t *testing.T) {
	check(t, func(tl *timeline.Timeline, q execution.Query) []execution.Task {
		return execution.Tasks(t.Context(), tl, q)
	}, wantTasks)
}

// wantTasks goes through the events of one number after the other. At one time,
// starts are first and ends last; equal ones are in order of their threads. A loss of
// all threads' events divides an instant.
func wantTasks(trace oracle.Trace, q execution.Query) (list []execution.Task) {
	end, live := trace.Events[len(trace.Events)-1].Time, alive(trace)
	for number := range int64(4) {
		var events []tracefeed.Event
		losses := 0
		for i, ev := range trace.Events {
			if ev.Kind == tracefeed.Lost && ev.Thread == tracefeed.NoThread {
				losses++
			}
			ev.CPU = tracefeed.CPU(losses)
			region := ev.Kind == tracefeed.RegionStart || ev.Kind == tracefeed.RegionEnd
			task := ev.Kind == tracefeed.TaskStart || ev.Kind == tracefeed.TaskEnd
			if ev.Object == number && (task || region && number != 0) && live[i] {
				events = append(events, ev)
			}
		}
		rank := map[tracefeed.Kind]int{tracefeed.TaskStart: -1, tracefeed.TaskEnd: 1}
		slices.SortStableFunc(events, func(a, b tracefeed.Event) int {
			return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.CPU, b.CPU), rank[a.Kind]-rank[b.Kind],
				cmp.Compare(a.Thread, b.Thread))
		})
		for len(events) > 0 {
			n := lifetime(events)
			if task, ok := taskOf(events[:n], end); ok &&
				slices.ContainsFunc(task.Threads, func(t tracefeed.ThreadID) bool { return q.Of[t] }) &&
				(contains(trace, q, task.Start) || task.Start < q.From && task.End > q.From && q.From < q.To) {
				list = append(list, task)
			}
			events = events[n:]
		}
	}
	slices.SortStableFunc(list, func(a, b execution.Task) int { return cmp.Compare(a.Start, b.Start) })
	return list
}

// lifetime returns the number of events until a start after an end.
func lifetime(events []tracefeed.Event) int {
	ended := false
	for i, ev := range events {
		if ev.Kind == tracefeed.TaskStart && ended {
			return i
		}
		ended = ended || ev.Kind == tracefeed.TaskEnd
	}
	return len(events)
}

// taskOf returns the task that events are about; false if none starts or ends it.
func taskOf(events []tracefeed.Event, end tracefeed.Time) (execution.Task, bool) {
	task := execution.Task{Number: events[0].Object, End: end}
	first := slices.IndexFunc(events, func(ev tracefeed.Event) bool { return ev.Kind == tracefeed.TaskStart })
	if first >= 0 {
		task.Start, task.Type, task.Parent = events[first].Time, events[first].Name, events[first].Value
	}
	ends := false
	for _, ev := range events {
		if ev.Kind == tracefeed.TaskEnd {
			ends, task.End = true, ev.Time
		}
		if ev.Thread != tracefeed.NoThread {
			task.Threads = append(task.Threads, ev.Thread)
		}
	}
	slices.Sort(task.Threads)
	task.Threads = slices.Compact(task.Threads)
	return task, first >= 0 || ends
}

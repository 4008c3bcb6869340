package execution

import (
	"cmp"
	"context"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Task is a piece of work that the program names. It can pass between threads.
type Task struct {
	// Number identifies the task; Parent is that of the task that it is a part of,
	// 0 for none. The parent need not be in the trace.
	Number, Parent int64
	// Type is NoName if the trace does not have the start of the task.
	Type tracefeed.NameID
	// Start is the start of the trace if the trace has only the end of the task,
	// End the end of the trace if it has only the start.
	Start, End tracefeed.Time
	// Threads are the threads that started or ended the task, or began or ended a
	// region in it, by id.
	Threads []tracefeed.ThreadID
}

// Tasks returns the tasks that overlap the interval and have an included thread, by
// Start, then by Number. A task ends with its last end: several threads can end it.
// After an end, its number can be that of a new task. A task that the trace neither
// starts nor ends is not returned. Tasks continue across missing events.
//
// Pages do not have the tasks open at their start, so Tasks reads the whole trace,
// and its memory grows with the tasks of the trace. Once ctx is done, it returns
// early.
func Tasks(ctx context.Context, tl *timeline.Timeline, q Query) []Task {
	l := taskList{latest: map[int64]int{}}
	tl.EachPage(ctx, 0, tl.End, l.page)
	kept := l.tasks[:0]
	for _, t := range l.tasks {
		if !t.ended {
			t.End = tl.End
		}
		if !t.started && !t.ended || !q.overlaps(tl, t.Start, t.End) ||
			!slices.ContainsFunc(t.Threads, q.includes) {
			continue
		}
		kept = append(kept, t)
	}
	slices.SortStableFunc(kept, func(a, b openTask) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Number, b.Number))
	})
	out := make([]Task, len(kept))
	for i := range kept {
		out[i] = kept[i].Task
	}
	return out
}

// overlaps reports whether an interval overlaps that of the query. One of no length
// overlaps it if it is in it.
func (q *Query) overlaps(tl *timeline.Timeline, start, end tracefeed.Time) bool {
	return q.contains(tl, start) || start < q.From && end > q.From && q.To > q.From
}

// taskList collects tasks.
type taskList struct {
	tasks []openTask
	// latest has the index in tasks of the latest task of each number.
	latest map[int64]int
	events []tracefeed.Event // scratch
}

// openTask is a task as far as it is known.
type openTask struct {
	Task
	started, ended bool
}

// page adds the events of a page.
func (l *taskList) page(p *timeline.Page) {
	if !hasKind(p, tracefeed.TaskStart, tracefeed.TaskEnd, tracefeed.RegionStart, tracefeed.RegionEnd) {
		return
	}
	l.events = l.events[:0]
	for g := range p.Groups {
		eachEvent(p, g, func(ev *tracefeed.Event, _ tracefeed.State) {
			switch ev.Kind {
			case tracefeed.TaskStart, tracefeed.TaskEnd:
				l.events = append(l.events, *ev)
			case tracefeed.RegionStart, tracefeed.RegionEnd:
				if ev.Object != 0 {
					l.events = append(l.events, *ev)
				}
			}
		})
	}
	// A page does not have the order of events of several threads at one time:
	// starts count as first, ends as last, and equal ones are in order of threads.
	slices.SortStableFunc(l.events, func(a, b tracefeed.Event) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(taskOrder(a.Kind), taskOrder(b.Kind)))
	})
	for i := range l.events {
		l.add(&l.events[i])
	}
}

// taskOrder is the order of events at one time.
func taskOrder(k tracefeed.Kind) int {
	switch k {
	case tracefeed.TaskStart:
		return 0
	case tracefeed.TaskEnd:
		return 2
	}
	return 1
}

// add adds an event of a task, in order of time.
func (l *taskList) add(ev *tracefeed.Event) {
	i, ok := l.latest[ev.Object]
	if !ok || ev.Kind == tracefeed.TaskStart && l.tasks[i].ended {
		i = len(l.tasks)
		l.tasks = append(l.tasks, openTask{Task: Task{Number: ev.Object}})
		l.latest[ev.Object] = i
	}
	t := &l.tasks[i]
	switch ev.Kind {
	case tracefeed.TaskStart:
		if !t.started {
			t.started, t.Start, t.Type, t.Parent = true, ev.Time, ev.Name, ev.Value
		}
	case tracefeed.TaskEnd:
		t.ended, t.End = true, ev.Time
	}
	if ev.Thread == tracefeed.NoThread {
		return
	}
	if at, found := slices.BinarySearch(t.Threads, ev.Thread); !found {
		t.Threads = slices.Insert(t.Threads, at, ev.Thread)
	}
}

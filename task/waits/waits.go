// Package waits says for whom the tasks of a trace were blocked: which thread held the lock, and
// for which task that thread worked.
//
// A timeline and its index of tasks go in; sums of time come out. Each nanosecond in which a
// thread was blocked while it worked for a task counts once.
package waits

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"tiv/interaction"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// NoTask is the index of no task.
const NoTask = -1

// Wait is the time in which threads that worked for a task were blocked, at one lock, by one
// thread that worked for one task.
type Wait struct {
	// Task is the index of the blocked task, Holder that of the task for which Thread worked;
	// NoTask if it worked for none.
	Task, Holder int
	// Thread held the lock; NoThread if it is not known who did.
	Thread  tracefeed.ThreadID
	Monitor tracefeed.MonitorID
	Time    tracefeed.Time
}

// Find returns the waits of all tasks, by task, the longest first. Waits for parts of a task are
// those of the parts. The cost grows with the waits of the trace. Once ctx is done, it returns
// its error.
func Find(ctx context.Context, tl *timeline.Timeline, x *task.Index) ([]Wait, error) {
	sums := map[Wait]tracefeed.Time{}
	all := func(tracefeed.MonitorID) bool { return true }
	interaction.EachLockEdge(ctx, tl, all, 0, tl.End, func(e interaction.Edge) {
		eachPart(x.Work(e.Blocked), e.Start, e.End, func(blocked int, from, to tracefeed.Time) {
			if blocked == NoTask {
				return
			}
			eachPart(x.Work(e.Blocker), from, to, func(holder int, from, to tracefeed.Time) {
				w := Wait{Task: blocked, Holder: holder, Thread: e.Blocker, Monitor: e.Monitor}
				sums[w] += charge(&e, to) - charge(&e, from)
			})
		})
	})
	list := make([]Wait, 0, len(sums))
	for w, d := range sums {
		if w.Time = d; d > 0 {
			list = append(list, w)
		}
	}
	slices.SortFunc(list, func(a, b Wait) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(b.Time, a.Time), cmp.Compare(a.Thread, b.Thread),
			cmp.Compare(a.Monitor, b.Monitor), cmp.Compare(a.Holder, b.Holder))
	})
	return list, ctx.Err()
}

// charge returns the time charged to the thread waited for, up to a time within an edge. Those
// of all that share the edge add up to the time since its start.
func charge(e *interaction.Edge, to tracefeed.Time) tracefeed.Time {
	part := *e
	part.End = to
	return part.Charge()
}

// eachPart calls f for the parts of an interval in which a thread with some work worked for one
// task, or for none.
func eachPart(work []task.Work, from, to tracefeed.Time, f func(task int, from, to tracefeed.Time)) {
	for i := sort.Search(len(work), func(i int) bool { return work[i].End > from }); i < len(work) && work[i].Start < to; i++ {
		if w := &work[i]; w.Start > from {
			f(NoTask, from, w.Start)
			from = w.Start
		}
		until := min(work[i].End, to)
		f(int(work[i].Task), from, until)
		from = until
	}
	if from < to {
		f(NoTask, from, to)
	}
}

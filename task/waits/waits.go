// Package waits says for whom the tasks of a trace were blocked: which thread held the lock, and
// for which task that thread worked.
//
// A timeline and its index of tasks go in; sums of time come out. Each nanosecond in which a
// thread was blocked counts once.
package waits

import (
	"cmp"
	"context"
	"slices"

	"tiv/interaction"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Wait is the time in which threads that worked for a task, or for none, were blocked, at one
// lock, by one thread that worked for one task, or for none.
type Wait struct {
	// Task is the index of the blocked task, Holder that of the outermost task for which Thread
	// worked: of the request, not of a query that it makes. It is task.NoTask for none.
	Task, Holder int
	// Thread held the lock; NoThread if it is not known who did.
	Thread  tracefeed.ThreadID
	Monitor tracefeed.MonitorID
	Time    tracefeed.Time
	// Waits is the number of waits. One that several threads held in turn counts for each.
	Waits int
}

// Find returns the waits of no task and of all tasks, by task, the longest first. Waits for parts of a task are
// those of the parts. The cost grows with the waits of the trace. Once ctx is done, it returns
// its error.
func Find(ctx context.Context, tl *timeline.Timeline, x *task.Index) ([]Wait, error) {
	type part struct {
		Wait
		blocked tracefeed.ThreadID
	}
	sums := map[Wait]Wait{}            // by a wait without a time
	until := map[part]tracefeed.Time{} // where the last part of a wait ended
	all := func(tracefeed.MonitorID) bool { return true }
	interaction.EachLockEdge(ctx, tl, all, 0, tl.End, func(e interaction.Edge) {
		x.Between(e.Blocked, e.Start, e.End, func(blocked int, from, to tracefeed.Time) {
			x.Between(e.Blocker, from, to, func(holder int, from, to tracefeed.Time) {
				if holder != task.NoTask {
					holder = x.Outermost(holder)
				}
				w := Wait{Task: blocked, Holder: holder, Thread: e.Blocker, Monitor: e.Monitor}
				sum := sums[w]
				sum.Time += charge(&e, to) - charge(&e, from)
				p := part{w, e.Blocked}
				if last, ok := until[p]; !ok || last != from {
					sum.Waits++
				}
				sums[w], until[p] = sum, to
			})
		})
	})
	list := make([]Wait, 0, len(sums))
	for w, sum := range sums {
		if w.Time, w.Waits = sum.Time, sum.Waits; w.Time > 0 {
			list = append(list, w)
		}
	}
	slices.SortFunc(list, func(a, b Wait) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(b.Time, a.Time), cmp.Compare(a.Thread, b.Thread),
			cmp.Compare(a.Monitor, b.Monitor), cmp.Compare(a.Holder, b.Holder))
	})
	return list, ctx.Err()
}

// charge returns the time charged to the thread waited for, up to a time within an edge: its share,
// spread evenly over the edge.
func charge(e *interaction.Edge, to tracefeed.Time) tracefeed.Time {
	return tracefeed.Portion(e.Charge(), to-e.Start, e.End-e.Start)
}

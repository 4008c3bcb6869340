package report

import (
	"context"

	"tiv/interaction/totals"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// monitorRow is the data of a monitor's row.
type monitorRow struct {
	id tracefeed.MonitorID
	totals.Monitor
}

// monitorRows computes the rows of all monitors. others are the waits without a
// named monitor.
func monitorRows(ctx context.Context, tl *timeline.Timeline, q totals.Query) (rows []monitorRow, others totals.Monitor, ok bool) {
	all, _, ok := totals.Monitors(ctx, tl, q)
	for id := 1; id < len(all); id++ {
		rows = append(rows, monitorRow{tracefeed.MonitorID(id), all[id]})
	}
	if len(all) > 0 {
		others = all[0]
	}
	return rows, others, ok
}

// monitorColumns are the columns of a monitor, in an interval of a length.
func monitorColumns(n namer, length tracefeed.Time) []table.Column[monitorRow] {
	return append(waitColumns(n), holdColumns(n, length)...)
}

func waitColumns(n namer) []table.Column[monitorRow] {
	type row = monitorRow
	return []table.Column[row]{
		textOf(table.Head{Name: "monitor", Title: "id", Short: true, Aside: true, Help: "Id of the lock in the trace."},
			func(r *row) string { return n.monitor(r.id) }),
		{Head: table.Head{Name: "name", Title: "lock", Help: "Kind and place of the lock, with a letter by how much " +
			"it is waited for. Files have the name in the trace."},
			Text: func(r *row) string { return n.tl.Monitors[r.id].Name }, Shown: func(r *row) string { return n.shownMonitor(r.id) }},
		count(table.Head{Name: "changes"}, func(r *row) int { return r.Changes }),
		count(table.Head{Name: "waits", Title: "waits", Help: "Number of waits for it."}, func(r *row) int { return r.Waits }),
		timeOf(table.Head{Name: "waited_ns", Title: "waited", Help: "Total duration of the waits."},
			func(r *row) tracefeed.Time { return r.Waited }),
		timeOf(table.Head{Name: "longest_ns", Title: "longest wait", Help: "Duration of the longest wait."},
			func(r *row) tracefeed.Time { return r.LongestWait.Length }),
		threadOf(n, table.Head{Name: "longest_by", Title: "of", Aside: true, Help: "Thread with the longest wait."},
			func(r *row) tracefeed.ThreadID { return r.LongestWait.Thread }),
		timeOf(table.Head{Name: "longest_at_ns", Title: "from", Kind: table.Moment, Aside: true, Help: "Start of the longest wait."},
			func(r *row) tracefeed.Time { return r.LongestWait.Start }),
		threadOf(n, table.Head{Name: "waiter", Title: "waited most", Help: "Thread with the longest total of waits."},
			func(r *row) tracefeed.ThreadID { return r.Waiter }),
		timeOf(table.Head{Name: "waiter_ns", Title: "that long", Aside: true, Help: "Total duration of that thread's waits."},
			func(r *row) tracefeed.Time { return r.WaiterTime }),
		count(table.Head{Name: "queue", Title: "queue", Help: "Largest number of threads that waited for it at the same time."},
			func(r *row) int { return r.Queue }),
		timeOf(table.Head{Name: "queue_at_ns", Title: "queue at", Kind: table.Moment, Aside: true,
			Help: "First time with that many waiting threads."},
			func(r *row) tracefeed.Time { return r.QueueAt }),
	}
}

func holdColumns(n namer, length tracefeed.Time) []table.Column[monitorRow] {
	type row = monitorRow
	return []table.Column[row]{
		count(table.Head{Name: "holds", Title: "holds", Help: "Number of times that a thread held it."},
			func(r *row) int { return r.Holds }),
		timeOf(table.Head{Name: "held_ns", Title: "held", Help: "Total duration of the holds; those of readers can overlap."},
			func(r *row) tracefeed.Time { return r.Held }),
		timeOf(table.Head{Name: "busy_ns", Title: "busy", Whole: length, Help: "Time with at least one owner."},
			func(r *row) tracefeed.Time { return r.Busy }),
		timeOf(table.Head{Name: "longest_hold_ns", Title: "longest hold", Help: "Duration of the longest hold."},
			func(r *row) tracefeed.Time { return r.LongestHold.Length }),
		threadOf(n, table.Head{Name: "longest_hold_by", Title: "by", Aside: true, Help: "Thread with the longest hold."},
			func(r *row) tracefeed.ThreadID { return r.LongestHold.Thread }),
		timeOf(table.Head{Name: "longest_hold_at_ns", Title: "since", Kind: table.Moment, Aside: true, Help: "Start of the longest hold."},
			func(r *row) tracefeed.Time { return r.LongestHold.Start }),
		threadOf(n, table.Head{Name: "holder", Title: "held most by", Help: "Thread with the longest total of holds."},
			func(r *row) tracefeed.ThreadID { return r.Holder }),
		timeOf(table.Head{Name: "holder_ns", Title: "as long as", Aside: true, Help: "Total duration of that thread's holds."},
			func(r *row) tracefeed.Time { return r.HolderTime }),
	}
}

// holderColumns are the columns of a thread that held a monitor or waited for
// it.
func holderColumns(n namer) []table.Column[totals.Use] {
	type use = totals.Use
	return []table.Column[use]{
		monitorOf(n, table.Head{Name: "monitor", Title: "lock", Help: "The lock."},
			func(u *use) tracefeed.MonitorID { return u.Monitor }),
		threadOf(n, table.Head{Name: "thread", Title: "thread", Help: "A thread that held it or waited for it."},
			func(u *use) tracefeed.ThreadID { return u.Thread }),
		count(table.Head{Name: "holds", Title: "holds", Help: "Number of times that the thread held it."},
			func(u *use) int { return u.Holds }),
		timeOf(table.Head{Name: "held_ns", Title: "held", Help: "Total duration of its holds."},
			func(u *use) tracefeed.Time { return u.Held }),
		timeOf(table.Head{Name: "longest_hold_ns", Title: "longest hold", Help: "Duration of its longest hold."},
			func(u *use) tracefeed.Time { return u.LongestHold.Length }),
		timeOf(table.Head{Name: "longest_hold_at_ns", Title: "since", Kind: table.Moment, Aside: true, Help: "Start of its longest hold."},
			func(u *use) tracefeed.Time { return u.LongestHold.Start }),
		count(table.Head{Name: "waits", Title: "waits", Help: "Number of the thread's waits for it."}, func(u *use) int { return u.Waits }),
		timeOf(table.Head{Name: "waited_ns", Title: "waited", Help: "Total duration of its waits."},
			func(u *use) tracefeed.Time { return u.Waited }),
		timeOf(table.Head{Name: "longest_ns", Title: "longest wait", Help: "Duration of its longest wait."},
			func(u *use) tracefeed.Time { return u.LongestWait.Length }),
		timeOf(table.Head{Name: "longest_at_ns", Title: "from", Kind: table.Moment, Aside: true, Help: "Start of its longest wait."},
			func(u *use) tracefeed.Time { return u.LongestWait.Start }),
	}
}

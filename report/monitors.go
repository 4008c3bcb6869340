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
		textOf(table.Head{Name: "monitor", Title: "id", Short: true, Aside: true, Help: "What the trace calls the monitor."},
			func(r *row) string { return n.monitor(r.id) }),
		textOf(table.Head{Name: "name", Title: "monitor"}, func(r *row) string { return n.tl.Monitors[r.id].Name }),
		count(table.Head{Name: "changes"}, func(r *row) int { return r.Changes }),
		count(table.Head{Name: "waits", Title: "waits", Help: "How many times a thread waited for it."}, func(r *row) int { return r.Waits }),
		timeOf(table.Head{Name: "waited_ns", Title: "waited", Help: "How long all waits together were."},
			func(r *row) tracefeed.Time { return r.Waited }),
		timeOf(table.Head{Name: "longest_ns", Title: "longest wait", Help: "How long the longest wait was."},
			func(r *row) tracefeed.Time { return r.LongestWait.Length }),
		threadOf(n, table.Head{Name: "longest_by", Title: "of", Aside: true, Help: "Whose the longest wait was."},
			func(r *row) tracefeed.ThreadID { return r.LongestWait.Thread }),
		timeOf(table.Head{Name: "longest_at_ns", Title: "from", Kind: table.Moment, Aside: true, Help: "When the longest wait began."},
			func(r *row) tracefeed.Time { return r.LongestWait.Start }),
		threadOf(n, table.Head{Name: "waiter", Title: "waited most", Help: "The thread that waited for it longest, all its waits together."},
			func(r *row) tracefeed.ThreadID { return r.Waiter }),
		timeOf(table.Head{Name: "waiter_ns", Title: "that long", Aside: true, Help: "How long that thread waited."},
			func(r *row) tracefeed.Time { return r.WaiterTime }),
		count(table.Head{Name: "queue", Title: "queue", Help: "The most threads that waited for it at one instant."},
			func(r *row) int { return r.Queue }),
		timeOf(table.Head{Name: "queue_at_ns", Title: "queue at", Kind: table.Moment, Aside: true, Help: "When that many first waited."},
			func(r *row) tracefeed.Time { return r.QueueAt }),
	}
}

func holdColumns(n namer, length tracefeed.Time) []table.Column[monitorRow] {
	type row = monitorRow
	return []table.Column[row]{
		count(table.Head{Name: "holds", Title: "holds", Help: "How many times a thread held it."}, func(r *row) int { return r.Holds }),
		timeOf(table.Head{Name: "held_ns", Title: "held", Help: "How long all holds together were; those of readers can be at the same time."},
			func(r *row) tracefeed.Time { return r.Held }),
		timeOf(table.Head{Name: "busy_ns", Title: "busy", Whole: length, Help: "For how much of the time anybody held it."},
			func(r *row) tracefeed.Time { return r.Busy }),
		timeOf(table.Head{Name: "longest_hold_ns", Title: "longest hold", Help: "How long the longest hold was."},
			func(r *row) tracefeed.Time { return r.LongestHold.Length }),
		threadOf(n, table.Head{Name: "longest_hold_by", Title: "by", Aside: true, Help: "Whose the longest hold was."},
			func(r *row) tracefeed.ThreadID { return r.LongestHold.Thread }),
		timeOf(table.Head{Name: "longest_hold_at_ns", Title: "since", Kind: table.Moment, Aside: true, Help: "When the longest hold began."},
			func(r *row) tracefeed.Time { return r.LongestHold.Start }),
		threadOf(n, table.Head{Name: "holder", Title: "held most by", Help: "The thread that held it longest, all its holds together."},
			func(r *row) tracefeed.ThreadID { return r.Holder }),
		timeOf(table.Head{Name: "holder_ns", Title: "as long as", Aside: true, Help: "How long that thread held it."},
			func(r *row) tracefeed.Time { return r.HolderTime }),
	}
}

// holderColumns are the columns of a thread that held a monitor or waited for
// it.
func holderColumns(n namer) []table.Column[totals.Use] {
	type use = totals.Use
	return []table.Column[use]{
		monitorOf(n, table.Head{Name: "monitor", Title: "monitor", Help: "What was held or waited for."},
			func(u *use) tracefeed.MonitorID { return u.Monitor }),
		threadOf(n, table.Head{Name: "thread", Title: "thread", Help: "Who held it or waited for it."},
			func(u *use) tracefeed.ThreadID { return u.Thread }),
		count(table.Head{Name: "holds", Title: "holds", Help: "How many times the thread held it."}, func(u *use) int { return u.Holds }),
		timeOf(table.Head{Name: "held_ns", Title: "held", Help: "How long all its holds together were."},
			func(u *use) tracefeed.Time { return u.Held }),
		timeOf(table.Head{Name: "longest_hold_ns", Title: "longest hold", Help: "How long its longest hold was."},
			func(u *use) tracefeed.Time { return u.LongestHold.Length }),
		timeOf(table.Head{Name: "longest_hold_at_ns", Title: "since", Kind: table.Moment, Aside: true, Help: "When its longest hold began."},
			func(u *use) tracefeed.Time { return u.LongestHold.Start }),
		count(table.Head{Name: "waits", Title: "waits", Help: "How many times the thread waited for it."}, func(u *use) int { return u.Waits }),
		timeOf(table.Head{Name: "waited_ns", Title: "waited", Help: "How long all its waits together were."},
			func(u *use) tracefeed.Time { return u.Waited }),
		timeOf(table.Head{Name: "longest_ns", Title: "longest wait", Help: "How long its longest wait was."},
			func(u *use) tracefeed.Time { return u.LongestWait.Length }),
		timeOf(table.Head{Name: "longest_at_ns", Title: "from", Kind: table.Moment, Aside: true, Help: "When its longest wait began."},
			func(u *use) tracefeed.Time { return u.LongestWait.Start }),
	}
}

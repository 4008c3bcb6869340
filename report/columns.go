package report

import (
	"slices"

	"tiv/interaction"
	"tiv/interaction/lockname"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// namer writes threads and monitors: by the source's ids in files, by their
// names for people.
type namer struct {
	tl    *timeline.Timeline
	locks *lockname.Names
}

func (n namer) thread(t tracefeed.ThreadID) string   { return n.tl.Threads[t].ID }
func (n namer) monitor(m tracefeed.MonitorID) string { return n.tl.Monitors[m].ID }

// shownMonitor returns the name of a monitor for people; "" for none.
func (n namer) shownMonitor(m tracefeed.MonitorID) string {
	if m == tracefeed.NoMonitor {
		return ""
	}
	return n.locks.Full(m)
}

// threadOf is a column of threads, monitorOf one of monitors.
func threadOf[R any](n namer, h table.Head, of func(*R) tracefeed.ThreadID) table.Column[R] {
	return table.Column[R]{Head: h, Text: func(r *R) string { return n.thread(of(r)) },
		Shown: func(r *R) string { return n.tl.Threads[of(r)].Name }}
}

func monitorOf[R any](n namer, h table.Head, of func(*R) tracefeed.MonitorID) table.Column[R] {
	return table.Column[R]{Head: h, Text: func(r *R) string { return n.monitor(of(r)) },
		Shown: func(r *R) string { return n.shownMonitor(of(r)) }}
}

func textOf[R any](h table.Head, of func(*R) string) table.Column[R] {
	return table.Column[R]{Head: h, Text: of}
}

// count and time are columns of numbers; time is a Duration unless its head says
// that it is a Moment.
func count[R any](h table.Head, of func(*R) int) table.Column[R] {
	h.Kind = table.Count
	return table.Column[R]{Head: h, Number: func(r *R) int64 { return int64(of(r)) }}
}

func timeOf[R any](h table.Head, of func(*R) tracefeed.Time) table.Column[R] {
	if h.Kind != table.Moment {
		h.Kind = table.Duration
	}
	return table.Column[R]{Head: h, Number: func(r *R) int64 { return int64(of(r)) }}
}

// edgeColumns are the columns of an edge. Their names in files are stable.
func edgeColumns(n namer) []table.Column[interaction.Edge] {
	type edge = interaction.Edge
	return []table.Column[edge]{
		textOf(table.Head{Name: "kind", Title: "kind", Short: true, Help: "lock: a wait for a lock that another " +
			"thread holds. signal: a wait for a signal of another thread, which is not blocked time."},
			func(e *edge) string { return e.Kind.String() }),
		threadOf(n, table.Head{Name: "blocked", Title: "waits", Help: "The waiting thread."},
			func(e *edge) tracefeed.ThreadID { return e.Blocked }),
		threadOf(n, table.Head{Name: "blocker", Title: "for", Help: "The thread that it waits for; empty if the trace names none."},
			func(e *edge) tracefeed.ThreadID { return e.Blocker }),
		monitorOf(n, table.Head{Name: "monitor", Title: "at", Help: "The lock that it waits for."},
			func(e *edge) tracefeed.MonitorID { return e.Monitor }),
		timeOf(table.Head{Name: "start_ns", Title: "from", Kind: table.Moment, Help: "Start of the wait for this thread."},
			func(e *edge) tracefeed.Time { return e.Start }),
		timeOf(table.Head{Name: "end_ns", Title: "to", Kind: table.Moment, Aside: true, Help: "End of the wait."},
			func(e *edge) tracefeed.Time { return e.End }),
		timeOf(table.Head{Title: "for how long", Help: "Duration of the wait."},
			func(e *edge) tracefeed.Time { return e.End - e.Start }),
		textOf(table.Head{Name: "evidence", Title: "evidence", Short: true,
			Help: "observed: the trace names the holder. inferred: it names only the thread that ended the wait. unknown: it names none."},
			func(e *edge) string { return e.Evidence.String() }),
	}
}

// threadRow is the data of a thread's row.
type threadRow struct {
	id         tracefeed.ThreadID
	system     bool
	start, end tracefeed.Time
	times      tracefeed.StateTimes
}

func threadColumns(n namer) []table.Column[threadRow] {
	type row = threadRow
	columns := []table.Column[row]{
		textOf(table.Head{Name: "thread", Title: "id", Short: true, Aside: true, Help: "Id of the thread in the trace."},
			func(r *row) string { return n.thread(r.id) }),
		textOf(table.Head{Name: "name", Title: "thread"}, func(r *row) string { return n.tl.Threads[r.id].Name }),
		{Head: table.Head{Name: "runtime", Title: "runtime", Kind: table.Truth, Aside: true, Help: "Whether the " +
			"language itself runs the thread, such as a garbage collector."},
			Number: func(r *row) int64 {
				if r.system {
					return 1
				}
				return 0
			}},
		timeOf(table.Head{Name: "start_ns", Title: "from", Kind: table.Moment, Help: "Start of the thread."},
			func(r *row) tracefeed.Time { return r.start }),
		timeOf(table.Head{Name: "end_ns", Title: "to", Kind: table.Moment, Help: "End of the thread."},
			func(r *row) tracefeed.Time { return r.end }),
	}
	if len(n.tl.Processes) > 0 {
		columns = slices.Insert(columns, 2,
			table.Column[row]{Head: table.Head{Name: "process", Title: "process", Help: "Process of the thread."},
				Text:  func(r *row) string { return n.tl.Processes[n.tl.Threads[r.id].Process].ID },
				Shown: func(r *row) string { return n.tl.Processes[n.tl.Threads[r.id].Process].Name }})
	}
	for _, s := range StateOrder {
		columns = append(columns, timeOf(table.Head{Name: s.String() + "_ns", Title: s.Word(), Help: "Time in this state."},
			func(r *row) tracefeed.Time { return r.times[s] }))
	}
	return columns
}

// findingColumns are the columns of a finding.
func findingColumns() []table.Column[foundRow] {
	type finding = foundRow
	return []table.Column[finding]{
		textOf(table.Head{Name: "kind", Title: "kind", Short: true}, func(f *finding) string { return f.Kind }),
		textOf(table.Head{Name: "severity", Title: "severity", Short: true}, func(f *finding) string { return f.Severity.String() }),
		timeOf(table.Head{Name: "start_ns", Title: "from", Kind: table.Moment, Help: "Start of the finding."},
			func(f *finding) tracefeed.Time { return f.Start }),
		timeOf(table.Head{Name: "end_ns", Title: "to", Kind: table.Moment, Aside: true, Help: "End of the finding, or of the trace."},
			func(f *finding) tracefeed.Time { return f.End }),
		count(table.Head{Name: "threads", Title: "threads", Help: "Number of threads concerned."},
			func(f *finding) int { return len(f.Threads) }),
		timeOf(table.Head{Name: "lost_ns", Title: "lost", Help: "Time that threads lose to it, added up over them."},
			func(f *finding) tracefeed.Time { return f.Lost }),
		textOf(table.Head{Name: "evidence", Title: "evidence", Short: true}, func(f *finding) string { return f.Evidence.String() }),
		textOf(table.Head{Name: "text", Title: "what"}, func(f *finding) string { return f.Text }),
	}
}

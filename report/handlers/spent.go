package handlers

import (
	"tiv/handler"
	"tiv/report/table"
	"tiv/tracefeed"
)

// Names of the rows that are about no function.
const (
	idleName = "(idle)"
	noneName = "(no handler)"
)

// SpentTable is a table of the time in handlers. In texts, states without time are left out.
func SpentTable(rows []handler.Spent) *table.Table {
	type row = handler.Spent
	duration := func(name, title, help string, of func(*row) tracefeed.Time) table.Column[row] {
		c := table.Column[row]{Head: table.Head{Name: name, Title: title, Kind: table.Duration, Help: help, Aside: true},
			Number: func(r *row) int64 { return int64(of(r)) }}
		for i := range rows {
			c.Aside = c.Aside && of(&rows[i]) == 0
		}
		return c
	}
	columns := []table.Column[row]{
		{Head: table.Head{Name: "function", Title: "handler", Help: "Innermost function on the stack that processes events. " +
			idleName + ": the thread waits for the next event of a loop. " + noneName + ": none of both."}, Text: func(r *row) string {
			switch {
			case r.Idle:
				return idleName
			case r.Function == "":
				return noneName
			}
			return r.Function
		}},
		duration("time_ns", "time", "Time of threads in it.", func(r *row) tracefeed.Time { return r.Times.Alive() }),
	}
	for _, s := range []struct {
		state tracefeed.State
		title string
	}{{tracefeed.Running, "running"}, {tracefeed.Runnable, "runnable"}, {tracefeed.Suspended, "suspended"},
		{tracefeed.Blocking, "blocking"}, {tracefeed.IO, "IO"}, {tracefeed.Unknown, "unknown"}} {
		columns = append(columns, duration(s.state.String()+"_ns", s.title, "Time of threads in it in this state.",
			func(r *row) tracefeed.Time { return r.Times[s.state] }))
	}
	return table.New(rows, columns)
}

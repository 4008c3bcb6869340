package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tiv/interaction/groups"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// processRow is the data of a process's row.
type processRow struct {
	id         tracefeed.ProcessID
	threads    int
	start, end tracefeed.Time // of its first and last thread
	times      tracefeed.StateTimes
}

func processColumns(tl *timeline.Timeline) []table.Column[processRow] {
	type row = processRow
	of := func(r *row) *tracefeed.Process { return &tl.Processes[r.id] }
	columns := []table.Column[row]{
		textOf(table.Head{Name: "process"}, func(r *row) string { return of(r).ID }),
		textOf(table.Head{Name: "name"}, func(r *row) string { return of(r).Name }),
		textOf(table.Head{Name: "parent"}, func(r *row) string { return tl.Processes[of(r).Parent].ID }),
		textOf(table.Head{Name: "command"}, func(r *row) string { return of(r).Command }),
		count(table.Head{Name: "threads"}, func(r *row) int { return r.threads }),
		timeOf(table.Head{Name: "start_ns", Kind: table.Moment}, func(r *row) tracefeed.Time { return r.start }),
		timeOf(table.Head{Name: "end_ns", Kind: table.Moment}, func(r *row) tracefeed.Time { return r.end }),
	}
	for _, s := range StateOrder {
		columns = append(columns, timeOf(table.Head{Name: s.String() + "_ns"}, func(r *row) tracefeed.Time { return r.times[s] }))
	}
	return columns
}

func (d *dump) processes(w io.Writer, format table.Format) error {
	return writeAll(d, w, format, processRows(d.tl, d.win.threadIDs(d.tl), d.win.From, d.win.To), processColumns(d.tl))
}

// processRows adds up threads by process.
func processRows(tl *timeline.Timeline, ids []tracefeed.ThreadID, from, to tracefeed.Time) (rows []processRow) {
	all := threadRows(tl, ids, from, to)
	index := map[tracefeed.ThreadID]int{}
	for i := range all {
		index[all[i].id] = i
	}
	for _, g := range groups.ByProcess(tl, ids) {
		r := processRow{id: tl.Threads[g.Threads[0]].Process, threads: len(g.Threads), start: tl.End}
		for _, t := range g.Threads {
			th := &all[index[t]]
			r.start, r.end = min(r.start, th.start), max(r.end, th.end)
			for s := range th.times {
				r.times[s] += th.times[s]
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// shownProcesses is the maximum number of programs that a summary names.
const shownProcesses = 6

// processesFact returns the fact about the processes of a trace: their number, and the
// programs with most processes.
func processesFact(tl *timeline.Timeline) Fact {
	number := map[string]int{}
	var names []string
	for _, p := range tl.Processes[1:] {
		name := strings.TrimSuffix(p.Name, " "+p.ID)
		if number[name]++; number[name] == 1 {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return number[b] - number[a] })
	var words []string
	for i, name := range names {
		if i == shownProcesses {
			words = append(words, "…")
			break
		}
		if n := number[name]; n > 1 {
			name = fmt.Sprintf("%d %s", n, name)
		}
		words = append(words, name)
	}
	return Fact{"processes", fmt.Sprint(len(tl.Processes) - 1), strings.Join(words, ", ")}
}

package tasks

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"tiv/report/table"
	"tiv/task"
	"tiv/task/waits"
	"tiv/tracefeed"
)

// mostHolders is the number of holders that have columns of their own in a matrix.
const mostHolders = 6

// sum is the time and the number of waits.
type sum struct {
	time  tracefeed.Time
	waits int
}

func (s *sum) add(o sum) { s.time, s.waits = s.time+o.time, s.waits+o.waits }

// shown is empty for no waits.
func (s sum) shown() string {
	if s.time == 0 {
		return ""
	}
	return fmt.Sprintf("%v (%d)", s.time, s.waits)
}

// others stands for the holders without a column.
var others = party{of: "others"}

// matrixRow is the waits of one party, by holder.
type matrixRow struct {
	of party
	by map[party]sum
}

// Matrix is a table for people of who waited for whom: a row for the tasks of each type that
// waited for locks, a column for the tasks of each type that held them, with the time and the
// number of waits. The longest are first; further columns are one.
func Matrix(x *task.Index, list []waits.Wait) *table.Table {
	holders, rows := map[party]sum{}, map[party]*matrixRow{}
	for i := range list {
		of, by := parties(x, &list[i])
		r := rows[of]
		if r == nil {
			r = &matrixRow{of, map[party]sum{}}
			rows[of] = r
		}
		s := sum{list[i].Time, list[i].Waits}
		for _, m := range []map[party]sum{r.by, holders} {
			all := m[by]
			all.add(s)
			m[by] = all
		}
	}
	order := slices.SortedFunc(maps.Keys(holders), func(a, b party) int {
		return cmp.Or(cmp.Compare(holders[b].time, holders[a].time), cmp.Compare(a.shown(), b.shown()))
	})
	if len(order) > mostHolders {
		for _, r := range rows {
			r.join(order[mostHolders-1:])
		}
		order = append(order[:mostHolders-1:mostHolders-1], others)
	}
	var sorted []matrixRow
	for _, r := range rows {
		sorted = append(sorted, *r)
	}
	slices.SortFunc(sorted, func(a, b matrixRow) int {
		return cmp.Or(cmp.Compare(b.total(), a.total()), cmp.Compare(a.of.shown(), b.of.shown()))
	})
	columns := []table.Column[matrixRow]{{Head: table.Head{Title: "waiting, for:"},
		Text: func(r *matrixRow) string { return r.of.shown() }}}
	for _, by := range order {
		columns = append(columns, table.Column[matrixRow]{Head: table.Head{Title: by.shown()},
			Text: func(r *matrixRow) string { return r.by[by].shown() }})
	}
	return table.New(sorted, columns)
}

// join makes one holder of several.
func (r *matrixRow) join(list []party) {
	var all sum
	for _, p := range list {
		all.add(r.by[p])
	}
	r.by[others] = all
}

func (r *matrixRow) total() (d tracefeed.Time) {
	for _, s := range r.by {
		d += s.time
	}
	return d
}

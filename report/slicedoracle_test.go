package report

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// moments is a table as a test reads it: the values of a row by column.
type moments struct {
	*testing.T
	tl  *timeline.Timeline
	x   Slicing
	ids map[string]tracefeed.ThreadID
}

func (m *moments) table(name string, win Window) (list []map[string]string) {
	m.Helper()
	all := rows(m.T, m.tl, name, win)
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, c := range cells {
			row[all[0][i]] = c
		}
		list = append(list, row)
	}
	return list
}

func (m *moments) number(row map[string]string, column string) tracefeed.Time {
	n, err := strconv.ParseInt(row[column], 10, 64)
	if err != nil {
		m.Fatalf("%s in %v: %v", column, row, err)
	}
	return tracefeed.Time(n)
}

// in counts the moments of a thread in an interval that a slice covers, in a state; "" for
// any.
func (m *moments) in(i int, thread string, from, to tracefeed.Time, state string) (n tracefeed.Time) {
	t := m.ids[thread]
	for at := from; at < to; at++ {
		if m.x.sets[i].Contains(t, at) && (state == "" || m.tl.Lane(t).StateAt(at).String() == state) {
			n++
		}
	}
	return n
}

// The columns of slices in tables are the moments of intervals that the slices cover, and
// rows without moments in the base are left out.
func TestSlicedTablesRandom(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(400) {
		rng := rand.New(rand.NewPCG(seed, 4))
		trace := oracle.Random(rng, oracle.Small(rng))
		tl, err := reduced.Timeline(trace.Feed(), timeline.Tuning{PageEvents: rng.IntN(30)})
		if err != nil || tl.End > 3000 {
			continue
		}
		from := tracefeed.Time(rng.Int64N(int64(tl.End + 1)))
		m := &moments{T: t, tl: tl, ids: map[string]tracefeed.ThreadID{}}
		for id := range tl.Threads {
			m.ids[tl.Threads[id].ID] = tracefeed.ThreadID(id)
		}
		base := []string{"", "late"}[rng.IntN(2)]
		m.x = sliced(t, tl, base, slice.Definition{Name: "late", Of: slice.Threads, Extent: slice.Whole, From: from, To: tl.End + 1},
			slice.Definition{Name: "waits", Of: slice.Spans, Where: fmt.Sprintf(`state != "running" && start >= %dns`, from/2),
				Extent: slice.Whole})
		win := Window{From: from / 3, To: tl.End - from/5, Step: 1 + tracefeed.Time(rng.IntN(50)), Runtime: true, Slices: m.x}
		plain := win
		plain.Slices = Slicing{}
		for table, thread := range map[string]string{"spans": "thread", "edges": "blocked", "regions": "thread"} {
			m.intervals(table, thread, base != "", plain, win)
		}
		m.buckets(base != "", plain, win)
		m.locks("monitors", "", base != "", plain, win)
		m.locks("holders", "thread", base != "", plain, win)
	}
}

// intervals checks a table of intervals.
func (m *moments) intervals(table, thread string, based bool, plain, win Window) {
	var want []string
	for _, r := range m.table(table, plain) {
		from, to := m.number(r, "start_ns"), m.number(r, "end_ns")
		var times []tracefeed.Time
		for i := range m.x.sets {
			times = append(times, m.in(i, r[thread], from, to, ""))
		}
		if !based || times[0] > 0 || from == to && m.x.sets[0].Contains(m.ids[r[thread]], from) {
			want = append(want, fmt.Sprint(r[thread], from, to, times))
		}
	}
	var got []string
	for _, r := range m.table(table, win) {
		var times []tracefeed.Time
		for _, name := range m.x.names {
			times = append(times, m.number(r, "slice:"+name+"_ns"))
		}
		got = append(got, fmt.Sprint(r[thread], m.number(r, "start_ns"), m.number(r, "end_ns"), times))
	}
	if !slices.Equal(got, want) {
		m.Fatalf("%s\ngot  %v\nwant %v", table, got, want)
	}
}

// buckets checks the table of buckets.
func (m *moments) buckets(based bool, plain, win Window) {
	var want []string
	states := map[bool][]string{}
	for _, s := range StateOrder {
		states[true] = append(states[true], s.String())
	}
	for _, r := range m.table("buckets", plain) {
		from := m.number(r, "start_ns")
		to, all := min(from+win.Step, win.To), tracefeed.Time(0)
		var line []tracefeed.Time
		for _, s := range states[true] {
			n := m.number(r, s)
			if based {
				n = m.in(0, r["thread"], from, to, s)
			}
			line, all = append(line, n), all+n
		}
		for i := range m.x.sets {
			line = append(line, m.in(i, r["thread"], from, to, ""))
		}
		if all > 0 {
			want = append(want, fmt.Sprint(r["thread"], from, line))
		}
	}
	var got []string
	for _, r := range m.table("buckets", win) {
		var line []tracefeed.Time
		for _, s := range states[true] {
			line = append(line, m.number(r, s))
		}
		for _, name := range m.x.names {
			line = append(line, m.number(r, "slice:"+name+"_ns"))
		}
		got = append(got, fmt.Sprint(r["thread"], m.number(r, "start_ns"), line))
	}
	if !slices.Equal(got, want) {
		m.Fatalf("buckets\ngot  %v\nwant %v", got, want)
	}
}

// locks checks the time of waits in a table of locks, by a column of threads too.
func (m *moments) locks(table, thread string, based bool, plain, win Window) {
	want := map[string]tracefeed.Time{}
	for _, r := range m.table("spans", plain) {
		if r["state"] != "blocking" {
			continue
		}
		for i, name := range m.x.names {
			key := name + " " + r["monitor"]
			if thread != "" {
				key += " " + r[thread]
			}
			want[key] += m.in(i, r["thread"], m.number(r, "start_ns"), m.number(r, "end_ns"), "")
		}
	}
	for _, r := range m.table(table, win) {
		for i, name := range m.x.names {
			key := name + " " + r["monitor"]
			if thread != "" {
				key += " " + r[thread]
			}
			if got := m.number(r, "slice:"+name+"_ns"); got != want[key] || based && i == 0 && got != m.number(r, "waited_ns") {
				m.Fatalf("%s %s: %d of %s; want %d", table, key, got, r["waited_ns"], want[key])
			}
			delete(want, key)
		}
	}
	for key, left := range want {
		if left > 0 && !strings.HasSuffix(key, " ") { // waits without a lock are in no row of locks
			m.Fatalf("%s lacks %s: %d", table, key, left)
		}
	}
}

package report

import (
	"fmt"
	"slices"
	"testing"

	"tiv/execution/slice"
	"tiv/interaction/totals"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// sliced computes slices of a timeline.
func sliced(t *testing.T, tl *timeline.Timeline, base string, definitions ...slice.Definition) Slicing {
	t.Helper()
	s, err := slice.Compute(t.Context(),
		slice.Input{Timeline: tl, Locks: func(m tracefeed.MonitorID) []string { return []string{tl.Monitors[m].ID} }}, definitions, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range s.Errors {
		if err != nil {
			t.Fatal(err)
		}
	}
	return NewSlicing(s, base)
}

func TestSliceColumns(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	waits := slice.Definition{Name: "waits", Of: slice.Spans, Where: `state == "blocking"`, Extent: slice.Whole}
	early := slice.Definition{Name: "early", Of: slice.Threads, Extent: slice.Whole, To: 50 * ms}
	win := everything
	win.Slices = sliced(t, tl, "", waits, early)
	check := func(table string, want ...string) {
		t.Helper()
		var got []string
		for _, row := range rows(t, tl, table, win)[1:] {
			got = append(got, fmt.Sprint(row))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q; want %q", table, got, want)
		}
	}
	check("slices", "[waits 2 110000000 0 0 0 110000000 0 0]", "[early 3 150000000 90000000 0 10000000 50000000 0 0]")
	win.Slices = sliced(t, tl, "early", waits, early)
	check("slices", "[early 3 150000000 90000000 0 10000000 50000000 0 0]", "[waits 2 50000000 0 0 0 50000000 0 0]")
	if head := rows(t, tl, "threads", win)[0]; !slices.Equal(head[len(head)-2:], []string{"slice:early_ns", "slice:waits_ns"}) {
		t.Errorf("columns of threads: %q", head)
	}
	for _, row := range rows(t, tl, "threads", win)[1:] {
		want := map[string]string{"A": "[50000000 0]", "B": "[50000000 30000000]", "C": "[50000000 20000000]"}[row[0]]
		if got := fmt.Sprint(row[len(row)-2:]); got != want {
			t.Errorf("slices of thread %s: %s; want %s", row[0], got, want)
		}
	}
}

func TestSlicedCalls(t *testing.T) {
	t.Parallel()
	tl := load(t, `tiv-text 1
0s A start
10ms A call-enter f
20ms A call-enter g
30ms A call-exit g
90ms A call-exit f
100ms A end
`)
	win := everything
	win.From = 15 * ms
	win.Slices = sliced(t, tl, "", slice.Definition{Name: "g", Where: `function == "g"`},
		slice.Definition{Name: "only f", Where: `function == "f"`, Extent: slice.Self})
	var got []string
	for _, row := range rows(t, tl, "calls", win) {
		got = append(got, fmt.Sprint(row[1], row[6:]))
	}
	if want := []string{"function[slice:g_ns slice:only f_ns]", "f[10000000 65000000]", "g[10000000 0]"}; !slices.Equal(got, want) {
		t.Errorf("calls: %q; want %q", got, want)
	}
	for base, want := range map[string][]string{
		"":       {"f[1 75000000 10000000 65000000]", "g[1 10000000 10000000 0]"},
		"only f": {"f[1 65000000 65000000 0]"},
		"g":      {"f[1 10000000 10000000 0]", "g[1 10000000 10000000 0]"},
	} {
		win.Slices = sliced(t, tl, base, slice.Definition{Name: "g", Where: `function == "g"`},
			slice.Definition{Name: "only f", Where: `function == "f"`, Extent: slice.Self})
		var got []string
		for _, row := range rows(t, tl, "functions", win)[1:] {
			got = append(got, fmt.Sprint(row[0], append(row[1:3:3], row[len(row)-2:]...)))
		}
		if !slices.Equal(got, want) {
			t.Errorf("functions in %q: %q; want %q", base, got, want)
		}
	}
}

// People can see slices as shares of the time of the row, files have the times.
func TestSliceShares(t *testing.T) {
	t.Parallel()
	tl := load(t, `tiv-text 1
0s A start
0ms A call-enter f
20ms A call-enter g
30ms A call-exit g
80ms A call-exit f
100ms A end
`)
	for base, want := range map[string]string{"": "12.5 %", "early": "25.0 %"} {
		x := sliced(t, tl, base, slice.Definition{Name: "g", Where: `function == "g"`},
			slice.Definition{Name: "early", Of: slice.Threads, Extent: slice.Whole, To: 40 * ms}).AsShares()
		q := totals.Query{To: tl.End, Of: func(tracefeed.ThreadID) bool { return true }}
		l, ok := FunctionList(t.Context(), tl, byFunction, q, x)
		if !ok {
			t.Fatal("no list")
		}
		column := slices.IndexFunc(l.Heads, func(h table.Head) bool { return h.Title == "g %" })
		if got := l.Shown(0, column); l.Text(0, 0) != "f" || got != want {
			t.Errorf("base %q: g has %s of %s; want %s of f", base, got, l.Text(0, 0), want)
		}
	}
}

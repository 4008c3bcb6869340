package report

import (
	"context"
	"math"
	"slices"
	"testing"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/interaction/totals"
	"tiv/report/table"
	"tiv/tracefeed"
)

// column returns which column of a table has a title.
func column(t *testing.T, tab *table.Table, title string) int {
	t.Helper()
	i := slices.IndexFunc(tab.Heads, func(h table.Head) bool { return h.Title == title })
	if i < 0 {
		t.Fatalf("no column %q", title)
	}
	return i
}

// The lists of pairs and blockers are the sums of the edges of every single
// thread.
func TestPairListsEqualEdges(t *testing.T) {
	t.Parallel()
	for path, tl := range traces(t) {
		type pair struct{ blocked, blocker string }
		waited, held := map[pair]int64{}, map[string]int64{}
		program := func(id tracefeed.ThreadID) bool { return !tl.Threads[id].System }
		for id := tracefeed.ThreadID(1); int(id) < len(tl.Threads); id++ {
			interaction.EachEdge(tl, id, 0, tl.End, func(e interaction.Edge) {
				if e.Kind == interaction.Lock && e.Blocker != tracefeed.NoThread && program(id) {
					waited[pair{tl.Threads[id].Name, tl.Threads[e.Blocker].Name}] += int64(e.Charge())
					held[tl.Threads[e.Blocker].Name] += int64(e.Charge())
				}
			})
		}
		pairs, blockers, ok := PairLists(context.Background(), tl, namesOf(tl), totals.Query{To: math.MaxInt64, Of: program}, Slicing{})
		if !ok || pairs.Len != len(waited) || blockers.Len != len(held) {
			t.Errorf("%s: %d pairs and %d blockers, want %d and %d", path, pairs.Len, blockers.Len, len(waited), len(held))
		}
		total := column(t, pairs.Table, "waited")
		for row := range pairs.Len {
			p := pair{pairs.Shown(row, column(t, pairs.Table, "waits")), pairs.Shown(row, column(t, pairs.Table, "for"))}
			if got := pairs.Number(row, total); got != waited[p] {
				t.Errorf("%s: %v: %d, want %d", path, p, got, waited[p])
			}
		}
		all, threads := int64(0), int64(0)
		for row := range blockers.Len {
			name := blockers.Shown(row, column(t, blockers.Table, "thread"))
			if got := blockers.Number(row, column(t, blockers.Table, "held up others")); got != held[name] {
				t.Errorf("%s: %s held up others for %d, want %d", path, name, got, held[name])
			}
			threads += blockers.Number(row, column(t, blockers.Table, "threads"))
			all += blockers.Number(row, column(t, blockers.Table, "times"))
		}
		for row := range pairs.Len {
			all -= pairs.Number(row, column(t, pairs.Table, "times"))
		}
		if threads != int64(len(waited)) || all != 0 {
			t.Errorf("%s: %d threads waited, want %d; %d times too many", path, threads, len(waited), all)
		}
	}
}

// A list of waits for locks is that of all edges without the signals, the longest
// of which do not push any out.
func TestLockList(t *testing.T) {
	t.Parallel()
	for path, tl := range traces(t) {
		q := totals.Query{To: tl.End, Of: func(id tracefeed.ThreadID) bool { return true }}
		edges, _ := EdgeList(context.Background(), tl, namesOf(tl), q, MaxEdges, Slicing{})
		var want []int64
		long := column(t, edges.Table, "for how long")
		for row := range edges.Len {
			if edges.Shown(row, column(t, edges.Table, "kind")) == "lock" {
				want = append(want, edges.Number(row, long))
			}
		}
		all, ok := LockList(context.Background(), tl, namesOf(tl), q, MaxEdges, Slicing{})
		if !ok || all.Len != len(want) {
			t.Errorf("%s: %d waits, want %d", path, all.Len, len(want))
		}
		slices.Sort(want)
		slices.Reverse(want)
		some, _ := LockList(context.Background(), tl, namesOf(tl), q, 3, Slicing{})
		rows, ok := some.Top(context.Background(), "for how long", 2)
		if !ok || len(rows) != min(2, len(want)) {
			t.Fatalf("%s: %d rows of %d", path, len(rows), len(want))
		}
		for i, row := range rows {
			if some.Number(int(row), long) != want[i] {
				t.Errorf("%s: row %d lasts %d, want %d", path, i, some.Number(int(row), long), want[i])
			}
		}
	}
}

func TestWorst(t *testing.T) {
	t.Parallel()
	found := []detect.Finding{
		{Kind: detect.Stuck, Start: 1},
		{Kind: detect.Deadlock, Severity: detect.Warning, Start: 2},
		{Kind: detect.Deadlock, Severity: detect.Error, Start: 9},
		{Kind: detect.Deadlock, Severity: detect.Error, Start: 3},
	}
	if got := Worst(found); !slices.Equal(got, []int{3, 2, 1, 0}) {
		t.Errorf("got %v", got)
	}
	alike := []detect.Finding{
		{Kind: detect.LongWait, Threads: make([]tracefeed.ThreadID, 6)},
		{Kind: detect.LongWait, Threads: make([]tracefeed.ThreadID, 151), Start: 1},
		{Kind: detect.LongWait, Threads: make([]tracefeed.ThreadID, 2), Lost: 1},
	}
	if got := Worst(alike); !slices.Equal(got, []int{2, 1, 0}) {
		t.Errorf("of equal severity: %v", got)
	}
	for _, d := range detect.Detectors(detect.DefaultLimits()) {
		if d.Help == "" {
			t.Errorf("nothing says what %s is", d.Kind)
		}
	}
}

// Every state and layer has its words.
func TestLayerHelp(t *testing.T) {
	t.Parallel()
	for _, s := range StateOrder {
		if LayerHelp(s.Word()) == "" {
			t.Errorf("nothing says what %v is", s)
		}
	}
	if LayerHelp(tracefeed.NotAlive.Word()) != "" {
		t.Error("no bar shows what is not alive")
	}
}

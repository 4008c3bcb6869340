package report

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/interaction/totals"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// lists returns all lists of a timeline, by the name of the table that says the
// same.
func lists(t *testing.T, tl *timeline.Timeline, win Window) map[string]List {
	t.Helper()
	q := totals.Query{From: win.From, To: win.To, Of: func(id tracefeed.ThreadID) bool { return win.Runtime || !tl.Threads[id].System }}
	all := map[string]List{}
	for name, list := range map[string]func(context.Context, *timeline.Timeline, *lockname.Names, totals.Query, Slicing) (List, bool){
		"monitors": MonitorList, "holders": HolderList,
		"threads": ThreadList,
		"functions": func(ctx context.Context, tl *timeline.Timeline, _ *lockname.Names, q totals.Query, x Slicing) (List, bool) {
			return FunctionList(ctx, tl, cmp.Or(win.By, byFunction), q, x)
		},
		"processors": func(ctx context.Context, tl *timeline.Timeline, _ *lockname.Names, q totals.Query, _ Slicing) (List, bool) {
			return ProcessorList(ctx, tl, q)
		},
		"edges": func(ctx context.Context, tl *timeline.Timeline, locks *lockname.Names, q totals.Query, x Slicing) (List, bool) {
			return EdgeList(ctx, tl, locks, q, MaxEdges, x)
		},
	} {
		l, ok := list(context.Background(), tl, namesOf(tl), q, win.Slices)
		if !ok {
			t.Fatalf("no list of %s", name)
		}
		all[name] = l
	}
	return all
}

// namesOf returns the names of the monitors of a trace that was not searched.
func namesOf(tl *timeline.Timeline) *lockname.Names {
	return lockname.New(tl.Monitors, lockname.Ranks{}, nil)
}

func everyRow(n int) (rows []int32) {
	for i := range n {
		rows = append(rows, int32(i))
	}
	return rows
}

// The lists of a window and the tables of a dump have the same contents.
func TestListsEqualDumps(t *testing.T) {
	t.Parallel()
	for path, tl := range traces(t) {
		late := slice.Definition{Name: "late", Of: slice.Threads, Extent: slice.Whole, From: tl.End / 2, To: tl.End + 1}
		waits := slice.Definition{Name: "waits", Of: slice.Spans, Where: `state != "running"`, Extent: slice.Whole}
		for _, win := range []Window{everything, {To: tl.End, Slices: sliced(t, tl, "", late, waits)},
			{To: tl.End, Slices: sliced(t, tl, "late", late, waits), Runtime: true},
			{From: tl.End / 3, To: tl.End * 2 / 3, Step: 1, Runtime: true, By: "package"}, {To: tl.End, Step: 1, By: "thread"}} {
			for name, l := range lists(t, tl, win) {
				var got, want bytes.Buffer
				if _, err := l.Write(&got, table.CSV, everyRow(l.Len), 0); err != nil {
					t.Fatal(err)
				}
				if err := Dump(&want, tl, name, win, table.CSV); err != nil {
					t.Fatal(err)
				}
				if got.String() != want.String() {
					t.Fatalf("%s, %s: listed\n%.2000s\ndumped\n%.2000s", path, name, &got, &want)
				}
			}
		}
	}
}

// A click on a row goes to a place at which the row's subject is visible.
func TestSpots(t *testing.T) {
	t.Parallel()
	for path, tl := range traces(t) {
		all := lists(t, tl, everything)
		for name, l := range all {
			for row := range l.Len {
				spot := l.Spot(row)
				if name == "threads" != (spot.Moment == -1 && spot.Thread != tracefeed.NoThread) && name != "monitors" &&
					name != "holders" {
					t.Errorf("%s, %s, row %d: %+v", path, name, row, spot)
				}
			}
		}
		n := 0
		for _, id := range includedIDs(tl, totals.Query{Of: func(id tracefeed.ThreadID) bool { return !tl.Threads[id].System }}) {
			interaction.EachMergedEdge(tl, id, 0, tl.End, func(e interaction.Edge) {
				spot := all["edges"].Spot(n)
				state := tl.Lane(id).StateAt(spot.Moment)
				if n++; spot.Thread != id || spot.Moment < e.Start || spot.Moment >= e.End ||
					state != tracefeed.Blocking && state != tracefeed.Suspended {
					t.Errorf("%s: edge %+v is seen at %+v, %v", path, e, spot, state)
				}
			})
		}
	}
}

// Of too many edges, the longest are listed, in order.
func TestLongestEdges(t *testing.T) {
	t.Parallel()
	edges := []interaction.Edge{}
	for i := range tracefeed.Time(1000) {
		edges = append(edges, interaction.Edge{Start: i, End: i + 1 + i*7919%37})
	}
	for _, most := range []int{1, 10, 333, 999, 1000, 2000} {
		l := longest{most: most}
		for _, e := range edges {
			l.add(e)
			if len(l.edges) > most+most/2+1 {
				t.Fatalf("%d edges are in memory", len(l.edges))
			}
		}
		want := slices.Clone(edges)
		slices.SortStableFunc(want, func(a, b interaction.Edge) int { return cmp.Compare(b.End-b.Start, a.End-a.Start) })
		want = want[:min(most, len(want))]
		slices.SortFunc(want, func(a, b interaction.Edge) int { return cmp.Compare(a.Start, b.Start) })
		if got := l.inOrder(); !slices.Equal(got, want) || l.all != 1000 {
			t.Errorf("at most %d: got %v, want %v", most, got, want)
		}
	}
	tl := load(t, story)
	l, ok := EdgeList(context.Background(), tl, namesOf(tl),
		totals.Query{To: tl.End, Of: func(tracefeed.ThreadID) bool { return true }}, 2, Slicing{})
	if !ok || l.Len != 2 || !strings.HasPrefix(l.Note, "the longest 2 of 3 edges") {
		t.Errorf("%d edges, %q, %t", l.Len, l.Note, ok)
	}
}

func TestFindingList(t *testing.T) {
	t.Parallel()
	for path, tl := range traces(t) {
		found := detect.Find(context.Background(), tl, nil).Findings
		l, ok := FindingList(t.Context(), tl, found, Slicing{})
		if !ok {
			t.Fatal("not complete")
		}
		if l.Len != len(found) {
			t.Errorf("%s: %d rows, %d findings", path, l.Len, len(found))
		}
		for row, f := range found {
			if spot := l.Spot(row); spot.Thread != f.Threads[0] || spot.Moment != f.Start || l.Shown(row, 0) != f.Kind {
				t.Errorf("%s: %+v is seen at %+v", path, f, spot)
			}
		}
	}
}

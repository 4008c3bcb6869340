package report

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"tiv/execution"
	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/interaction/totals"
	"tiv/internal/radix"
	"tiv/report/table"
	"tiv/scene/view"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// List is a table with links from its rows to the timeline.
type List struct {
	*table.Table
	// Note describes missing rows; "" if there are none.
	Note string
	// Spot returns the place in the timeline that a row describes.
	Spot func(row int) Spot
}

// Spot is something in a trace to look at.
type Spot struct {
	Thread tracefeed.ThreadID
	// Moment is the moment to show; -1 if any will do.
	Moment tracefeed.Time
	// Monitor is the lock of a row that is about one; NoMonitor for others.
	Monitor tracefeed.MonitorID
	// Function is the name of the function of a row that is about one.
	Function string
	// Longest is the longest call of that function.
	Longest execution.TreeCall
	// Call is the call that a row is about; the zero Call for others.
	Call view.Call
	// Finding is the index of the finding of a row of FindingList.
	Finding int
	// Task is the task of a row that is about one, or the longest of those that it is about; the
	// zero ID for others. Tasks are those that a row adds up.
	Task  task.ID
	Tasks []task.ID
}

// MonitorList lists the waits and holds at each monitor, with their time in slices. ok is false if ctx was
// done before the list was complete.
func MonitorList(ctx context.Context, tl *timeline.Timeline, locks *lockname.Names, q totals.Query, x Slicing) (l List, ok bool) {
	rows, others, ok := monitorRows(ctx, tl, x.Totals(q))
	rows, columns := slicedMonitors(namer{tl, locks}, rows, x, min(q.To, tl.End)-max(q.From, 0))
	l.Table = table.New(rows, columns)
	l.Spot = func(row int) Spot {
		r := &rows[row]
		if r.Waits > 0 {
			return lastOf(r.LongestWait, r.id)
		}
		return lastOf(r.LongestHold, r.id)
	}
	if others.Waits > 0 {
		l.Note = fmt.Sprintf("not listed: %d waits of %v for locks that the trace does not name", others.Waits, others.Waited)
	}
	return l, ok
}

// HolderList lists the holders and waiters of each monitor, and their times.
func HolderList(ctx context.Context, tl *timeline.Timeline, locks *lockname.Names, q totals.Query, x Slicing) (l List, ok bool) {
	_, uses, ok := totals.Monitors(ctx, tl, x.Totals(q))
	l.Table = table.New(uses, slicedHolders(namer{tl, locks}, x))
	l.Spot = func(row int) Spot {
		u := &uses[row]
		if u.Waits == 0 {
			return lastOf(u.LongestHold, u.Monitor)
		}
		return lastOf(u.LongestWait, u.Monitor)
	}
	return l, ok
}

// lastOf returns the last instant of an interval at a monitor, if there is one: the
// moment at which all of it is in view.
func lastOf(e totals.Episode, m tracefeed.MonitorID) Spot {
	if e.Thread == tracefeed.NoThread {
		return Spot{Moment: -1, Monitor: m}
	}
	return Spot{Thread: e.Thread, Moment: e.Start + max(e.Length-1, 0), Monitor: m}
}

// ThreadList lists the times of each thread, in states and in slices.
func ThreadList(ctx context.Context, tl *timeline.Timeline, locks *lockname.Names, q totals.Query, x Slicing) (l List, ok bool) {
	rows := threadRows(tl, includedIDs(tl, q), q.From, q.To)
	columns := slicedThreads(ctx, namer{tl, locks}, rows, q.From, q.To, x)
	l.Table = table.New(rows, columns)
	l.Spot = func(row int) Spot { return Spot{Thread: rows[row].id, Moment: -1} }
	return l, ctx.Err() == nil
}

func includedIDs(tl *timeline.Timeline, q totals.Query) (ids []tracefeed.ThreadID) {
	for t := tracefeed.ThreadID(1); int(t) < len(tl.Threads); t++ {
		if q.Of(t) {
			ids = append(ids, t)
		}
	}
	return ids
}

// included has for each thread, by id, whether the query includes it.
func included(tl *timeline.Timeline, q totals.Query) []bool {
	of := make([]bool, len(tl.Threads))
	for _, t := range includedIDs(tl, q) {
		of[t] = true
	}
	return of
}

// FindingList lists findings, with their time in slices; those outside of the base are left
// out. ok is false if ctx was done before.
func FindingList(ctx context.Context, tl *timeline.Timeline, found []detect.Finding, x Slicing) (l List, ok bool) {
	rows := x.Findings(ctx, tl, found).rows(found)
	l.Table = table.New(rows, SlicedColumns(x, findingColumns(),
		func(r *foundRow, i int) tracefeed.Time { return r.in[i] }, func(r *foundRow) tracefeed.Time { return r.whole }))
	l.Spot = func(row int) Spot {
		p := Spot{Moment: rows[row].Start, Finding: rows[row].index}
		if len(rows[row].Threads) > 0 {
			p.Thread = rows[row].Threads[0]
		}
		return p
	}
	return l, ctx.Err() == nil
}

// MaxEdges is the largest number of edges in a list.
const MaxEdges = 1_000_000

// EdgeList lists the edges in the order of tables. If there are more than most,
// it lists the longest.
func EdgeList(ctx context.Context, tl *timeline.Timeline, locks *lockname.Names, q totals.Query, most int, x Slicing) (l List, ok bool) {
	return edgeList(ctx, tl, locks, q, longest{most: most}, x)
}

// LockList is EdgeList without signal edges.
func LockList(ctx context.Context, tl *timeline.Timeline, locks *lockname.Names, q totals.Query, most int, x Slicing) (l List, ok bool) {
	return edgeList(ctx, tl, locks, q, longest{most: most, locks: true}, x)
}

func edgeList(ctx context.Context, tl *timeline.Timeline, locks *lockname.Names, q totals.Query, kept longest,
	x Slicing) (l List, ok bool) {
	tell := q.Progress
	if tell == nil {
		tell = func(float64) {}
	}
	interaction.EachMergedEdgeOf(ctx, tl, included(tl, q), q.From, q.To, tell, func(e interaction.Edge) {
		if x.has(e.Blocked, e.Start, e.End) {
			kept.add(e)
		}
	})
	if ctx.Err() != nil {
		return List{}, false
	}
	rows := kept.inOrder()
	l.Table = table.New(rows, slicedEdges(namer{tl, locks}, x))
	l.Spot = func(row int) Spot {
		e := &rows[row]
		return Spot{Thread: e.Blocked, Moment: e.End - 1, Monitor: e.Monitor}
	}
	if kept.all > len(rows) {
		l.Note = fmt.Sprintf("the longest %d of %d edges; tiv dump writes all", len(rows), kept.all)
	}
	return l, true
}

// Top returns the rows with the largest values in a column, by its title,
// largest first, and at most most. ok is false if ctx was done before.
func (l *List) Top(ctx context.Context, title string, most int) (rows []int32, ok bool) {
	column := slices.IndexFunc(l.Heads, func(h table.Head) bool { return h.Title == title })
	rows, ok = l.Order(ctx, table.Query{Column: column, Backwards: true}, func(float64) {})
	return rows[:min(len(rows), most)], ok
}

// longest collects the longest edges. Among equally long ones the first are
// kept.
type longest struct {
	most, all int
	locks     bool           // others do not count
	least     tracefeed.Time // edges up to this length are dropped
	// edges are in the order in which they came; up to half as many again as are
	// kept in the end.
	edges []interaction.Edge
}

func (l *longest) add(e interaction.Edge) {
	if l.locks && e.Kind != interaction.Lock {
		return
	}
	if l.all++; l.least > 0 && e.End-e.Start <= l.least {
		return // equally long ones came before
	}
	l.edges = append(l.edges, e)
	if len(l.edges) > l.most+l.most/2 {
		l.cut()
	}
}

// cut leaves out the shortest.
func (l *longest) cut() {
	n := len(l.edges)
	if n <= l.most {
		return
	}
	items := make([]radix.Item, 2*n)
	for i, e := range l.edges {
		items[i].Key = uint64(e.End - e.Start)
	}
	sorted := radix.Sort(items[:n], items[n:])[n-l.most:]
	l.least = tracefeed.Time(sorted[0].Key)
	equal := sort.Search(len(sorted), func(i int) bool { return tracefeed.Time(sorted[i].Key) > l.least })
	kept := l.edges[:0]
	for _, e := range l.edges {
		if length := e.End - e.Start; length > l.least || length == l.least && equal > 0 {
			kept = append(kept, e)
			if length == l.least {
				equal--
			}
		}
	}
	l.edges = kept
}

// inOrder returns the edges thread by thread, those of each thread in the order
// of add.
func (l *longest) inOrder() []interaction.Edge {
	l.cut()
	return radix.SortBy(l.edges, func(e *interaction.Edge) uint64 { return uint64(e.Blocked) })
}

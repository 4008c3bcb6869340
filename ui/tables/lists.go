package tables

import (
	"context"
	"strings"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/interaction/totals"
	"tiv/internal/task"
	"tiv/report"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/workspace"
)

// pinnedInterval keeps a table as it is after a click that goes to another moment: the rows
// would else change under the mouse.
type pinnedInterval struct {
	on       bool
	from, to tracefeed.Time
	// before and after are the range of moments for which it is valid.
	before, after tracefeed.Time
	step          tracefeed.Time
	steps         int
	selected      timeline.Interval
}

// Table is a table of the panel with its order and selection.
type Table struct {
	list  task.Latest[listKey, report.List]
	order task.Latest[orderKey, orderedList]
	Query table.Query        // which rows are listed, and their order
	Sort  *command.SortTable // to be applied once there are headings; nil for none
	// chosen are the selected rows, by number; current is the clicked row, -1
	// for none, and last the place of the last click.
	chosen  map[int32]bool
	current int32
	last    int
}

// orderedList is which rows of a list are listed.
type orderedList struct {
	report.List
	from, to tracefeed.Time
	rows     []int32
	scales   []table.Scale
}

// cell returns a cell as it is shown.
func (l *orderedList) cell(row, column int) string {
	return l.scales[column].Shown(l.Table, row, column)
}

// listKey is the input of a list.
type listKey struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	threads  *tracefeed.ThreadID // the first in a list that never changes
	count    int
	findings *detect.Finding
	by       grouping
	function string
	thread   tracefeed.ThreadID // the only one that counts; NoThread for all shown
	locks    *lockname.Names
	// slicing are the slices of tables with columns of slices, and base one of them.
	slicing *slice.Slices
	base    string
	shares  bool
}

// orderKey is the input of an order of rows.
type orderKey struct {
	table *table.Table
	table.Query
}

// numTables is the number of tables; the others are the indexes of some.
const (
	numTables     = 10
	threadTable   = 5
	functionTable = 6
	callTable     = 7
	findingTable  = 9
)

// tableKind is a table of the panel.
type tableKind struct {
	name, help string
	// first is the title of the column of the default order.
	first string
	list  func(ws *workspace.Workspace, key listKey) task.Func[report.List]
}

// tableKinds are the kinds of tables.
var tableKinds = [numTables]tableKind{
	{"Locks", "The holders and waiters of each lock, and the length of its queue.", "waited",
		slicedList(func(ctx context.Context, key listKey, locks *lockname.Names, q totals.Query, x report.Slicing) (report.List, bool) {
			return report.MonitorList(ctx, key.tl, locks, q, x)
		})},
	{"Holders", "The time that each thread held each lock, and waited for it.", "waited",
		slicedList(func(ctx context.Context, key listKey, locks *lockname.Names, q totals.Query, x report.Slicing) (report.List, bool) {
			return report.HolderList(ctx, key.tl, locks, q, x)
		})},
	{"Edges", "Each wait of one thread for another, with its time, lock and evidence.", "for how long",
		slicedList(func(ctx context.Context, key listKey, locks *lockname.Names, q totals.Query, x report.Slicing) (report.List, bool) {
			return report.EdgeList(ctx, key.tl, locks, q, report.MaxEdges, x)
		})},
	{"Top blockers", "The threads that others waited for at locks, and for how long.", "held up others",
		slicedList(func(ctx context.Context, key listKey, locks *lockname.Names, q totals.Query, x report.Slicing) (report.List, bool) {
			_, blockers, ok := report.PairLists(ctx, key.tl, locks, q, x)
			return blockers, ok
		})},
	{"Pairs", "The waits of one thread for another at locks, added up.", "waited",
		slicedList(func(ctx context.Context, key listKey, locks *lockname.Names, q totals.Query, x report.Slicing) (report.List, bool) {
			pairs, _, ok := report.PairLists(ctx, key.tl, locks, q, x)
			return pairs, ok
		})},
	{"Threads", "The time of each thread in each state.", "",
		slicedList(func(ctx context.Context, key listKey, locks *lockname.Names, q totals.Query, x report.Slicing) (report.List, bool) {
			return report.ThreadList(ctx, key.tl, locks, q, x)
		})},
	{"Functions", "The time in each function that threads called, by state.", "cumulative",
		slicedList(func(ctx context.Context, key listKey, _ *lockname.Names, q totals.Query, x report.Slicing) (report.List, bool) {
			return report.FunctionList(ctx, key.tl, key.by.word(), q, x)
		})},
	{"Calls", "The longest calls: of all functions, or of the one that the command Slowest calls was given.", "duration",
		slicedList(func(ctx context.Context, key listKey, _ *lockname.Names, q totals.Query, x report.Slicing) (report.List, bool) {
			return report.CallList(ctx, key.tl, key.function, q, report.MaxCalls, x)
		})},
	{"Allocations", "The objects that threads allocated, by type and function.", "bytes",
		slicedList(func(ctx context.Context, key listKey, _ *lockname.Names, q totals.Query, x report.Slicing) (report.List, bool) {
			return report.AllocationList(ctx, key.tl, q, x)
		})},
	{"Findings", "The problems found in the trace.", "",
		func(ws *workspace.Workspace, key listKey) task.Func[report.List] {
			found := ws.Report.Findings
			return slicedList(func(ctx context.Context, key listKey, _ *lockname.Names, _ totals.Query,
				x report.Slicing) (report.List, bool) {
				return report.FindingList(ctx, key.tl, found, x)
			})(ws, key)
		}},
}

// slicedList makes a list of the threads that are shown, with columns of slices.
func slicedList(list func(context.Context, listKey, *lockname.Names, totals.Query, report.Slicing) (report.List,
	bool)) func(*workspace.Workspace, listKey) task.Func[report.List] {
	return func(ws *workspace.Workspace, key listKey) task.Func[report.List] {
		threads, locks := ws.Look.Threads, ws.Look.Locks
		return func(ctx context.Context, progress func(float64)) (report.List, error) {
			var x report.Slicing
			if key.slicing != nil {
				if x = report.NewSlicing(key.slicing, key.base); key.shares {
					x = x.AsShares()
				}
			}
			q := totals.Query{From: key.from, To: key.to, Of: panel.MemberOf(key.tl, threads), Progress: progress}
			if key.thread != tracefeed.NoThread {
				q.Of = func(t tracefeed.ThreadID) bool { return t == key.thread }
			}
			return task.OrCanceled(list(ctx, key, locks, q, x))
		}
	}
}

// interval returns the interval that tables cover.
func (p *Panel) interval() (from, to tracefeed.Time) {
	l := &p.Workspace.Look
	k := &p.pin
	if k.on = k.on && p.time == panel.TimeCounted && (l.Moment == k.before || l.Moment == k.after) && l.Step == k.step &&
		l.Steps == k.steps && l.Interval == k.selected; k.on {
		return k.from, k.to
	}
	return p.time.Interval(p.Workspace)
}

// refresh requests the table that is shown, if its input has changed.
func (p *Panel) refresh() {
	s, kind := &p.tables[p.shown], &tableKinds[p.shown]
	key := listKey{tl: p.Workspace.Timeline, count: len(p.Workspace.Look.Threads), locks: p.Workspace.Look.Locks}
	key.from, key.to = p.interval()
	if key.count > 0 {
		key.threads = &p.Workspace.Look.Threads[0]
	}
	if p.shown == functionTable {
		key.by = p.by
	}
	if p.shown == callTable {
		key.function = p.function
	}
	if p.shown == callTable || p.shown == functionTable {
		key.thread = p.thread
	}
	if p.shown == findingTable {
		key = listKey{tl: key.tl}
		if len(p.Workspace.Report.Findings) > 0 {
			key.findings = &p.Workspace.Report.Findings[0]
		}
	}
	key.slicing, key.base, key.shares = p.Workspace.Look.Slicing, p.Workspace.Look.Base, p.shares
	wanted, busy := s.list.Running()
	late := p.Workspace.Playback.Playing && s.list.Present || !key.tl.Complete && busy
	if late && !busy {
		key = s.list.Key
	} else if late {
		key = wanted // it would never be finished
	}
	s.list.Update(key, kind.list(p.Workspace, key), p.Wake)
	if !s.list.Present {
		return
	}
	l, of := orderedList{List: s.list.Value, from: s.list.Key.from, to: s.list.Key.to}, s.order.Key.table
	want := orderKey{l.Table, s.Query}
	want.Find = strings.TrimSpace(want.Find)
	s.order.Update(want, func(ctx context.Context, progress func(float64)) (orderedList, error) {
		rows, ok := l.Order(ctx, want.Query, progress)
		l.rows, l.scales = rows, l.Scales()
		return task.OrCanceled(l, ok)
	}, p.Wake)
	if s.order.Key.table != of {
		s.chosen, s.current, s.last = nil, -1, 0
	}
}

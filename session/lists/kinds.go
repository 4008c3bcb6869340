package lists

import (
	"context"

	"tiv/interaction/lockname"
	"tiv/interaction/totals"
	"tiv/internal/background"
	"tiv/report"
	"tiv/report/table"
	"tiv/report/tasks"
	"tiv/task/where"
	"tiv/tracefeed"
	"tiv/workspace"
)

// numTables is the number of tables; the others are the indexes of some.
const (
	numTables     = 13
	functionTable = 6
	callTable     = 7
	taskTable     = 10
	typeTable     = 11
	findingTable  = 12
)

// Kind is a kind of table.
type Kind struct {
	Name, Help string
	// first is the title of the column of the default order.
	first string
	list  func(ws *workspace.Workspace, key listKey) background.Func[report.List]
}

// Kinds are the kinds of tables, in their order.
var Kinds = [numTables]Kind{
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
			return report.FunctionList(ctx, key.tl, key.by, q, x)
		})},
	{"Calls", "The longest calls: of all functions, or of one.", "duration",
		slicedList(func(ctx context.Context, key listKey, _ *lockname.Names, q totals.Query, x report.Slicing) (report.List, bool) {
			return report.CallList(ctx, key.tl, key.function, q, report.MaxCalls, x)
		})},
	{"Allocations", "The objects that threads allocated, by type and function.", "bytes",
		slicedList(func(ctx context.Context, key listKey, _ *lockname.Names, q totals.Query, x report.Slicing) (report.List, bool) {
			return report.AllocationList(ctx, key.tl, q, x)
		})},
	{"Processors", "The time for which each processor ran threads, also hidden ones.", "",
		slicedList(func(ctx context.Context, key listKey, _ *lockname.Names, q totals.Query, _ report.Slicing) (report.List, bool) {
			return report.ProcessorList(ctx, key.tl, q)
		})},
	{"Tasks", "Requests, messages and other tasks: a row for each, with where its time went.", "duration", taskList},
	{"Task types", "The tasks added up, by type or something else.", "tasks", taskList},
	{"Findings", "The problems found in the trace.", "",
		func(ws *workspace.Workspace, key listKey) background.Func[report.List] {
			found := ws.Report.Findings
			return slicedList(func(ctx context.Context, key listKey, _ *lockname.Names, _ totals.Query,
				x report.Slicing) (report.List, bool) {
				return report.FindingList(ctx, key.tl, found, x)
			})(ws, key)
		}},
}

// slicedList makes a list of the threads that are shown, with columns of slices.
func slicedList(list func(context.Context, listKey, *lockname.Names, totals.Query, report.Slicing) (report.List,
	bool)) func(*workspace.Workspace, listKey) background.Func[report.List] {
	return func(ws *workspace.Workspace, key listKey) background.Func[report.List] {
		threads, locks := ws.Look.Threads, ws.Look.Locks
		return func(ctx context.Context, progress func(float64)) (report.List, error) {
			var x report.Slicing
			if key.slicing != nil {
				if x = report.NewSlicing(key.slicing, key.base); key.shares {
					x = x.AsShares()
				}
			}
			is := workspace.MembersOf(key.tl, threads)
			q := totals.Query{From: key.from, To: key.to, Of: func(t tracefeed.ThreadID) bool { return is[t] }, Progress: progress}
			if key.thread != tracefeed.NoThread {
				q.Of = func(t tracefeed.ThreadID) bool { return t == key.thread }
			}
			return background.OrCanceled(list(ctx, key, locks, q, x))
		}
	}
}

// taskList makes a table of tasks, once they are found.
func taskList(ws *workspace.Workspace, key listKey) background.Func[report.List] {
	return slicedList(func(ctx context.Context, key listKey, _ *lockname.Names, q totals.Query, x report.Slicing) (report.List, bool) {
		if key.tasks == nil {
			return report.List{Table: table.New[struct{}](nil, nil), Spot: func(int) report.Spot { return report.Spot{Moment: -1} }}, true
		}
		w, err := where.Parse(key.condition)
		if err != nil {
			return report.List{}, false
		}
		of := tasks.Query{Totals: q, Where: w, Slicing: x}
		if key.by != "" {
			return of.Groups(ctx, key.tasks, key.tl, key.by)
		}
		return of.List(ctx, key.tasks, key.tl)
	})(ws, key)
}

package report

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"tiv/execution"
	"tiv/interaction/totals"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// functionRow is the calls of a function, or of a group.
type functionRow struct {
	execution.Group
	shown      string         // its name for people
	life       execution.Life // of an object
	allocator  *tracefeed.Thread
	start, end tracefeed.Time // of the longest call, in the interval
}

// functionTable is the calls of threads, added up.
type functionTable struct {
	by   string
	rows []functionRow
	// note says which time is not in the rows; "" for none.
	note   string
	counts execution.Counts
}

// byFunction is the first of the groupings.
const byFunction = "function"

const byObject = "object"

// groupings are those of a call tree, by their words.
var groupings = map[string]execution.Grouping{byFunction: execution.ByFunction, "package": execution.ByPackage,
	"type": execution.ByType, "module": execution.ByModule}

// FunctionGroupings lists the words for what calls are added up by, the default first.
func FunctionGroupings() []string {
	return []string{byFunction, "thread", "package", "type", byObject, "module"}
}

// functionsBy adds up calls by a grouping. Once ctx is done, it returns nil early.
func functionsBy(ctx context.Context, tl *timeline.Timeline, q execution.Query, by string) *functionTable {
	t := &functionTable{by: by}
	if by == byObject {
		if calls := execution.Objects(ctx, tl, q); calls != nil {
			t.addObjects(tl, calls)
			return t
		}
		return nil
	}
	tree := execution.NewTree(ctx, tl, q)
	if tree == nil {
		return nil
	}
	t.note, t.counts = WithoutCode(tree), tree.Counts
	if by == "thread" {
		for _, g := range tree.Threads {
			g.Name = tl.Threads[g.Longest.Thread].ID
			t.add(g, tl.Threads[g.Longest.Thread].Name, tree.From, tree.To)
		}
	} else {
		for _, g := range tree.By(tl, groupings[by]) {
			t.add(g, cmp.Or(g.Name, "?"), tree.From, tree.To)
		}
	}
	t.sort()
	return t
}

// add adds a group, if it has calls in an interval.
func (t *functionTable) add(g execution.Group, shown string, from, to tracefeed.Time) {
	if g.Calls > 0 {
		t.rows = append(t.rows, functionRow{Group: g, shown: shown, start: max(g.Longest.Start, from), end: min(g.Longest.End, to)})
	}
}

// sort orders the rows by cumulative time, the longest first, then by name.
func (t *functionTable) sort() {
	slices.SortFunc(t.rows, func(a, b functionRow) int {
		return cmp.Or(cmp.Compare(b.Cumulative.Alive(), a.Cumulative.Alive()), strings.Compare(a.Name, b.Name))
	})
}

// columns are the columns of the table. The states split the time in the functions
// themselves.
func (t *functionTable) columns() []table.Column[functionRow] {
	type row = functionRow
	columns := []table.Column[row]{{Head: table.Head{Name: t.by, Title: t.by, Help: GroupingHelp(t.by)},
		Text: func(r *row) string { return r.Name }, Shown: func(r *row) string { return r.shown }}}
	if t.by == byObject {
		columns = append(columns, textOf(table.Head{Name: "type", Title: "type", Help: "Type that the allocation " +
			"gives, or else that of the functions called on it, if that is one."},
			func(r *row) string { return r.life.Type }))
	}
	columns = append(columns, table.Column[row]{
		Head: table.Head{Name: "calls", Title: "calls", Kind: table.Count, Help: "Number of calls. Of sampled " +
			"ones, shorter calls between two stacks are not seen."},
		Number: func(r *row) int64 { return r.Calls }},
		timeOf(table.Head{Name: "cumulative_ns", Title: "cumulative", Help: "Time in the calls and in all that they " +
			"call, added up over threads. Recursion counts once."},
			func(r *row) tracefeed.Time { return r.Cumulative.Alive() }),
		timeOf(table.Head{Name: "self_ns", Title: "self", Help: "Time in the calls themselves, without the functions that they call."},
			func(r *row) tracefeed.Time { return r.Self.Alive() }))
	for _, s := range StateOrder {
		columns = append(columns, timeOf(table.Head{Name: s.String(), Title: s.Word(), Help: "Time in the calls " +
			"themselves in which the thread was in this state."},
			func(r *row) tracefeed.Time { return r.Self[s] }))
	}
	for _, s := range StateOrder {
		name := "cumulative_" + s.String()
		if t.by == byFunction { // its columns in files are older, and stable
			name = ""
		}
		columns = append(columns, timeOf(table.Head{Name: name, Title: "all " + s.Word(), Aside: true,
			Help: "Part of the cumulative time in which the thread was in this state."},
			func(r *row) tracefeed.Time { return r.Cumulative[s] }))
	}
	if t.by == byObject {
		columns = append(columns, lifeColumns()...)
	}
	return append(columns,
		timeOf(table.Head{Title: "longest", Help: "Duration of the longest call."},
			func(r *row) tracefeed.Time { return r.end - r.start }),
		textOf(table.Head{Title: "evidence", Short: true, Help: "measured: the trace has the entries or exits of the " +
			"calls. sampled: the calls follow from the stacks of waits and samples."},
			func(r *row) string { return r.evidence() }))
}

// GroupingHelp says what a row is in a table by one of FunctionGroupings.
func GroupingHelp(by string) string {
	return map[string]string{
		byFunction: "A function. ?: the trace does not name it.",
		"thread":   "The calls of a thread.",
		"package":  "Package, namespace or module of the functions. ?: their names do not tell it.",
		"type":     "Type of which the functions are methods. ?: they are no methods, or their names do not tell it.",
		"object":   "Number or address of an object. A later object can have the same.",
		"module":   "Repository, crate or library of the functions. ?: their names do not tell it.",
	}[by]
}

func (r *functionRow) evidence() string {
	switch r.Sampled {
	case 0:
		return execution.Measured.String()
	case r.Calls:
		return execution.Sampled.String()
	}
	return "both"
}

// FunctionList lists the functions that threads called, or adds them up by one of the other
// FunctionGroupings, with the time of each in slices.
func FunctionList(ctx context.Context, tl *timeline.Timeline, by string, q totals.Query, x Slicing) (l List, ok bool) {
	t := functionsBy(ctx, tl, x.Query(execution.Query{Of: included(tl, q), From: q.From, To: q.To}), by)
	if t == nil {
		return List{}, false
	}
	columns := t.slicedFunctions(x)
	l.Table, l.Note = table.New(t.rows, columns), t.note
	l.Spot = func(row int) Spot {
		r := &t.rows[row]
		s := Spot{Thread: r.Longest.Thread, Moment: max(r.start, r.end-1)}
		if by == byFunction {
			s.Function, s.Longest = r.Name, r.Longest
		}
		return s
	}
	return l, true
}

// WithoutCode says for which share of the time of threads the trace has no code; "" for
// none.
func WithoutCode(tree *execution.Tree) string {
	all, unknown := tree.Totals()[0].Alive(), tree.Nodes[0].Self.Alive()
	if unknown == 0 {
		return ""
	}
	return fmt.Sprintf("the trace has no code for %.1f %% of the time of threads", 100*float64(unknown)/float64(all))
}

// functions writes the functions that included threads called.
func (d *dump) functions(w io.Writer, format table.Format) error {
	t := functionsBy(context.Background(), d.tl, d.win.Slices.Query(d.win.executed(d.tl)), cmp.Or(d.win.By, byFunction))
	columns := t.slicedFunctions(d.win.Slices)
	d.warnLeftOut(t.counts)
	if t.note != "" && len(t.rows) > 0 {
		d.win.warn(t.note)
	}
	return writeAll(d, w, format, t.rows, columns)
}

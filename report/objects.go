package report

import (
	"context"
	"fmt"
	"io"
	"strings"

	"tiv/execution"
	"tiv/interaction/totals"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// addObjects adds objects and the calls on them.
func (t *functionTable) addObjects(tl *timeline.Timeline, calls *execution.ObjectCalls) {
	for i := range calls.Objects {
		o := &calls.Objects[i]
		o.Name = fmt.Sprintf("%#x", uint64(o.Number))
		r := functionRow{Group: o.Group, shown: o.Name, life: o.Life, allocator: &tl.Threads[o.Thread],
			start: max(o.Longest.Start, calls.From), end: min(o.Longest.End, calls.To)}
		if o.Calls == 0 { // a click goes to the allocation
			r.Longest.Thread, r.start = o.Thread, max(o.Start, calls.From)
			r.end = r.start
		}
		t.rows = append(t.rows, r)
	}
	t.sort()
	t.counts = calls.Counts
	add := func(some int64, format string, values ...any) {
		if some > 0 && t.note != "" {
			t.note += "; "
		}
		if some > 0 {
			t.note += fmt.Sprintf(format, values...)
		}
	}
	unknown := calls.Calls - calls.Known
	add(unknown, "the object of %d of %d measured calls is not known", unknown, calls.Calls)
	add(calls.Lost, "%d objects are not listed", calls.Lost)
	add(calls.Samples, "%d allocations are samples, which name no object", calls.Samples)
}

// lifeColumns are the columns of the lives of objects.
func lifeColumns() []table.Column[functionRow] {
	type row = functionRow
	allocator := textOf(table.Head{Name: "allocated_by", Title: "allocated by", Help: "The thread that allocated it."},
		func(r *row) string { return r.allocator.ID })
	allocator.Shown = func(r *row) string { return r.allocator.Name }
	return []table.Column[row]{
		{Head: table.Head{Name: "allocated", Title: "allocated", Kind: table.Truth, Help: "The trace has the " +
			"allocation. Otherwise the object is older, and its size is not known."},
			Number: func(r *row) int64 { return truth(r.life.Allocated) }},
		{Head: table.Head{Name: "size", Title: "size", Kind: table.Count, Help: "Size in bytes; 0 if the allocation is not in the trace."},
			Number: func(r *row) int64 { return r.life.Size }},
		timeOf(table.Head{Name: "birth_ns", Title: "birth", Kind: table.Moment, Help: "Time of the allocation; " +
			"without one, the end of the object before it at the address, or the start of the trace."},
			func(r *row) tracefeed.Time { return r.life.Start }),
		timeOf(table.Head{Name: "death_ns", Title: "death", Kind: table.Moment, Help: "Time at which it was " +
			"released, or, at the latest, replaced by another one; otherwise the end of the trace."},
			func(r *row) tracefeed.Time { return r.life.End }),
		timeOf(table.Head{Name: "age_ns", Title: "age", Help: "Time from birth to death: at most, if it was not " +
			"allocated or its address was reused; so far, if it is open."},
			func(r *row) tracefeed.Time { return r.life.End - r.life.Start }),
		textOf(table.Head{Name: "ending", Title: "ending", Short: true, Help: "freed: the trace has its release. " +
			"reused: another object was allocated at its address. open: neither."},
			func(r *row) string { return r.life.Ending.String() }),
		allocator,
		textOf(table.Head{Name: "allocated_in", Title: "allocated in", Help: "The function that allocated it, if the " +
			"trace has a stack or a call there."},
			func(r *row) string { return r.life.Function }),
	}
}

func truth(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// objects is functions by object.
func (d *dump) objects(w io.Writer, format table.Format) error {
	d.win.By = byObject
	return d.functions(w, format)
}

// allocationColumns are the columns of allocations of a type by a function.
func allocationColumns() []table.Column[execution.Allocated] {
	type row = execution.Allocated
	return []table.Column[row]{
		textOf(table.Head{Name: "type", Title: "type", Help: "Type of the objects; empty if the allocations do not give it."},
			func(r *row) string { return r.Type }),
		textOf(table.Head{Name: "function", Title: "function",
			Help: "The function that allocated them; empty if it is not known."}, func(r *row) string { return r.Function }),
		textOf(table.Head{Name: "evidence", Title: "evidence", Short: true, Help: "measured, or sampled: then bytes " +
			"include those of other allocations."}, func(r *row) string {
			if r.Sampled {
				return execution.Sampled.String()
			}
			return execution.Measured.String()
		}),
		{Head: table.Head{Name: "allocations", Title: "allocations", Kind: table.Count,
			Help: "Number of allocations, or of samples."}, Number: func(r *row) int64 { return r.Allocations }},
		{Head: table.Head{Name: "bytes", Title: "bytes", Kind: table.Count,
			Help: "Bytes allocated, or estimated from samples."}, Number: func(r *row) int64 { return r.Bytes }},
		{Head: table.Head{Name: "live", Title: "live", Kind: table.Count, Help: "Objects among these that had not " +
			"ended at the end of the interval; 0 for samples."}, Number: func(r *row) int64 { return r.Live }},
		{Head: table.Head{Name: "live_bytes", Title: "live bytes", Kind: table.Count, Help: "Bytes of the live objects."},
			Number: func(r *row) int64 { return r.LiveBytes }},
	}
}

// slicedAllocations are the columns of allocations with those of slices: the bytes in each,
// and those of them that are live.
func slicedAllocations(x Slicing) []table.Column[execution.Allocated] {
	columns := allocationColumns()
	for i, name := range x.names {
		columns = append(columns, table.Column[execution.Allocated]{
			Head:   table.Head{Name: "slice:" + name + "_bytes", Title: name, Kind: table.Count, Help: "Bytes allocated in this slice."},
			Number: func(r *execution.Allocated) int64 { return r.In[i] }}, table.Column[execution.Allocated]{
			Head: table.Head{Name: "slice:" + name + "_live_bytes", Title: name + " live", Kind: table.Count,
				Help: "Bytes of objects of this slice that had not ended at the end of the interval."},
			Number: func(r *execution.Allocated) int64 { return r.LiveIn[i] }})
	}
	return columns
}

// slicedSizes are the columns of the sizes of objects in slices.
func slicedSizes(x Slicing) (columns []table.Column[functionRow]) {
	for i, name := range x.names {
		columns = append(columns, table.Column[functionRow]{
			Head: table.Head{Name: "slice:" + name + "_bytes", Title: name + " size", Kind: table.Count,
				Help: "Size of the object, if it is in this slice."},
			Number: func(r *functionRow) int64 {
				if x.sets[i].Has(&r.life) {
					return r.life.Size
				}
				return 0
			}})
	}
	return columns
}

// AllocationList lists the allocations, by type and function; a row leads to the largest. ok
// is false if ctx was done before.
func AllocationList(ctx context.Context, tl *timeline.Timeline, q totals.Query, x Slicing) (l List, ok bool) {
	sums := execution.Allocations(ctx, tl, x.Query(execution.Query{Of: included(tl, q), From: q.From, To: q.To}))
	rows := sums.List
	l.Table = table.New(rows, slicedAllocations(x))
	l.Spot = func(row int) Spot { return Spot{Thread: rows[row].Thread, Moment: rows[row].At} }
	l.Note = lostAllocations(&sums)
	return l, ctx.Err() == nil
}

// lostAllocations says which allocations are not listed, or not followed; "" for none.
func lostAllocations(s *execution.AllocatedSums) string {
	var list []string
	if s.Lost > 0 {
		list = append(list, fmt.Sprintf("%d allocations of further types and functions are not listed", s.Lost))
	}
	if s.Unfollowed > 0 {
		list = append(list, fmt.Sprintf("%d objects are not counted as live, because too many were at once", s.Unfollowed))
	}
	return strings.Join(list, "; ")
}

// allocations writes the allocations of included threads.
func (d *dump) allocations(w io.Writer, format table.Format) error {
	sums := execution.Allocations(context.Background(), d.tl, d.win.Slices.Query(d.win.executed(d.tl)))
	if note := lostAllocations(&sums); note != "" {
		d.win.warn(note)
	}
	return writeAll(d, w, format, sums.List, slicedAllocations(d.win.Slices))
}

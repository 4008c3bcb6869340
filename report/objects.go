package report

import (
	"context"
	"fmt"
	"io"

	"tiv/execution"
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
		{Head: table.Head{Name: "allocated", Title: "allocated", Kind: table.Truth, Help: "The trace has the allocation. Otherwise the object is older, and its size is not known."},
			Number: func(r *row) int64 { return truth(r.life.Allocated) }},
		{Head: table.Head{Name: "size", Title: "size", Kind: table.Count, Help: "Size in bytes; 0 if the allocation is not in the trace."},
			Number: func(r *row) int64 { return r.life.Size }},
		timeOf(table.Head{Name: "birth_ns", Title: "birth", Kind: table.Moment, Help: "Time of the allocation; without one, the end of the object before it at the address, or the start of the trace."},
			func(r *row) tracefeed.Time { return r.life.Start }),
		timeOf(table.Head{Name: "death_ns", Title: "death", Kind: table.Moment, Help: "Time at which it was released, or, at the latest, replaced by another one; otherwise the end of the trace."},
			func(r *row) tracefeed.Time { return r.life.End }),
		timeOf(table.Head{Name: "age_ns", Title: "age", Help: "Time from birth to death: at most, if it was not allocated or its address was reused; so far, if it is open."},
			func(r *row) tracefeed.Time { return r.life.End - r.life.Start }),
		textOf(table.Head{Name: "ending", Title: "ending", Short: true, Help: "freed: the trace has its release. reused: another object was allocated at its address. open: neither."},
			func(r *row) string { return r.life.Ending.String() }),
		allocator,
		textOf(table.Head{Name: "allocated_in", Title: "allocated in", Help: "The function that allocated it, if the trace has a stack or a call there."},
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
	d.By = byObject
	return d.functions(w, format)
}

// allocations writes the allocations of included threads, by type and function.
func (d *dump) allocations(w io.Writer, format table.Format) error {
	t := d.begin(w, format, "type", "function", "evidence", "allocations", "bytes")
	list, lost := execution.Allocations(context.Background(), d.tl, d.Slices.Query(d.executed()))
	for i := range list {
		a, evidence := &list[i], execution.Measured
		if a.Sampled {
			evidence = execution.Sampled
		}
		t.Str(a.Type).Str(a.Function).Str(evidence.String()).Num(a.Allocations).Num(a.Bytes).End()
	}
	if lost > 0 {
		d.warn(fmt.Sprintf("%d allocations of further types and functions are not listed", lost))
	}
	return t.Close()
}

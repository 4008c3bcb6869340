package taskrows

import (
	"slices"
	"testing"

	"tiv/task"
	"tiv/task/measure"
)

// The rows of a type are sorted by a measure, the largest first, then by their starts, whatever the order before. The extent of a
// task has the work for it and its parts.
func TestOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		_, x := invented(t, seed, 300)
		var before *order
		for _, by := range append(slices.Clone(measure.Measures), nil, measure.Duration) {
			o := newOrder(orderOf{x, by}, before)
			before = o
			seen := 0
			for g := range o.groups {
				rows := o.groups[g].tasks
				for k, i := range rows {
					seen++
					if x.Tasks[i].Type != o.groups[g].name || int(o.typeOf[i]) != g || int(o.place[i]) != k {
						t.Fatalf("task %d of type %q is at %d of type %q", i, x.Tasks[i].Type, k, o.groups[g].name)
					}
					if k > 0 && !precedes(x, by, rows[k-1], i) {
						t.Fatalf("by %v, task %d is before %d", by, rows[k-1], i)
					}
				}
			}
			if seen != len(x.Tasks) {
				t.Fatalf("%d rows of %d tasks", seen, len(x.Tasks))
			}
		}
		for i := range x.Tasks {
			if got, want := before.extents[i], extentOf(x, i); got != want {
				t.Fatalf("task %d is from %d to %d, want %d to %d", i, got.start, got.end, want.start, want.end)
			}
		}
	}
}

// precedes reports whether the row of task a is before that of task b of the same type.
func precedes(x *task.Index, by *measure.Measure, a, b int32) bool {
	if by == nil || by.Of(&x.Tasks[a]) == by.Of(&x.Tasks[b]) {
		return a < b
	}
	return by.Of(&x.Tasks[a]) > by.Of(&x.Tasks[b])
}

// extentOf is the extent of a task by its definition.
func extentOf(x *task.Index, i int) extent {
	e := extent{x.Tasks[i].Start, max(x.Tasks[i].Start, x.Tasks[i].End)}
	x.EachWork(func(w *task.Work) {
		if int(w.Task) == i {
			e.start, e.end = min(e.start, w.Start), max(e.end, w.End)
		}
	})
	for k := range x.Tasks {
		if x.Tasks[k].Around == i {
			part := extentOf(x, k)
			e.start, e.end = min(e.start, part.start), max(e.end, part.end)
		}
	}
	return e
}

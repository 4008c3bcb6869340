package taskrows

import (
	"cmp"
	"slices"

	"tiv/internal/radix"
	"tiv/task"
	"tiv/task/measure"
	"tiv/tracefeed"
)

// orderOf is what an order is made of.
type orderOf struct {
	tasks *task.Index
	by    *measure.Measure // nil for the starts of tasks
}

// order is all tasks of an index in the order of their rows.
type order struct {
	orderOf
	byType
	shown  *measure.Measure // of which rows show the numbers
	groups []group          // byType.types, with the tasks of each in the order of their rows
	place  []int32          // the place of each task among those of its type
}

// byType is the tasks of an index by their types, which does not depend on their order.
type byType struct {
	types  []group // those with most time first; the tasks of each by their starts
	typeOf []int32 // the group of each task
	// extents are the times from the first to the last moment of each task and of the work for it.
	extents []extent
}

// group is the tasks of a type.
type group struct {
	name  string
	tasks []int32
	time  tracefeed.Time // from the starts of all to their ends
}

// extent is an interval of time; one of no length is a moment.
type extent struct{ start, end tracefeed.Time }

// overlaps reports whether some of the extent is in an interval.
func (e extent) overlaps(from, to tracefeed.Time) bool {
	return e.start < to && (e.end > from || e.start == e.end && e.start >= from)
}

// newOrder puts the tasks of an index in order; before is an earlier order, from which it takes over what does not change.
func newOrder(of orderOf, before *order) *order {
	o := &order{orderOf: of, shown: cmp.Or(of.by, measure.Duration), place: make([]int32, len(of.tasks.Tasks))}
	if before != nil && before.tasks == of.tasks {
		o.byType = before.byType
	} else {
		o.byType = newByType(of.tasks)
	}
	o.groups = slices.Clone(o.types)
	for g := range o.groups {
		o.groups[g].tasks = o.sorted(o.groups[g].tasks)
		for k, i := range o.groups[g].tasks {
			o.place[i] = int32(k)
		}
	}
	return o
}

// newByType returns the tasks of an index by their types, those of a type in the order of the index.
func newByType(x *task.Index) byType {
	o := byType{typeOf: make([]int32, len(x.Tasks)), extents: make([]extent, len(x.Tasks))}
	names, of := x.TypesOf()
	o.types = make([]group, len(names))
	for g, name := range names {
		o.types[g].name = name
	}
	for i := range x.Tasks {
		t := &x.Tasks[i]
		o.extents[i] = extent{t.Start, max(t.Start, t.End)}
		of := &o.types[of[i]]
		of.tasks = append(of.tasks, int32(i))
		of.time += t.End - t.Start
	}
	x.EachWork(func(w *task.Work) {
		e := &o.extents[w.Task]
		e.start, e.end = min(e.start, w.Start), max(e.end, w.End)
	})
	o.widen(x)
	slices.SortStableFunc(o.types, func(a, b group) int {
		return cmp.Or(cmp.Compare(b.time, a.time), cmp.Compare(a.name, b.name))
	})
	for g := range o.types {
		for _, i := range o.types[g].tasks {
			o.typeOf[i] = int32(g)
		}
	}
	return o
}

// widen widens the extents of tasks by those of their parts, the innermost first.
func (o *byType) widen(x *task.Index) {
	var parts []radix.Item
	deepest := 0
	for i := range x.Tasks {
		deepest = max(deepest, x.Tasks[i].Depth)
	}
	for i := range x.Tasks {
		if t := &x.Tasks[i]; t.Around >= 0 {
			parts = append(parts, radix.Item{Key: uint64(deepest - t.Depth), At: int32(i)})
		}
	}
	for _, part := range radix.Sort(parts, make([]radix.Item, len(parts))) {
		e, of := &o.extents[x.Tasks[part.At].Around], &o.extents[part.At]
		e.start, e.end = min(e.start, of.start), max(e.end, of.end)
	}
}

// sorted returns tasks, which are in the order of their starts, in the order of their rows.
func (o *order) sorted(list []int32) []int32 {
	if o.by == nil {
		return list
	}
	items, most := make([]radix.Item, len(list)), int64(0)
	for k, i := range list {
		n := o.by.Of(&o.tasks.Tasks[i])
		most = max(most, n)
		items[k] = radix.Item{Key: uint64(n), At: i}
	}
	for k := range items {
		items[k].Key = uint64(most) - items[k].Key
	}
	rows := make([]int32, len(list))
	for k, item := range radix.Sort(items, make([]radix.Item, len(items))) {
		rows[k] = item.At
	}
	return rows
}

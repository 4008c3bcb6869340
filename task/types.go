package task

import (
	"cmp"
	"slices"

	"tiv/tracefeed"
)

// Types returns the types of tasks, those first for which threads worked longest, of equal ones by name. "" is that of
// tasks without one. Everything that lists types has this order, so that they have the same colours everywhere. A nil
// index has none.
func (x *Index) Types() (types []string) {
	types, _ = x.TypesOf()
	return types
}

// TypesOf returns Types, and the number in it of the type of each task.
func (x *Index) TypesOf() (types []string, of []int32) {
	if x == nil {
		return nil, nil
	}
	type sum struct {
		name string
		work tracefeed.Time
		at   int32
	}
	var sums []sum
	known, last := map[string]int32{}, int32(0)
	of = make([]int32, len(x.Tasks))
	for i := range x.Tasks {
		t := &x.Tasks[i]
		if len(sums) == 0 || sums[last].name != t.Type {
			at, ok := known[t.Type]
			if !ok {
				at = int32(len(sums))
				known[t.Type] = at
				sums = append(sums, sum{name: t.Type, at: at})
			}
			last = at
		}
		of[i] = last
		sums[last].work += t.Bill.Times.Alive()
	}
	slices.SortFunc(sums, func(a, b sum) int { return cmp.Or(cmp.Compare(b.work, a.work), cmp.Compare(a.name, b.name)) })
	number := make([]int32, len(sums))
	for i, s := range sums {
		types, number[s.at] = append(types, s.name), int32(i)
	}
	for i, at := range of {
		of[i] = number[at]
	}
	return types, of
}

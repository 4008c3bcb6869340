package execution

import (
	"cmp"
	"slices"
	"sort"

	"tiv/tracefeed"
)

// aroundCount returns the number of calls without an entry that contain an interval of a
// thread. Lanes that are nil have none.
func (l *Lanes) aroundCount(t tracefeed.ThreadID, start, end tracefeed.Time) (n int) {
	if l == nil || int(t) >= len(l.threads) {
		return 0
	}
	list := l.threads[t].around
	first := sort.Search(len(list), func(i int) bool { return list[i].end >= end })
	for _, a := range list[first:] {
		if a.since > start || n > MaxLanes {
			break
		}
		n++
	}
	return n
}

// complete replaces calls that were read from a part of the trace. Such a call can begin too
// late or end too early; the lanes of the whole trace have its true ends unless it was merged
// there.
func (l *Lanes) complete(whole *Lanes, deepest int) {
	numbers := make(map[string]int32, len(l.Functions))
	for i, name := range l.Functions {
		numbers[name] = int32(i)
	}
	for i := range l.threads {
		t := &l.threads[i]
		lanes, _ := whole.Of(tracefeed.ThreadID(i))
		for d, lane := range lanes[:min(len(lanes), deepest)] {
			known := slices.Clone(overlapping(lane, l.From, l.To, whole.Cell))
			known = slices.DeleteFunc(known, func(c LaneCall) bool { return c.Calls() > 1 })
			if len(known) == 0 {
				continue
			}
			for k := range known {
				known[k].Function = l.function(numbers, whole.Functions[known[k].Function])
			}
			for len(t.lanes) <= d {
				t.lanes = append(t.lanes, nil)
			}
			t.lanes[d] = replaceCalls(t.lanes[d], known)
		}
		t.depth = max(t.depth, len(t.lanes))
	}
}

// function returns the number of a function.
func (l *Lanes) function(numbers map[string]int32, name string) int32 {
	n, ok := numbers[name]
	if !ok {
		n = int32(len(l.Functions))
		l.Functions = append(l.Functions, name)
		numbers[name] = n
	}
	return n
}

// overlapping returns the part of a lane that reaches into an interval.
func overlapping(lane []LaneCall, from, to, cell tracefeed.Time) []LaneCall {
	first := sort.Search(len(lane), func(i int) bool { _, end := lane[i].Extent(cell); return end >= from })
	last := sort.Search(len(lane), func(i int) bool { start, _ := lane[i].Extent(cell); return start > to })
	return lane[first:max(first, last)]
}

// replaceCalls adds known calls, which are sorted, to a lane, and removes the calls of the
// lane that overlap them.
func replaceCalls(lane, known []LaneCall) []LaneCall {
	merged := make([]LaneCall, 0, len(lane)+len(known))
	for _, c := range lane {
		replaced := false
		first := sort.Search(len(known), func(i int) bool { return known[i].End >= c.Start })
		for i := first; i < len(known) && known[i].Start <= c.End && !replaced; i++ {
			replaced = overlap(&c, &known[i])
		}
		if !replaced {
			merged = append(merged, c)
		}
	}
	merged = append(merged, known...)
	slices.SortFunc(merged, func(a, b LaneCall) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	return merged
}

// overlap reports whether a call of a lane has time in common with another one, or lies at
// its end.
func overlap(c, known *LaneCall) bool {
	return c.Start < known.End && known.Start < c.End || known.Start <= c.Start && c.End <= known.End
}

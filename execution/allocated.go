package execution

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Allocated is the allocations of objects of a type by a function.
type Allocated struct {
	// Type is the one that the allocations give, Function the one that made them; empty if
	// it is not known.
	Type, Function string
	// Sampled: the allocations are samples. The bytes of a sample include those of other
	// allocations.
	Sampled            bool
	Allocations, Bytes int64
	// In are the bytes in each of the query's sets.
	In []int64
	// Thread made the largest one, the first of these, At a time.
	Thread tracefeed.ThreadID
	At     tracefeed.Time

	largest int64
}

// Allocations adds up the allocations in an interval, in order of bytes, the most first, then
// of names. lost is the number of allocations of further types and functions, beyond a
// million. The cost grows with the pages with allocations. Once ctx is done, the result is
// incomplete.
func Allocations(ctx context.Context, tl *timeline.Timeline, q Query) (list []Allocated, lost int64) {
	type kind struct {
		typ, function string
		sampled       bool
	}
	sums := map[kind]Allocated{}
	eachAllocation(ctx, tl, q.From, q.To, func(a *allocation) {
		if a.Kind != tracefeed.Alloc || !q.contains(tl, a.Time) || !q.includes(a.Thread) || !q.counts(a.Thread, a.Time) {
			return
		}
		key := kind{tl.Names[a.Name], a.function, a.Object == 0}
		sum, ok := sums[key]
		if !ok && len(sums) == maxObjects {
			lost++
			return
		}
		if !ok || a.Value > sum.largest {
			sum.Thread, sum.At, sum.largest = a.Thread, a.Time, a.Value
		}
		sum.Type, sum.Function, sum.Sampled = key.typ, key.function, key.sampled
		sum.Allocations, sum.Bytes = sum.Allocations+1, sum.Bytes+a.Value
		if !ok {
			sum.In = make([]int64, len(q.Sets))
		}
		for i, set := range q.Sets {
			if inSet(set, a.Thread, a.Time) {
				sum.In[i] += a.Value
			}
		}
		sums[key] = sum
	})
	return slices.SortedFunc(maps.Values(sums), func(a, b Allocated) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Function, b.Function), cmp.Compare(b.Allocations, a.Allocations))
	}), lost
}

// counts reports whether a moment of a thread is in the only part of time that counts.
func (q *Query) counts(t tracefeed.ThreadID, at tracefeed.Time) bool {
	return q.Within == nil || inSet(q.Within, t, at)
}

// inSet reports whether a set covers a moment of a thread.
func inSet(set Set, t tracefeed.ThreadID, at tracefeed.Time) bool {
	list := set.Of(t)
	i, _ := slices.BinarySearchFunc(list, at, func(v timeline.Interval, at tracefeed.Time) int { return cmp.Compare(v.End, at+1) })
	return i < len(list) && list[i].Start <= at
}

package execution

import (
	"cmp"
	"context"
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
	// Live are those of the objects that had not ended at the end of the interval, LiveBytes
	// their bytes. Both are 0 for samples.
	Live, LiveBytes int64
	// In and LiveIn are the bytes, and the live ones, in each of the query's sets.
	In, LiveIn []int64
	// Thread made the largest one, the first of these, At a time.
	Thread tracefeed.ThreadID
	At     tracefeed.Time

	largest int64
}

// AllocatedSums is the allocations in an interval.
type AllocatedSums struct {
	// List is in order of bytes, the most first, then of names.
	List []Allocated
	// Lost is the number of allocations of further types and functions, beyond a million.
	// Unfollowed are the objects of which the list does not say whether they are live: those
	// beyond a million at once.
	Lost, Unfollowed int64
}

// Allocations adds up the allocations in an interval that are in the only part that counts.
// The cost grows with the pages with allocations, the memory with the objects that are live
// at once. Once ctx is done, the result is incomplete.
func Allocations(ctx context.Context, tl *timeline.Timeline, q Query) AllocatedSums {
	s := allocatedSums{tl: tl, q: q, of: map[allocatedKey]*Allocated{}, live: map[int64]liveObject{}}
	from := max(q.From-1, 0) // so that all allocations of the time q.From are numbered
	eachAllocation(ctx, tl, from, q.To, func(a *allocation) {
		if q.contains(tl, a.Time) {
			s.add(a)
		}
	})
	return s.sums()
}

// allocatedSums adds up allocations.
type allocatedSums struct {
	tl   *timeline.Timeline
	q    Query
	of   map[allocatedKey]*Allocated
	live map[int64]liveObject // by address
	out  AllocatedSums
}

type allocatedKey struct {
	typ, function string
	sampled       bool
}

// liveObject is an object that has not ended, and where it counts.
type liveObject struct {
	in  *Allocated
	own Life // without names
}

// add adds an allocation or release.
func (s *allocatedSums) add(a *allocation) {
	if a.Object != 0 {
		delete(s.live, a.Object)
	}
	o := Life{Number: a.Object, Allocated: true, Size: a.Value, Thread: a.Thread, Start: a.Time, Nth: a.nth}
	if a.Kind != tracefeed.Alloc || !s.q.includes(a.Thread) || s.q.Within != nil && !s.q.Within.Has(&o) {
		return
	}
	sum := s.sum(allocatedKey{s.tl.Names[a.Name], a.function, a.Object == 0})
	if sum == nil {
		s.out.Lost++
		return
	}
	if sum.Allocations == 0 || a.Value > sum.largest {
		sum.Thread, sum.At, sum.largest = a.Thread, a.Time, a.Value
	}
	sum.Allocations, sum.Bytes = sum.Allocations+1, sum.Bytes+a.Value
	s.q.addBytes(sum.In, &o)
	switch {
	case a.Object == 0:
	case len(s.live) < maxObjects:
		s.live[a.Object] = liveObject{sum, o}
	default:
		s.out.Unfollowed++
	}
}

// sum returns the sum of a type and function; nil if there are too many.
func (s *allocatedSums) sum(key allocatedKey) *Allocated {
	sum := s.of[key]
	if sum == nil && len(s.of) < maxObjects {
		sum = &Allocated{Type: key.typ, Function: key.function, Sampled: key.sampled, In: make([]int64, len(s.q.Sets)),
			LiveIn: make([]int64, len(s.q.Sets))}
		s.of[key] = sum
	}
	return sum
}

// addBytes adds the bytes of an object to those in each set that has it.
func (q *Query) addBytes(in []int64, o *Life) {
	for i, set := range q.Sets {
		if set.Has(o) {
			in[i] += o.Size
		}
	}
}

// sums returns the sums, with the objects that are live now.
func (s *allocatedSums) sums() AllocatedSums {
	for _, o := range s.live {
		o.in.Live, o.in.LiveBytes = o.in.Live+1, o.in.LiveBytes+o.own.Size
		s.q.addBytes(o.in.LiveIn, &o.own)
	}
	for _, sum := range s.of {
		s.out.List = append(s.out.List, *sum)
	}
	slices.SortFunc(s.out.List, func(a, b Allocated) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Function, b.Function),
			cmp.Compare(b.Allocations, a.Allocations))
	})
	return s.out
}

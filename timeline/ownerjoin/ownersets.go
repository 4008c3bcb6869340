package ownerjoin

import (
	"cmp"
	"slices"

	"tiv/tracefeed"
)

// An OwnerSet identifies several owners of a monitor within a Page.
type OwnerSet int32

// NoSet is the OwnerSet of an interval with at most one owner.
const NoSet OwnerSet = 0

// ownerSets are the OwnerSets of a page.
type ownerSets struct {
	sets []ownerSet // by OwnerSet
	ids  []tracefeed.ThreadID
}

// ownerSet is the owners of an interval that has several: a list of ids, or the
// difference of one thread from another ownerSet. A lock with thousands of readers
// has one ownerSet for each acquisition and release, so complete lists would take
// quadratic memory.
type ownerSet struct {
	count int32 // of owners
	// first is the position of the list in ids; listed is false for a difference.
	first  int32
	listed bool
	// removed says whether thread is missing from base, or added to it.
	removed bool
	base    OwnerSet
	thread  tracefeed.ThreadID
	// depth is the number of differences down to a complete list.
	depth int32
}

func (o *ownerSets) clear() {
	o.sets, o.ids = append(o.sets[:0], ownerSet{}), o.ids[:0] // entry 0 is NoSet
}

// Size returns the size of all waits, ownership intervals and sets of owners, in
// list elements.
func (p *Page) Size() int { return len(p.Waits) + len(p.Intervals) + len(p.sets) + len(p.ids) }

// OwnerBuffer is scratch memory for Page.Owners. The zero value is ready to use.
type OwnerBuffer struct {
	list   []tracefeed.ThreadID
	deltas []ownerDelta
}

// ownerDelta is one difference; number 0 is the latest.
type ownerDelta struct {
	thread  tracefeed.ThreadID
	number  int32
	removed bool
}

// Owners returns the owners in a set, sorted by id. The list is valid until the
// buffer is used again. The cost grows with the number of owners.
func (o *ownerSets) Owners(set OwnerSet, b *OwnerBuffer) []tracefeed.ThreadID {
	s := &o.sets[set]
	b.deltas = b.deltas[:0]
	for !s.listed {
		b.deltas = append(b.deltas, ownerDelta{s.thread, int32(len(b.deltas)), s.removed})
		s = &o.sets[s.base]
	}
	list := o.list(s)
	if len(b.deltas) == 0 {
		return list
	}
	slices.SortFunc(b.deltas, func(x, y ownerDelta) int {
		return cmp.Or(cmp.Compare(x.thread, y.thread), cmp.Compare(x.number, y.number))
	})
	b.list = b.list[:0]
	for i, delta := range b.deltas {
		if i > 0 && b.deltas[i-1].thread == delta.thread {
			continue // a later difference overrides this one
		}
		n, found := slices.BinarySearch(list, delta.thread)
		b.list = append(b.list, list[:n]...)
		if list = list[n:]; found {
			list = list[1:]
		}
		if !delta.removed {
			b.list = append(b.list, delta.thread)
		}
	}
	b.list = append(b.list, list...)
	return b.list
}

// list returns the ids of a complete set.
func (o *ownerSets) list(s *ownerSet) []tracefeed.ThreadID { return o.ids[s.first : s.first+s.count] }

// CountOwners returns, by OwnerSet, the number of owners for which of is true. It
// reuses the memory of counts. The cost is linear in the size of the sets.
func (o *ownerSets) CountOwners(of []bool, counts []int32) []int32 {
	counts = counts[:0]
	for i := range o.sets {
		s, n := &o.sets[i], int32(0)
		switch {
		case i == int(NoSet):
		case s.listed:
			for _, t := range o.list(s) {
				n += b2i(of[t])
			}
		case s.removed:
			n = counts[s.base] - b2i(of[s.thread])
		default:
			n = counts[s.base] + b2i(of[s.thread])
		}
		counts = append(counts, n)
	}
	return counts
}

// addOwner adds an owner to an interval.
func (j *Joiner) addOwner(v *Interval, t tracefeed.ThreadID) {
	switch {
	case v.Owners != NoSet:
		if j.page.sets[v.Owners].count > j.tuning.ListedOwners && j.addDelta(v, t, false) {
			return
		}
		list := j.page.Owners(v.Owners, &j.buffer)
		if i, found := slices.BinarySearch(list, t); !found {
			j.setOwners(v, list[:i], []tracefeed.ThreadID{t}, list[i:])
		}
	case v.Owner == tracefeed.NoThread:
		v.Owner = t
	case v.Owner != t:
		j.setOwners(v, []tracefeed.ThreadID{min(t, v.Owner)}, []tracefeed.ThreadID{max(t, v.Owner)})
	}
}

// removeOwner removes an owner from an interval.
func (j *Joiner) removeOwner(v *Interval, t tracefeed.ThreadID) {
	switch {
	case v.Owners != NoSet:
		if j.page.sets[v.Owners].count > j.tuning.ListedOwners && j.addDelta(v, t, true) {
			return
		}
		list := j.page.Owners(v.Owners, &j.buffer)
		if i, found := slices.BinarySearch(list, t); found {
			j.setOwners(v, list[:i], list[i+1:])
		}
	case v.Owner == t:
		v.Owner = tracefeed.NoThread
	}
}

// addDelta changes the owners of an interval by one thread without a new list. It
// returns false if a complete list is too many differences away.
func (j *Joiner) addDelta(v *Interval, t tracefeed.ThreadID, removed bool) bool {
	base := &j.page.sets[v.Owners]
	s := ownerSet{count: base.count + 1, base: v.Owners, thread: t, removed: removed, depth: base.depth + 1}
	if removed {
		s.count = base.count - 1
	}
	if s.depth > base.count/4 {
		return false
	}
	j.page.sets = append(j.page.sets, s)
	v.Owners = OwnerSet(len(j.page.sets) - 1)
	return true
}

// setOwners makes the concatenation of lists the owners of an interval.
func (j *Joiner) setOwners(v *Interval, lists ...[]tracefeed.ThreadID) {
	first := len(j.page.ids)
	for _, list := range lists {
		j.page.ids = append(j.page.ids, list...)
	}
	n := len(j.page.ids) - first
	if n == 1 {
		v.Owner, v.Owners = j.page.ids[first], NoSet
		j.page.ids = j.page.ids[:first]
		return
	}
	j.page.sets = append(j.page.sets, ownerSet{count: int32(n), first: int32(first), listed: true})
	v.Owner, v.Owners = tracefeed.NoThread, OwnerSet(len(j.page.sets)-1)
}

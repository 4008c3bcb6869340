package execution

import (
	"sort"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Set is a part of the time of threads and of the objects, such as a slice.
type Set interface {
	// Of returns the intervals of a thread, in order of time and apart from each other.
	Of(t tracefeed.ThreadID) []timeline.Interval
	// Has reports whether an object is in the set. Unless the set chooses objects, it has those
	// that a thread allocates in its time. An allocation without an object is one with the
	// number 0.
	Has(o *Life) bool
	// Admits reports whether calls on an object can be in the set, which is so for all objects
	// unless the set chooses objects.
	Admits(o *Life) bool
}

// setCursor finds the intervals of a set for one thread after another, mostly in order of
// time.
type setCursor struct {
	list []timeline.Interval
	at   int // the first that ends after the last start
}

// cursors returns cursors for a thread in sets.
func cursors(t tracefeed.ThreadID, sets []Set) (list []setCursor) {
	for _, s := range sets {
		list = append(list, setCursor{list: s.Of(t)})
	}
	return list
}

// time returns how much of an interval the set covers.
func (c *setCursor) time(from, to tracefeed.Time) (sum tracefeed.Time) {
	if c.at > 0 && c.list[c.at-1].End > from {
		c.at = sort.Search(len(c.list), func(i int) bool { return c.list[i].End > from })
	}
	for c.at < len(c.list) && c.list[c.at].End <= from {
		c.at++
	}
	for _, v := range c.list[c.at:] {
		if v.Start >= to {
			break
		}
		sum += min(v.End, to) - max(v.Start, from)
	}
	return sum
}

// covers reports whether intervals cover some of another one, or, if that has no length, its
// moment.
func covers(list []timeline.Interval, from, to tracefeed.Time) bool {
	i := sort.Search(len(list), func(i int) bool { return list[i].End > from })
	return i < len(list) && list[i].Start < max(to, from+1)
}

// addSets adds the time of an interval in each set to a list, which may be nil.
func addSets(times []tracefeed.Time, sets []setCursor, from, to tracefeed.Time) []tracefeed.Time {
	for i := range sets {
		if t := sets[i].time(from, to); t > 0 {
			if times == nil {
				times = make([]tracefeed.Time, len(sets))
			}
			times[i] += t
		}
	}
	return times
}

// addTimes adds times to others. Both may be nil; the result is never the second list.
func addTimes(to, from []tracefeed.Time) []tracefeed.Time {
	if to == nil && from != nil {
		to = make([]tracefeed.Time, len(from))
	}
	for i, t := range from {
		to[i] += t
	}
	return to
}

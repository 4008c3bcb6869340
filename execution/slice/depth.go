package slice

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// A slice of calls has a least depth at each moment that it covers: that of the outermost call
// that belongs to it. Calls around that one lead to the slice, and are not in it. Other slices
// have all calls of the time that they cover: their least depth is 0.

// AnyDepth is a depth of calls that is deeper than all lanes.
const AnyDepth = execution.MaxLanes

// deepInterval is an interval with a least depth.
type deepInterval struct {
	timeline.Interval
	depth uint8 // at most AnyDepth
	// around is outermost.around of the thread when the depth was found, or isSettled.
	around int32
}

const isSettled = -1

func newDeepInterval(start, end tracefeed.Time, depth int) deepInterval {
	return deepInterval{Interval: timeline.Interval{Start: start, End: end}, depth: uint8(min(depth, AnyDepth))}
}

// level says that the least depth is another one from a time on: the time in the upper bits,
// up to four years, and the depth. A slice can have as many as intervals.
type level uint64

const depthBits = 7

func newLevel(at tracefeed.Time, depth uint8) level { return level(at)<<depthBits | level(depth) }

func (l level) at() tracefeed.Time { return tracefeed.Time(l >> depthBits) }
func (l level) depth() uint8       { return uint8(l & (1<<depthBits - 1)) }

// levels returns the levels of intervals in order of time; nil if all have the depth 0.
func levels(list []deepInterval) (out []level) {
	now := uint8(0)
	for _, v := range list {
		if v.depth != now {
			now = v.depth
			out = append(out, newLevel(v.Start, now))
		}
	}
	return slices.Clip(out)
}

// deep returns the intervals of a thread, divided where the least depth changes, and their least
// depths; nil if all are 0.
func (s *Set) deep(t tracefeed.ThreadID) (list []timeline.Interval, depths []uint8) {
	if s == nil || int(t) >= len(s.levels) || len(s.levels[t]) == 0 {
		return s.Of(t), nil
	}
	levels := s.levels[t]
	for _, v := range s.Of(t) {
		i := sort.Search(len(levels), func(i int) bool { return levels[i].at() > v.Start })
		for depth := uint8(0); v.Start < v.End; i++ {
			if i > 0 {
				depth = levels[i-1].depth()
			}
			end := v.End
			if i < len(levels) {
				end = min(end, levels[i].at())
			}
			list, depths = append(list, timeline.Interval{Start: v.Start, End: end}), append(depths, depth)
			v.Start = end
		}
	}
	return list, depths
}

// around adds an interval to a list. No interval of the list ends later; the last ones can
// lie within it, and are removed.
func around(list []deepInterval, v deepInterval) []deepInterval {
	for len(list) > 0 && list[len(list)-1].Start >= v.Start {
		list = list[:len(list)-1]
	}
	switch n := len(list); {
	case v.Start >= v.End:
	case n > 0 && list[n-1].End >= v.Start && list[n-1].depth == v.depth && list[n-1].around == v.around:
		list[n-1].End = max(list[n-1].End, v.End)
	default:
		list = append(list, v)
	}
	return list
}

// tidy returns the union of intervals in any order, and its levels. Intervals that overlap have
// the same depth.
func tidy(list []deepInterval) (union []timeline.Interval, _ []level) {
	byStart := func(a, b deepInterval) int { return cmp.Compare(a.Start, b.Start) }
	if !slices.IsSortedFunc(list, byStart) {
		slices.SortFunc(list, byStart)
	}
	for _, v := range list {
		union = extend(union, v.Start, v.End)
	}
	return slices.Clip(union), levels(list)
}

// eachDeep calls f for the parts of a thread's time within some intervals in which neither the
// sets that cover it change nor their least depths. in has these sets, by number.
func eachDeep(sets []*Set, t tracefeed.ThreadID, within []timeline.Interval, f func(from, to tracefeed.Time, in []layer)) {
	lists, numbers, depths := [][]timeline.Interval{within}, []uint8{0}, [][]uint8{nil}
	for i, s := range sets {
		if list, of := s.deep(t); len(list) > 0 {
			lists, numbers, depths = append(lists, list), append(numbers, uint8(i)), append(depths, of)
		}
	}
	var layers []layer
	sweep(lists, func(from, to tracefeed.Time, in []int) {
		if in[0] < 0 {
			return
		}
		layers = layers[:0]
		for k, at := range in[1:] {
			if at < 0 {
				continue
			}
			l := layer{part: numbers[k+1]}
			if of := depths[k+1]; of != nil {
				l.depth = of[at]
			}
			layers = append(layers, l)
		}
		f(from, to, layers)
	})
}

// outermost is what is known of the last call of a thread with no known call around it.
type outermost struct {
	some  bool
	start tracefeed.Time
	// around is the number of calls without an entry that began at since: nothing is known
	// from before.
	around int32
	since  tracefeed.Time
	// settled is the number of the thread's intervals that get no more calls around them.
	settled int
}

// wrap makes the calls in a call of depth 0 one deeper, if it has no entry and is around more
// than was known.
func (x *collector[E]) wrap(call *execution.TreeCall) {
	o := &x.outermost[call.Thread]
	within := o.some && call.Start <= o.start // the last one was
	if o.some, o.start = true, call.Start; !within {
		return
	}
	if o.around == 0 || call.Start != o.since {
		x.settle(call.Thread, call.Start)
		o.since = call.Start
	}
	o.around++
}

// settle adds the calls around them to the depths of the intervals of a thread up to a time,
// from which on it counts them anew.
func (x *collector[E]) settle(t tracefeed.ThreadID, until tracefeed.Time) {
	o, list := &x.outermost[t], x.threads[t]
	for i := o.settled; i < len(list); i++ {
		v := list[i]
		if v.Start >= until {
			list[i].around = 0
			continue
		}
		if v.End > until { // it was extended by one that begins there
			later := v
			later.Start, later.around = until, 0
			list = slices.Insert(list, i+1, later)
			list[i].End = until
		}
		list[i].depth, list[i].around = uint8(min(int32(v.depth)+o.around-v.around, AnyDepth)), isSettled
		o.settled = i + 1
	}
	o.around = 0
	x.take(t, list)
}

// settleAll ends the calls of all threads.
func (x *collector[E]) settleAll() {
	for t := range x.outermost {
		if x.outermost[t].around > 0 {
			x.settle(tracefeed.ThreadID(t), math.MaxInt64)
		}
	}
}

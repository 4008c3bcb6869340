package execution

import (
	"cmp"
	"context"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// allocation is an allocation or a release of an object.
type allocation struct {
	tracefeed.Event
	// function is the innermost function of the thread: that of the stack of the event, or
	// else of the measured calls. It is empty if it is not known.
	function string
	// nth is the number of allocations before it at the same address and time.
	nth int32
}

// eachAllocation calls f for each allocation and release in an interval of whole pages, in
// order of time. At one time, they are in order of threads. Pages without any cost little.
func eachAllocation(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, f func(*allocation)) {
	var list []allocation
	same := simultaneous{of: map[int64]int32{}}
	tl.EachPage(ctx, from, to, func(p *timeline.Page) {
		if !hasKind(p, tracefeed.Alloc, tracefeed.Free) {
			return
		}
		list = list[:0]
		for g, group := range p.Groups {
			if slices.ContainsFunc(p.Codes[group.First:group.First+group.Len], func(c uint8) bool { return allocates(p.Table[c].Kind) }) {
				list = appendAllocations(list, tl, p, g)
			}
		}
		slices.SortStableFunc(list, func(a, b allocation) int { return cmp.Compare(a.Time, b.Time) })
		for i := range list {
			list[i].nth = same.count(&list[i])
			f(&list[i])
		}
	})
}

// simultaneous counts the allocations of one time, by address.
type simultaneous struct {
	at tracefeed.Time
	of map[int64]int32
}

// count returns the number of allocations before one at its time and address.
func (s *simultaneous) count(a *allocation) (n int32) {
	if a.Kind != tracefeed.Alloc {
		return 0
	}
	if a.Time != s.at {
		clear(s.of)
		s.at = a.Time
	}
	n = s.of[a.Object]
	s.of[a.Object]++
	return n
}

func allocates(k tracefeed.Kind) bool { return k == tracefeed.Alloc || k == tracefeed.Free }

// appendAllocations appends the allocations and releases of a group of a page.
func appendAllocations(list []allocation, tl *timeline.Timeline, p *timeline.Page, g int) []allocation {
	s := stackAt(p, p.Groups[g].Thread)
	eachEvent(p, g, func(ev *tracefeed.Event, state tracefeed.State) {
		if s.Thread != tracefeed.NoThread && timeline.CallKind(ev.Kind) {
			s.Apply(ev, state, func(*timeline.EndedCall) {})
		}
		if allocates(ev.Kind) {
			list = append(list, allocation{Event: *ev, function: functionAt(tl, s, ev.Stack)})
		}
	})
	return list
}

// functionAt returns the innermost function of a stack, or else of the open calls.
func functionAt(tl *timeline.Timeline, s *timeline.CallStack, stack tracefeed.StackID) string {
	if frames := tl.Stacks[stack]; len(frames) > 0 {
		return tl.Frames[frames[0]].Func
	}
	if n := len(s.Calls); n > 0 && s.MoreCalls == 0 {
		return tl.Names[s.Calls[n-1].Name]
	}
	return ""
}

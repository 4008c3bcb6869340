package groups

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"tiv/interaction"
	"tiv/interaction/lockname"
	"tiv/internal/radix"
	"tiv/timeline"
	"tiv/tracefeed"
)

// ByInteraction groups threads that wait more for each other than for the rest, the
// group with the longest waits first. Threads without waits to or from other
// threads of the input are in no group.
//
// A group is named for the monitor of at least half of its wait time, as in "users of
// mutex main.move:36 · A"; if there is none, for the thread waited for longest.
func ByInteraction(tl *timeline.Timeline, locks *lockname.Names, pairs []interaction.Pair, threads []tracefeed.ThreadID) []Group {
	ids, arcs := connected(pairs, threads)
	member, n := louvain(len(ids), arcs)
	totals := make([]groupTotals, n)
	place := make(map[tracefeed.ThreadID]int32, len(ids))
	for i, t := range ids {
		place[t] = member[i]
	}
	for _, t := range threads {
		if c, ok := place[t]; ok {
			totals[c].threads = append(totals[c].threads, t)
		}
	}
	for i := range pairs {
		a, okA := place[pairs[i].Blocked]
		b, okB := place[pairs[i].Blocker]
		if okA && okB && a == b {
			totals[a].add(&pairs[i])
		}
	}
	slices.SortStableFunc(totals, func(a, b groupTotals) int {
		return cmp.Or(cmp.Compare(b.total, a.total), cmp.Compare(slices.Min(a.threads), slices.Min(b.threads)))
	})
	return nameGroups(tl, locks, totals)
}

// nameGroups names groups. If the name of a monitor is used already, by the same or
// another monitor, the group is named for a thread instead: one of
// no other group.
func nameGroups(tl *timeline.Timeline, locks *lockname.Names, stories []groupTotals) []Group {
	groups := make([]Group, len(stories))
	taken := map[string]bool{}
	for i := range stories {
		s := &stories[i]
		m, most := longest(s.monitors)
		if lock := locks.Full(m); m != tracefeed.NoMonitor && 2*most >= s.total && !taken[lock] {
			taken[lock] = true
			groups[i] = Group{"users of " + lock, s.threads}
			continue
		}
		t, _ := longest(s.blockers)
		name := fmt.Sprintf("%s and %d others", tl.Threads[t].Name, len(s.threads)-1)
		if len(s.threads) == 2 {
			name = fmt.Sprintf("%s and 1 other", tl.Threads[t].Name)
		}
		groups[i] = Group{name, s.threads}
	}
	return groups
}

// groupTotals is the time that the members of a group waited for each other, by
// monitor and by blocker.
type groupTotals struct {
	threads  []tracefeed.ThreadID
	total    tracefeed.Time
	monitors map[tracefeed.MonitorID]tracefeed.Time
	blockers map[tracefeed.ThreadID]tracefeed.Time
}

func (s *groupTotals) add(p *interaction.Pair) {
	if s.monitors == nil {
		s.monitors, s.blockers = map[tracefeed.MonitorID]tracefeed.Time{}, map[tracefeed.ThreadID]tracefeed.Time{}
	}
	s.total += p.Total
	s.monitors[p.Monitor] += p.Total
	s.blockers[p.Blocker] += p.Total
}

// longest returns the key with the longest time, the lowest if there are several.
func longest[K cmp.Ordered](times map[K]tracefeed.Time) (best K, most tracefeed.Time) {
	most = -1
	for k, t := range times {
		if t > most || t == most && k < best {
			best, most = k, t
		}
	}
	return best, most
}

// connected returns the threads that wait for each other, sorted by id, and the
// time that each two of them waited for each other. The result does not depend on
// the order of the input.
func connected(pairs []interaction.Pair, threads []tracefeed.ThreadID) (ids []tracefeed.ThreadID, arcs []arc) {
	if len(threads) == 0 {
		return nil, nil
	}
	const unknown, given, used = -1, -2, -3
	index := slices.Repeat([]int32{unknown}, int(slices.Max(threads))+1)
	for _, t := range threads {
		index[t] = given
	}
	of := func(t tracefeed.ThreadID) int32 {
		if int(t) < len(index) {
			return index[t]
		}
		return unknown
	}
	var joining []int32
	for i := range pairs {
		p := &pairs[i]
		if p.Total > 0 && p.Blocked != p.Blocker && of(p.Blocked) != unknown && of(p.Blocker) != unknown {
			index[p.Blocked], index[p.Blocker] = used, used
			joining = append(joining, int32(i))
		}
	}
	for t := range index {
		if index[t] == used {
			index[t] = int32(len(ids))
			ids = append(ids, tracefeed.ThreadID(t))
		}
	}
	return ids, arcsOf(pairs, joining, index, bits.Len(uint(len(ids))))
}

// arcsOf adds up pairs by their two threads, in either direction, sorted by the
// indices of the threads. An index takes wide bits.
func arcsOf(pairs []interaction.Pair, joining, index []int32, wide int) (arcs []arc) {
	items := make([]radix.Item, len(joining))
	for k, i := range joining {
		a, b := index[pairs[i].Blocked], index[pairs[i].Blocker]
		items[k] = radix.Item{Key: uint64(min(a, b))<<wide | uint64(max(a, b)), At: i}
	}
	items = radix.Sort(items, make([]radix.Item, len(items)))
	total := tracefeed.Time(0)
	for k, x := range items {
		total += pairs[x.At].Total
		if k+1 == len(items) || items[k+1].Key != x.Key {
			arcs = append(arcs, arc{int32(x.Key >> wide), int32(x.Key & (1<<wide - 1)), float64(total)})
			total = 0
		}
	}
	return arcs
}

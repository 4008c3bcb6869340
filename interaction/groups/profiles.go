package groups

import (
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// behaviours are the states in the order in which groups are listed: those that
// hinder progress come first.
var behaviours = [tracefeed.NumStates]struct {
	state tracefeed.State
	word  string
}{
	{tracefeed.Blocking, "blocking"},
	{tracefeed.IO, "IO"},
	{tracefeed.Runnable, "runnable"},
	{tracefeed.Running, "running"},
	{tracefeed.Suspended, "suspended"},
	{tracefeed.Unknown, "unknown"},
}

// ByProfile groups threads by their time in each state in [from, to). A thread that
// spent all but a thousandth of it in one state is "only" in it, at least half
// "mostly"; any other is described by its two longest states, as in "blocking and
// running". Threads that were not alive are in no group; a group may have one
// thread.
//
// The limits are constants, so a name means the same in every trace, unlike the
// result of a clustering such as k-means.
func ByProfile(tl *timeline.Timeline, threads []tracefeed.ThreadID, from, to tracefeed.Time) []Group {
	ids := slices.Clone(threads)
	slices.Sort(ids)
	kinds := make([]profile, len(ids))
	tl.EachSum(ids, from, to, func(row int, b *tracefeed.StateTimes) { kinds[row] = profileOf(b) })
	found, lists := gather(threads, func(_ int, t tracefeed.ThreadID) (profile, bool) {
		row, _ := slices.BinarySearch(ids, t)
		return kinds[row], kinds[row] != profile{}
	})
	order := make([]int, len(found))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return found[a].compare(found[b]) })
	groups := make([]Group, len(found))
	for k, i := range order {
		groups[k] = Group{found[i].name(), lists[i]}
	}
	return groups
}

// profile is the classification of a thread's time.
type profile struct {
	how degree
	// first and second are indices of behaviours; second is used only with two.
	first, second int
}

type degree uint8

const (
	dead degree = iota
	only
	mostly
	two
)

func profileOf(b *tracefeed.StateTimes) profile {
	alive := b.Alive()
	if alive <= 0 {
		return profile{}
	}
	var first, second int
	for i := range behaviours {
		if b[behaviours[i].state] > b[behaviours[first].state] {
			first = i
		}
	}
	if first == 0 {
		second = 1
	}
	for i := range behaviours {
		if i != first && b[behaviours[i].state] > b[behaviours[second].state] {
			second = i
		}
	}
	switch most := b[behaviours[first].state]; {
	case alive-most <= alive/1000:
		return profile{only, first, 0}
	case most >= alive-most:
		return profile{mostly, first, 0}
	}
	return profile{two, min(first, second), max(first, second)}
}

func (p profile) compare(q profile) int {
	return slices.Compare([]int{p.first, int(p.how), p.second}, []int{q.first, int(q.how), q.second})
}

func (p profile) name() string {
	first := behaviours[p.first].word
	switch p.how {
	case only:
		return "only " + first
	case mostly:
		return "mostly " + first
	}
	return first + " and " + behaviours[p.second].word
}

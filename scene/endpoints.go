package scene

import (
	"cmp"
	"slices"

	"tiv/scene/shape"
	"tiv/tracefeed"
)

// endpoint is an end of links: a bar, or a lock that is an object.
type endpoint struct {
	shape.Face
	// thread is the first of threads of a bar.
	thread  tracefeed.ThreadID
	threads int
	pick    shape.PickID
	slot    int // of a bar, -1 for a lock
	// outside says that no part of it is in view.
	selected, dimmed, outside bool
	lit                       bool // the chosen finding is about one of its bars
	lock                      int  // the number of the lock that it is, from 1
}

// endpoints are all ends of the links of a picture.
type endpoints struct {
	ends []endpoint
	// endOf is the index of each slot's endpoint.
	endOf []int32
}

// makeEndpoints makes an endpoint of each bar.
func (g *linkGraph) makeEndpoints() {
	g.endOf, g.ends = make([]int32, len(g.Layout.Slots)), make([]endpoint, len(g.Layout.Slots))
	for i := range g.Layout.Slots {
		g.endOf[i], g.ends[i] = int32(i), g.ownEnd(i)
	}
}

// ownEnd returns the endpoint of a single bar.
func (g *linkGraph) ownEnd(i int) endpoint {
	s := &g.Layout.Slots[i]
	return endpoint{Face: g.Layout.Face(i), thread: s.Thread, threads: max(1, len(s.Members)), pick: g.Pick(i), slot: i,
		selected: s.Selected, dimmed: s.Dimmed, lit: s.Lit}
}

// maxHubs is the largest number of hubs, which have endpoints of their own:
// threads with hubShare of all waiting or more charged to each.
const (
	maxHubs  = 6
	hubShare = 1.0 / 12
)

// hubsOf returns the threads with a large part of all waiting charged to them,
// given the waiting charged to each thread. main is the one with
// more than two thirds of it.
func hubsOf(charged []tracefeed.Time) (hubs []tracefeed.ThreadID, main tracefeed.ThreadID) {
	var all tracefeed.Time
	for _, sum := range charged {
		all += sum
	}
	for t, sum := range charged {
		if sum > 0 && float64(sum) >= hubShare*float64(all) {
			hubs = append(hubs, tracefeed.ThreadID(t))
		}
	}
	slices.SortFunc(hubs, func(a, b tracefeed.ThreadID) int {
		return cmp.Or(cmp.Compare(charged[b], charged[a]), cmp.Compare(a, b))
	})
	if len(hubs) > 0 && 3*charged[hubs[0]] > 2*all {
		main = hubs[0]
	}
	return hubs[:min(len(hubs), maxHubs)], main
}

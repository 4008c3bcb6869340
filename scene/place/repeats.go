package place

import (
	"slices"

	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Repeats keeps what a picture mostly has in common with the next one, and costs time for each
// thread: the groups by name, and the slot of each thread.
type Repeats struct {
	tl      *timeline.Timeline
	threads []tracefeed.ThreadID
	named   []view.Cluster
	slots   []Slot
	slotOf  map[tracefeed.ThreadID]int
}

// byName returns ByName of some threads.
func (r *Repeats) byName(tl *timeline.Timeline, threads []tracefeed.ThreadID) []view.Cluster {
	if r.tl != tl || !slices.Equal(r.threads, threads) {
		r.tl, r.threads, r.named = tl, threads, ByName(tl, threads)
	}
	return slices.Clone(r.named)
}

// index returns the slot of each thread.
func (r *Repeats) index(slots []Slot) map[tracefeed.ThreadID]int {
	same := func(a, b Slot) bool { return a.Thread == b.Thread && slices.Equal(a.Members, b.Members) }
	if r.slotOf != nil && slices.EqualFunc(r.slots, slots, same) {
		return r.slotOf
	}
	n := len(slots)
	for i := range slots {
		n += len(slots[i].Members)
	}
	r.slots, r.slotOf = slices.Clone(slots), make(map[tracefeed.ThreadID]int, n)
	for i, s := range slots {
		if s.Members == nil {
			r.slotOf[s.Thread] = i
		}
		for _, t := range s.Members {
			r.slotOf[t] = i
		}
	}
	return r.slotOf
}

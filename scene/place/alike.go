package place

import (
	"slices"

	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Alike are threads in places next to each other whose names differ only in their numbers. They
// share one name where there is no room for the names of all.
type Alike struct {
	view.Cluster
	// Slots are theirs, in the order of places.
	Slots []int
}

// There reports whether any of the threads is there at the moment.
func (a *Alike) There(l *Layout) bool {
	return slices.ContainsFunc(a.Slots, func(i int) bool { return l.Slots[i].Gone == "" })
}

// leastAlike is the smallest number of threads that share a name.
const leastAlike = 3

// Likeness finds the threads that are alike. It keeps what it knows of the names of threads, which
// are the same in many pictures.
type Likeness struct {
	tl      *timeline.Timeline
	threads []tracefeed.ThreadID
	kinds   []view.Cluster
	kindOf  []int32 // of each thread; -1 for none
}

// Find returns the threads that are alike in a layout. Threads that are not in their lines, because of the
// user or of another layout, are not among them; those that the user has moved together are.
func (k *Likeness) Find(tl *timeline.Timeline, look *view.Look, l *Layout) (all []Alike) {
	k.update(tl, look.Threads)
	kind, user, together := int32(-1), int32(0), 0 // of the last slot
	for i := range l.Slots {
		s := &l.Slots[i]
		same := k.of(s) == kind && s.User == user && s.together == together
		switch {
		case same && (kind < 0 || s.Line == 0):
			continue
		case !same:
			kind, user, together = k.of(s), s.User, s.together
			if s.Line == 0 {
				kind = -1
			}
			if kind < 0 {
				continue
			}
			all = append(all, Alike{Cluster: view.Cluster{Name: look.NameOf(k.kinds[kind].Name)}})
		}
		a := &all[len(all)-1]
		a.Slots, a.Threads = append(a.Slots, i), append(a.Threads, s.Thread)
	}
	return slices.DeleteFunc(all, func(a Alike) bool { return len(a.Slots) < leastAlike })
}

// update sorts threads by their names.
func (k *Likeness) update(tl *timeline.Timeline, threads []tracefeed.ThreadID) {
	if k.tl == tl && slices.Equal(k.threads, threads) {
		return
	}
	k.tl, k.threads = tl, slices.Clone(threads)
	k.kinds, k.kindOf = ByName(tl, threads), slices.Repeat([]int32{-1}, len(tl.Threads))
	for i := range k.kinds {
		for _, t := range k.kinds[i].Threads {
			k.kindOf[t] = int32(i)
		}
	}
}

// of returns the kind of the name of a slot; -1 for none.
func (k *Likeness) of(s *Slot) int32 {
	if s.Members != nil {
		return -1
	}
	return k.kindOf[s.Thread]
}

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
	// First and Last are the first of their slots, and the one after the last.
	First, Last int
}

// There reports whether any of the threads is there at the moment.
func (a *Alike) There(l *Layout) bool {
	return slices.ContainsFunc(l.Slots[a.First:a.Last], func(s Slot) bool { return s.Gone == "" })
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

// Find returns the threads that are alike in a layout. Threads that the user has put into places of
// their own are not among them, nor those of a layout without lines.
func (k *Likeness) Find(tl *timeline.Timeline, look *view.Look, l *Layout) (all []Alike) {
	k.update(tl, look.Threads)
	for i := range l.Slots {
		s := &l.Slots[i]
		kind := k.of(s)
		if n := len(all) - 1; kind >= 0 && n >= 0 && all[n].Last == i && k.of(&l.Slots[i-1]) == kind && l.Slots[i-1].User == s.User {
			all[n].Last++
			all[n].Threads = append(all[n].Threads, s.Thread)
		} else if kind >= 0 {
			all = append(all, Alike{view.Cluster{Name: k.kinds[kind].Name, Threads: []tracefeed.ThreadID{s.Thread}}, i, i + 1})
		}
	}
	all = slices.DeleteFunc(all, func(a Alike) bool { return a.Last-a.First < leastAlike })
	for i := range all {
		all[i].Name = look.NameOf(all[i].Name)
	}
	return all
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
	if s.Members != nil || s.Line == 0 {
		return -1
	}
	return k.kindOf[s.Thread]
}

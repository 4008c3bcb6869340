package stage

import (
	"math/bits"
	"slices"

	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// importance is how much a picture needs the name of a slot. Names with more come first: they have
// the best places. Those from named on are moved, with a line to the bar, before they are left out.
type importance uint8

const (
	ended    importance = iota // all its threads have
	common                     // the rest
	detailed                   // folded or close
	selected
	waits // a part of the subject
	named
	kept    // it was there before a thread was selected
	asked   // the one that panels describe
	waited  // many waits lead to it
	holds   // the thread that keeps a lock of the subject, or is on the chain
	culprit // of the subject, in a deadlock or in debt
	pointed // under the pointer
)

// mostNamed is the number of threads up to which all that work for the chosen task must be named.
const mostNamed = 12

// Namer decides on the order in which the slots of a picture are named.
type Namer struct {
	Stage *Stage
	// Notable reports whether many waits lead to a slot; if it shares its name, whether most of all do.
	Notable func(i int, shared bool) bool
	// Count counts slots of equal importance, so that an even choice of them gets a name if there is no room
	// for all.
	Count func(i int) int
	// Keeps reports whether the name of a slot stays because it was there; nil for none.
	Keeps func(i int) bool
}

// importanceOf returns the importance of a slot.
func (n *Namer) importanceOf(i int, shared bool) importance {
	st := n.Stage
	s, look := &st.Layout.Slots[i], st.Look
	about := s.Members == nil && look.AboutFinding()
	switch {
	case st.isHovered(i):
		return pointed
	case s.Deadlocked, s.InDebt, about && s.Thread == look.Story.Culprit:
		return culprit
	case s.Chained, about && look.Keeps(s.Thread):
		return holds
	case n.Notable(i, shared):
		return waited
	case look.Selected != tracefeed.NoThread && st.Layout.SlotOf[look.Selected] == i && s.Selected:
		return asked
	case s.Lit && look.AboutFinding():
		return waits
	case s.Lit && look.Course != nil:
		return works(look)
	case s.Selected:
		return selected
	case st.Density != lod.Crowded && s.Members != nil || st.isClose(s):
		return detailed
	case s.Ended > 0:
		return ended
	}
	return common
}

// works is the importance of a thread that works for the chosen task.
func works(look *view.Look) importance {
	if len(look.Course.Threads) <= mostNamed {
		return asked
	}
	return waits
}

// Naming is the order in which the slots of a picture are named.
type Naming struct {
	// Slots are those with a name of their own: first Named ones, which must have a name, then
	// those that stay, Kept in all, those that are important, Important in all, then the others.
	Slots                  []int
	Named, Kept, Important int
}

// Order returns the order of names. Threads that are alike have no names of their own unless they must.
func (n *Namer) Order(alike []place.Alike) (order Naming) {
	shared := make([]bool, len(n.Stage.Layout.Slots))
	for _, a := range alike {
		for _, i := range a.Slots {
			shared[i] = true
		}
	}
	keys := make([]uint64, 0, len(shared)) // by importance, and then spread; slots are few
	for i := range shared {
		of := n.importanceOf(i, shared[i])
		if of < kept && n.Keeps != nil && n.Keeps(i) {
			of = kept
		}
		if shared[i] && of < named {
			continue
		}
		keys = append(keys, uint64(pointed-of)<<56|uint64(spread(n.Count(i)))<<24|uint64(i))
		if of > kept {
			order.Named++
		}
		if of >= kept {
			order.Kept++
		}
		if of > common {
			order.Important++
		}
	}
	slices.Sort(keys)
	order.Slots = make([]int, len(keys))
	for k, key := range keys {
		order.Slots[k] = int(key & (1<<24 - 1))
	}
	return order
}

// spread ranks numbers so that the first of them, however many, are evenly apart.
func spread(i int) uint32 { return bits.Reverse32(uint32(i)) }

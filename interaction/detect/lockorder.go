package detect

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/interaction/detect/ending"
	"tiv/interaction/detect/lockorder"
	"tiv/interaction/detect/place"
	"tiv/timeline"
	"tiv/tracefeed"
)

// LockOrderInversion is the kind of finding for monitors that threads acquired in
// orders that can deadlock.
const LockOrderInversion = "lock-order-inversion"

// lockOrderDetector finds cycles in the order in which monitors were acquired, after
// Havelund's Goodlock (Using runtime analysis to guide model checking of Java
// programs, 2000) and its extensions to gates and to threads that follow each other
// (Bensalem and Havelund, Dynamic deadlock analysis of multi-threaded programs,
// 2005):
//
//  1. An acquisition of a monitor by a thread that holds another one is an order of
//     the two (package lockorder).
//  2. The orders form a graph of monitors. Its cycles are enumerated, short ones
//     first (orderSearch).
//  3. In a cycle that can deadlock, different threads acquired the monitors, no two
//     held the same gate, each of them can block the one before it, and none of
//     them had finished before another one began (precedence).
//
// Cycles of a deadlock that is found, and cycles that opened again, are left out.
func lockOrderDetector() Detector {
	return Detector{
		Kind: LockOrderInversion, Severity: Note,
		Help: "locks acquired in orders that can deadlock, though they did not",
		find: func(s *searched) (found []Finding) {
			found, s.unchecked = s.inversions()
			return found
		},
	}
}

// inversion is the cycles of orders at the same places in the code.
type inversion struct {
	cycle []lockorder.Order // the first of them
	count int
}

// inversions returns a finding for each set of places, and the number of orders left out
// because of the limits.
func (s *searched) inversions() (found []Finding, unchecked int) {
	semaphores := map[tracefeed.MonitorID]bool{}
	var all []*inversion
	byPlaces := map[string]*inversion{}
	opened := s.opened.All()
	for _, cycle := range s.orders.Cycles() {
		if s.happened(cycle, opened) || semaphore(s.tl, cycle, semaphores) {
			continue
		}
		places := placesOf(s.tl, cycle)
		i := byPlaces[places]
		switch {
		case i == nil && len(all) == s.limits.inversions:
			unchecked++
			continue
		case i == nil:
			i = &inversion{cycle: cycle}
			byPlaces[places] = i
			all = append(all, i)
		}
		i.count++
	}
	for _, i := range all {
		found = append(found, i.finding(s.tl))
	}
	return found, unchecked + s.orders.Unchecked()
}

// finding describes an inversion by its first cycle.
func (i *inversion) finding(tl *timeline.Timeline) Finding {
	f := Finding{Evidence: interaction.Observed, Start: i.cycle[0].At, Facts: &Inversion{Orders: i.cycle, Count: i.count}}
	for _, o := range i.cycle {
		f.Start, f.End = min(f.Start, o.Since), max(f.End, o.At)
		f.Threads, f.Monitors = append(f.Threads, o.Thread), append(f.Monitors, o.Held)
		f.Sites = append(f.Sites, orderSites(tl, &o)...)
	}
	return f
}

// orderSites returns the places of both acquisitions of an order, as far as they
// are known.
func orderSites(tl *timeline.Timeline, o *lockorder.Order) (sites []Site) {
	add := func(role Role, m tracefeed.MonitorID, stack tracefeed.StackID) {
		if s, ok := siteOf(tl, stack); ok {
			s.Role, s.Thread, s.Monitor, s.Stack = role, o.Thread, m, stack
			sites = append(sites, s)
		}
	}
	add(Acquires, o.Held, o.HeldStack)
	add(ThenAcquires, o.Wanted, o.WantedStack)
	return sites
}

// happened reports whether the monitors of a cycle are part of a deadlock, or of a
// cycle of waits that opened again.
func (s *searched) happened(cycle []lockorder.Order, opened []*ending.Cycle) bool {
	partOf := func(monitors []tracefeed.MonitorID) bool {
		return !slices.ContainsFunc(cycle, func(o lockorder.Order) bool { return !slices.Contains(monitors, o.Held) })
	}
	for _, closed := range [][]ending.Deadlock{s.rings.Dead, s.rings.Undecided} {
		for i := range closed {
			if partOf(closed[i].Monitors()) {
				return true
			}
		}
	}
	for _, c := range opened {
		if partOf(c.Monitors) {
			return true
		}
	}
	return false
}

// semaphore reports whether one of the monitors of a cycle is ever held by several
// threads that are no readers. Any one of them can let a waiter proceed, so the
// cycle does not deadlock. seen are the monitors that were looked at before.
func semaphore(tl *timeline.Timeline, cycle []lockorder.Order, seen map[tracefeed.MonitorID]bool) bool {
	for _, o := range cycle {
		is, known := seen[o.Held]
		if !known {
			is = isSemaphore(tl, o.Held)
			seen[o.Held] = is
		}
		if is {
			return true
		}
	}
	return false
}

func isSemaphore(tl *timeline.Timeline, m tracefeed.MonitorID) (is bool) {
	known := false
	tl.Holding(m).Each(0, tl.End, func(start, _ tracefeed.Time, holders []tracefeed.ThreadID) {
		if !known && len(holders) > 1 {
			is, known = len(tl.Holds(m).ReadersAt(start)) == 0, true
		}
	})
	return is
}

// placesOf returns a key for the places of a cycle: the same for cycles of other
// monitors at the same places, whichever of their orders is the first. Where a place
// is not known, the monitors are part of the key.
func placesOf(tl *timeline.Timeline, cycle []lockorder.Order) string {
	place := func(id tracefeed.StackID, m tracefeed.MonitorID) string {
		if stack := tl.Stacks[id]; len(stack) > 0 {
			return fmt.Sprintf("%d ", stack[place.UserCall(tl, stack)])
		}
		return fmt.Sprintf("monitor %d ", m)
	}
	var parts []string
	for _, o := range cycle {
		parts = append(parts, place(o.HeldStack, o.Held)+place(o.WantedStack, o.Wanted))
	}
	return leastTurn(parts)
}

// Inversion is the facts of a lock-order inversion.
type Inversion struct {
	// Orders are its acquisitions, in a ring: each order wants the monitor held by the next
	// one, and the last order the monitor held by the first.
	Orders []lockorder.Order
	// Count is the number of sets of monitors with such cycles at the same places in the
	// code.
	Count int
}

// Orders returns the acquisitions of a lock-order inversion; nil for other findings.
func (f *Finding) Orders() []lockorder.Order {
	if v, ok := f.Facts.(*Inversion); ok {
		return v.Orders
	}
	return nil
}

func (v *Inversion) reason() string { return "inverted" }

func (v *Inversion) fits(_ *Finding, in extent) bool {
	for _, o := range v.Orders {
		if !in.thread(o.Thread) || !in.monitor(o.Held) || !in.monitor(o.Wanted) || !in.stack(o.HeldStack) || !in.stack(o.WantedStack) {
			return false
		}
	}
	return len(v.Orders) > 0
}

func (v *Inversion) advice(*Finding) string { return "Let all threads take these locks in one order." }

func (v *Inversion) text(_ *Finding, w wording) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d threads acquired locks in orders that can deadlock: ", len(v.Orders))
	for i, o := range v.Orders {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s acquired %s%s while it held %s%s", w.thread(o.Thread), w.locks.Full(o.Wanted), reading(o.WantedShared),
			w.locks.Full(o.Held), reading(o.HeldShared))
	}
	b.WriteString(". It did not happen in this trace. It can if each of them has its first lock before one has its second, " +
		"unless something else, such as a channel, prevents that.")
	if v.Count > 1 {
		fmt.Fprintf(&b, " The same places in the code do this with %d sets of locks; this is one of them.", v.Count)
	}
	return b.String()
}

// reading marks a monitor that is held as a reader.
func reading(shared bool) string {
	if shared {
		return " as a reader"
	}
	return ""
}

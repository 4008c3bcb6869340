package detect

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect/herds"
	"tiv/tracefeed"
)

// ThunderingHerd is the kind of finding for many threads that are woken for one of them.
const ThunderingHerd = "thundering-herd"

// Herd is the facts of threads that are woken together at one place, and most of which wait
// again at once.
type Herd struct {
	// Count is the number of herds, Woken the number of wakings in them, Useless the number
	// of wakings after which the thread waited there again at once.
	Count, Woken, Useless int
	// Group is the name of the largest group of equal threads, Members its size.
	Group   string
	Members int
	// Waker woke the herd with the largest loss at the time At: Size threads.
	Waker tracefeed.ThreadID
	At    tracefeed.Time
	Size  int
	// Site is the place where they wait, zero if it is not known.
	Site Site
}

// thunderingHerdDetector finds the places where threads are woken together although
// most of them cannot go on: they wait there again at once.
func thunderingHerdDetector(l Limits) Detector {
	return Detector{
		Kind: ThunderingHerd, Severity: Cost,
		Help: "many threads woken at once, most of which wait again",
		find: func(s *searched) []Finding { return s.costs.herds(s.herds, l) },
	}
}

// herds returns a finding for each place where most wakings in herds are for nothing.
func (s *costs) herds(h *herds.Herds, l Limits) (found []Finding) {
	for _, x := range h.Places {
		if x.Count < l.herds || 2*x.Useless < x.Woken || !s.longEnough(x.Lost) {
			continue
		}
		herd := &Herd{Count: x.Count, Woken: x.Woken, Useless: x.Useless, Waker: x.Most.Waker, At: x.Most.At, Size: x.Most.Woken}
		f := Finding{Evidence: interaction.Observed, Start: x.First, End: x.Last, Lost: x.Lost,
			Threads: slices.Sorted(maps.Keys(x.Threads)), Facts: herd}
		herd.Group, herd.Members = s.largestGroup(f.Threads, func(tracefeed.ThreadID) tracefeed.Time { return 1 })
		if site, ok := siteOf(s.tl, x.Stack); ok {
			site.Role, site.Thread, site.Stack = Waits, f.Threads[0], x.Stack
			herd.Site, f.Sites = site, []Site{site}
		}
		found = append(found, f)
	}
	slices.SortFunc(found, func(a, b Finding) int {
		return cmp.Or(-cmp.Compare(a.Lost, b.Lost), cmp.Compare(a.Start, b.Start), slices.Compare(a.Threads, b.Threads))
	})
	return found
}

func (h *Herd) reason() string { return "woken-in-vain" }

func (h *Herd) fits(_ *Finding, in extent) bool { return in.thread(h.Waker) }

func (h *Herd) accused(*Finding) tracefeed.ThreadID { return h.Waker }

func (h *Herd) text(f *Finding, w wording) string {
	place := ""
	if h.Site.Func != "" {
		place = " in " + h.Site.String()
	}
	return fmt.Sprintf("%s were woken together %s%s. Of %d wakings, %d were for nothing: the thread waited there "+
		"again at once. That lost %s. The costliest: %s woke %d of them at %v. Wake only as many threads as can go "+
		"on: signal one, or let each wait for an event of its own.",
		mostly(len(f.Threads), h.Group, h.Members), tracefeed.Plural(h.Count, "time"), place, h.Woken, h.Useless, f.lostShare(""),
		w.thread(h.Waker), h.Size, h.At)
}

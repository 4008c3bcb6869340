package scene

import (
	"slices"

	"tiv/interaction"
	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// The brightness of bars: of selected ones, of those that the picture is not about while it is
// about others (bystander), and of those among them that are calm. A calm thread lost no time
// in the history, and nobody waited for it. Bars that the user has dimmed, or of which nothing
// is in the base, have less. No bar becomes invisible. Threads that have ended keep their past:
// faint is what comes after the moment.
const (
	brightest = 1.15
	bystander = 0.55
	calmest   = 0.4
	dimmest   = 0.32
	outside   = 0.6  // of the base
	unchanged = 0.65 // beside bars that differ from another trace
)

// emphasis returns how bright a slot is drawn.
func (st *stage) emphasis(s *place.Slot) float32 {
	if s.Uncounted {
		return outside * st.attention(s)
	}
	return st.attention(s)
}

// attention is the emphasis that a slot has by its part in the picture.
func (st *stage) attention(s *place.Slot) float32 {
	apart := s.Lit || s.Chained || s.Deadlocked
	switch {
	case s.Selected:
		return brightest
	case s.Dimmed:
		return dimmest
	case st.look.Lit == nil && !st.anySelected() && len(st.look.Changes) > 0:
		if s.Change == view.Unchanged && !apart {
			return unchanged
		}
	case st.hasSubject() && !apart && s.Calm:
		return calmest
	case st.hasSubject() && !apart:
		return bystander
	}
	return 1
}

// hasSubject reports whether the picture is about some threads.
func (st *stage) hasSubject() bool {
	return st.look.Lit != nil || st.anySelected() || len(st.look.Story.Threads) > 0 && !st.look.AllEqual
}

// lightHolders lets the picture be about the threads, too, that held its locks in the history
// while others waited, unless one of them is known to cause it all.
func (st *stage) lightHolders(parts []interaction.Part) {
	if !st.look.AboutFinding() || st.look.Story.Culprit != tracefeed.NoThread {
		return
	}
	locks := st.look.SubjectMonitors()
	for i := range parts {
		p := &parts[i]
		if k, ok := st.layout.SlotOf[p.Blocker]; ok && p.Total > 0 && slices.Contains(locks, p.Monitor) && st.look.IsSubject(p.Blocked) {
			st.layout.Slots[k].Lit = true
		}
	}
}

// mostCalm is the number of threads up to which a picture looks whether each is calm.
const mostCalm = 2000

// markCalm finds the calm slots. waits are those of the history.
func (st *stage) markCalm(waits *waitSums) {
	if !st.hasSubject() || st.Density == lod.Crowded || len(st.layout.SlotOf) > mostCalm {
		return
	}
	threads := make([]tracefeed.ThreadID, 0, len(st.layout.SlotOf))
	for t := range st.layout.SlotOf {
		threads = append(threads, t)
	}
	slices.Sort(threads)
	for i := range st.layout.Slots {
		_, causes := waits.of(&st.layout.Slots[i])
		st.layout.Slots[i].Calm = causes == 0
	}
	from, to := st.look.Past()
	st.tl.EachSum(threads, from, to, func(i int, b *tracefeed.StateTimes) {
		if b[tracefeed.Runnable]+b[tracefeed.Blocking]+b[tracefeed.IO] > 0 {
			st.layout.Slots[st.layout.SlotOf[threads[i]]].Calm = false
		}
	})
}

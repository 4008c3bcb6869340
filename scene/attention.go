package scene

import (
	"slices"

	"tiv/interaction"
	"tiv/lod"
	"tiv/tracefeed"
)

// The brightness of bars: of selected ones, of those that the picture is not about while it is
// about others (bystander), of those among them that are calm, and of calm ones in a picture
// about nothing. A calm thread lost no time in the history, and nobody waited for it. Bars that
// the user has dimmed, and of threads that have ended, or of which nothing is in the base, have
// less. No bar becomes invisible.
const (
	brightest = 1.15
	bystander = 0.55
	calmest   = 0.4
	calm      = 0.65
	dimmest   = 0.32
	endedPart = 0.6
	unchanged = 0.65 // beside bars that differ from another trace
)

// emphasis returns how bright a slot is drawn.
func (st *stage) emphasis(s *slot) float32 {
	e := st.attention(s)
	if s.ended > 0 || s.uncounted {
		e *= endedPart
	}
	return e
}

// attention is the emphasis that a slot has by its part in the picture.
func (st *stage) attention(s *slot) float32 {
	apart := s.lit || s.chained || s.deadlocked
	switch {
	case s.selected:
		return brightest
	case s.dimmed:
		return dimmest
	case st.look.Lit == nil && !st.anySelected() && len(st.look.Changes) > 0:
		if s.change == Unchanged && !apart {
			return unchanged
		}
	case st.hasSubject() && !apart && s.calm:
		return calmest
	case st.hasSubject() && !apart:
		return bystander
	case s.calm && !apart:
		return calm
	}
	return 1
}

// hasSubject reports whether the picture is about some threads.
func (st *stage) hasSubject() bool {
	return st.look.Lit != nil || st.anySelected() || len(st.look.Story.Threads) > 0 && !st.look.AllEqual
}

// isSubject reports whether a thread is in the subject of the picture: the chosen finding, or
// else the story.
func (l *Look) isSubject(t tracefeed.ThreadID) bool {
	if l.Lit != nil {
		return Has(l.Lit.Threads, t)
	}
	return !l.AllEqual && Has(l.Story.Threads, t)
}

// aboutFinding reports whether the picture is about a finding.
func (l *Look) aboutFinding() bool { return l.Lit != nil || l.Story.Finding != nil && !l.AllEqual }

// subjectMonitors are the locks that the picture is about.
func (l *Look) subjectMonitors() []tracefeed.MonitorID {
	if l.Lit != nil {
		return l.Lit.Monitors
	}
	return l.Story.Monitors
}

// isSubjectWait reports whether the picture is about waits at a monitor between threads that
// it is about. NoMonitor is for several ones.
func (l *Look) isSubjectWait(kind interaction.Kind, m tracefeed.MonitorID) bool {
	monitors := l.subjectMonitors()
	return len(monitors) == 0 || kind == interaction.Lock && (m == tracefeed.NoMonitor || slices.Contains(monitors, m))
}

// mostCalm is the number of threads up to which a picture looks whether each is calm.
const mostCalm = 2000

// markCalm finds the calm slots. waits are those of the history.
func (st *stage) markCalm(waits *waitSums) {
	if st.look.AllEqual || st.density == lod.Crowded || len(st.layout.slotOf) > mostCalm {
		return
	}
	threads := make([]tracefeed.ThreadID, 0, len(st.layout.slotOf))
	for t := range st.layout.slotOf {
		threads = append(threads, t)
	}
	slices.Sort(threads)
	for i := range st.layout.slots {
		st.layout.slots[i].calm = true
	}
	from, to := st.look.Past()
	st.tl.EachSum(threads, from, to, func(i int, b *tracefeed.StateTimes) {
		if t := threads[i]; b[tracefeed.Runnable]+b[tracefeed.Blocking]+b[tracefeed.IO] > 0 || waits.causes[t] > 0 {
			st.layout.slots[st.layout.slotOf[t]].calm = false
		}
	})
}

// nameOf returns the name that a picture gives to a thread, or to threads with such names.
func (l *Look) nameOf(name string) string {
	if l.Names == nil {
		return name
	}
	return l.Names.Short(name)
}

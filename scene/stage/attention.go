package stage

import (
	"slices"

	"tiv/interaction"
	"tiv/scene/place"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// The brightness of bars: of selected ones, of those that the picture is not about while it is
// about others (Bystander), and of those among them that are calm. A calm thread lost no time
// in the history, and nobody waited for it. Bars that the user has dimmed, or of which nothing
// is in the base, have less. No bar becomes invisible. Threads that have ended keep their past:
// faint is what comes after the moment.
const (
	brightest = 1.15
	Bystander = 0.55
	calmest   = 0.4
	dimmest   = 0.32
	outside   = 0.6  // of the base
	unchanged = 0.65 // beside bars that differ from another trace
)

// Emphasis returns how bright a slot is drawn.
func (st *Stage) Emphasis(s *place.Slot) float32 {
	if s.Uncounted {
		return outside * attention(st.Look, s)
	}
	return attention(st.Look, s)
}

// attention is the emphasis that a slot has by its part in the picture.
func attention(look *view.Look, s *place.Slot) float32 {
	switch {
	case s.Selected:
		return brightest
	case s.Dimmed:
		return dimmest
	case HasPart(s):
		return 1
	case look.Lit == nil && !look.AnySelected() && len(look.Changes) > 0:
		if s.Change == view.Unchanged {
			return unchanged
		}
	case look.HasSubject() && s.Calm:
		return calmest
	case look.HasSubject():
		return Bystander
	}
	return 1
}

// HasPart reports whether a slot has a part in what the picture is about, if it is about
// anything.
func HasPart(s *place.Slot) bool { return s.Lit || s.Chained || s.Deadlocked }

// LightHolders lets the picture be about the threads, too, that held its locks in the history
// while others waited, unless one of them is known to cause it all.
func LightHolders(look *view.Look, l *place.Layout, parts []interaction.Part) {
	if !look.AboutFinding() || look.Story.Culprit != tracefeed.NoThread {
		return
	}
	for i := range parts {
		p := &parts[i]
		if p.Total == 0 || !look.IsSubjectMonitor(p.Monitor) || !look.IsSubject(p.Blocked) {
			continue
		}
		if k, ok := l.SlotOf[p.Blocker]; ok {
			l.Slots[k].Lit = true
		}
	}
}

// mostCalm is the number of threads up to which a picture looks whether each is calm.
const mostCalm = 2000

// MarkCalm finds the calm slots. causes are the waits for each thread in the history. Stuck threads
// are never calm.
func MarkCalm(tl *timeline.Timeline, look *view.Look, l *place.Layout, stuck []Stuck, causes []tracefeed.Time) {
	if len(l.SlotOf) > mostCalm {
		return
	}
	for i := range l.Slots {
		l.Slots[i].Calm = true
	}
	threads := make([]tracefeed.ThreadID, 0, len(l.SlotOf))
	for t, slot := range l.SlotOf {
		threads = append(threads, t)
		if causes[t] > 0 {
			l.Slots[slot].Calm = false
		}
	}
	slices.Sort(threads)
	from, to := look.Past()
	tl.EachSum(threads, from, to, func(i int, b *tracefeed.StateTimes) {
		if b[tracefeed.Runnable]+b[tracefeed.Blocking]+b[tracefeed.IO] > 0 {
			l.Slots[l.SlotOf[threads[i]]].Calm = false
		}
	})
	for _, s := range stuck {
		l.Slots[s.Slot].Calm = false
	}
}

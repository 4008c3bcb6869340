package place

import (
	"fmt"
	"slices"

	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// manyAbsent is the smallest number of threads that share a bar because nothing of
// theirs is shown.
const manyAbsent = 6

// Absentees are threads without anything to show, of which a picture has only the
// numbers: those that ended before the interval shown, and those that start after
// it. In the view of the moment alone, the interval is the step that ends at the moment.
type Absentees struct{ ended, unborn []tracefeed.ThreadID }

// Update finds the absent threads of a picture. While pictures follow each other,
// it only removes threads that are absent no more, so that bars keep their places.
func (a *Absentees) Update(tl *timeline.Timeline, look *view.Look, moving bool) {
	from, to := look.Window()
	if look.Kind == view.Interaction {
		from, to = look.Grid().Last()
	}
	ended := func(t tracefeed.ThreadID) bool {
		born, died := tl.Lane(t).Life()
		return died <= from && died > born && !keeps(look, t)
	}
	unborn := func(t tracefeed.ThreadID) bool {
		born, died := tl.Lane(t).Life()
		return born >= max(to, 1) && died > born && !keeps(look, t)
	}
	if moving {
		a.ended = slices.DeleteFunc(a.ended, func(t tracefeed.ThreadID) bool { return !ended(t) })
		a.unborn = slices.DeleteFunc(a.unborn, func(t tracefeed.ThreadID) bool { return !unborn(t) })
		return
	}
	a.ended, a.unborn = a.ended[:0], a.unborn[:0]
	for _, t := range look.Threads {
		if ended(t) {
			a.ended = append(a.ended, t)
		} else if unborn(t) {
			a.unborn = append(a.unborn, t)
		}
	}
}

// keeps reports whether a thread has a bar of its own because the user selected,
// placed or opened it, it is on the chain of waits, or the picture is about the answer that it
// owed.
func keeps(l *view.Look, t tracefeed.ThreadID) bool {
	_, placed := l.Places[t]
	if f := l.Story.Finding; f != nil && f.Gone() == t {
		return true
	}
	return placed || t == l.Selected || view.Has(l.Selection, t) || view.Has(l.Detailed, t) || slices.Contains(l.Chain, t)
}

// foldAbsent returns a bar for the absent threads of each kind, if they are many
// and in no cluster of the user's, and these threads.
func (m *slotLister) foldAbsent() (bars []group, folded map[tracefeed.ThreadID]bool) {
	folded = map[tracefeed.ThreadID]bool{}
	for _, kind := range []struct {
		threads []tracefeed.ThreadID
		word    string
	}{{m.absent.ended, "ended"}, {m.absent.unborn, "not started"}} {
		g := group{absent: true}
		for _, t := range kind.threads {
			if m.user[t] == 0 {
				g.Threads = append(g.Threads, t)
			}
		}
		if len(g.Threads) < manyAbsent {
			continue
		}
		g.label = fmt.Sprintf("%d %s", len(g.Threads), kind.word)
		g.Name = g.label
		bars = append(bars, g)
		for _, t := range g.Threads {
			folded[t] = true
		}
	}
	return bars, folded
}

// foldEnded moves groups of a crowd to the end if all of their threads have ended before
// the interval shown; many share one bar. Clusters of the user's stay in their places.
func (m *slotLister) foldEnded(groups []group) []group {
	if len(m.absent.ended) == 0 {
		return groups
	}
	ended := make([]bool, len(m.tl.Threads))
	for _, t := range m.absent.ended {
		ended[t] = true
	}
	var rest, last []group
	all := group{absent: true, size: leastSize}
	for _, g := range groups {
		if g.kept || slices.ContainsFunc(g.Threads, func(t tracefeed.ThreadID) bool { return !ended[t] }) {
			rest = append(rest, g)
			continue
		}
		last = append(last, g)
		all.Threads = append(all.Threads, g.Threads...)
	}
	if len(last) < manyAbsent {
		return append(rest, last...)
	}
	all.label = fmt.Sprintf("%d ended", len(all.Threads))
	all.Name = all.label
	return append(rest, all)
}

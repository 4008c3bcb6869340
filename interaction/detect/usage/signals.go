package usage

import (
	"cmp"
	"slices"

	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// Signal is a suspension that another thread ended.
type Signal struct {
	Thread, Waker tracefeed.ThreadID
	Start, End    tracefeed.Time
}

func (s *Signal) length() tracefeed.Time { return s.End - s.Start }

// Signals collects the longest suspensions that another thread ended.
type Signals struct {
	// List are the suspensions.
	List []Signal
	tl   *timeline.Timeline
	// above is the length of the longest ones left out, for which there is no room.
	above tracefeed.Time
}

// manySignals is the number of suspensions that a search uses at most.
const manySignals = 1 << 16

// NewSignals returns a collector for the pages of a trace.
func NewSignals(tl *timeline.Timeline) *Signals { return &Signals{tl: tl} }

// Extend continues in a later snapshot of the trace.
func (x *Signals) Extend(tl *timeline.Timeline) { x.tl = tl }

// Clone returns a copy between two pages.
func (x *Signals) Clone() *Signals { return &Signals{slices.Clone(x.List), x.tl, x.above} }

// Page adds the suspensions that end in a page.
func (x *Signals) Page(waits []ownerjoin.Wait) {
	least := max(x.above+1, shortestStep(x.tl))
	for i := range waits {
		w := &waits[i]
		if w.State != tracefeed.Suspended || w.Open || w.Other == tracefeed.NoThread || w.End-w.Start < least {
			continue
		}
		if x.List = append(x.List, Signal{w.Thread, w.Other, w.Start, w.End}); len(x.List) == 2*manySignals {
			x.trim()
			least = max(least, x.above+1)
		}
	}
}

// trim leaves out the shortest suspensions: those of which there are, with longer ones, more
// than a search uses.
func (x *Signals) trim() {
	lengths := make([]tracefeed.Time, len(x.List))
	for i := range x.List {
		lengths[i] = x.List[i].length()
	}
	slices.SortFunc(lengths, func(a, b tracefeed.Time) int { return cmp.Compare(b, a) })
	x.above = lengths[manySignals]
	x.List = x.longer(x.above + 1)
}

// longer returns the suspensions of at least a length.
func (x *Signals) longer(length tracefeed.Time) []Signal {
	return slices.DeleteFunc(x.List, func(s Signal) bool { return s.length() < length })
}

// Finish leaves out the suspensions that are shorter than a step, and, as long as there are too
// many, than two steps, four, and so on.
func (x *Signals) Finish() {
	length := stepLength(x.tl)
	for length <= x.above {
		length *= 2
	}
	for x.List = x.longer(length); len(x.List) > manySignals; x.List = x.longer(length) {
		length *= 2
	}
}

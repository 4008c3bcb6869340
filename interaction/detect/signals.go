package detect

import (
	"cmp"
	"slices"

	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// signal is a suspension that another thread ended.
type signal struct {
	thread, waker tracefeed.ThreadID
	start, end    tracefeed.Time
}

func (s *signal) length() tracefeed.Time { return s.end - s.start }

// signals collects the longest suspensions that another thread ended.
type signals struct {
	*snapshot
	list []signal
	// above is the length of the longest ones left out, for which there is no room.
	above tracefeed.Time
}

// manySignals is the number of suspensions that a search uses at most.
const manySignals = 1 << 16

func newSignals(t *snapshot) *signals { return &signals{snapshot: t} }

// clone returns a copy between two pages.
func (x *signals) clone() *signals { return &signals{x.snapshot, slices.Clone(x.list), x.above} }

// page adds the suspensions that end in a page.
func (x *signals) page(waits []ownerjoin.Wait) {
	least := max(x.above+1, x.shortestStep())
	for i := range waits {
		w := &waits[i]
		if w.State != tracefeed.Suspended || w.Open || w.Other == tracefeed.NoThread || w.End-w.Start < least {
			continue
		}
		if x.list = append(x.list, signal{w.Thread, w.Other, w.Start, w.End}); len(x.list) == 2*manySignals {
			x.trim()
			least = max(least, x.above+1)
		}
	}
}

// trim leaves out the shortest suspensions: those of which there are, with longer ones, more
// than a search uses.
func (x *signals) trim() {
	lengths := make([]tracefeed.Time, len(x.list))
	for i := range x.list {
		lengths[i] = x.list[i].length()
	}
	slices.SortFunc(lengths, func(a, b tracefeed.Time) int { return cmp.Compare(b, a) })
	x.above = lengths[manySignals]
	x.list = x.longer(x.above + 1)
}

// longer returns the suspensions of at least a length.
func (x *signals) longer(length tracefeed.Time) []signal {
	return slices.DeleteFunc(x.list, func(s signal) bool { return s.length() < length })
}

// finish leaves out the suspensions that are shorter than a step, and, as long as there are too
// many, than two steps, four, and so on.
func (x *signals) finish() {
	length := x.stepLength()
	for length <= x.above {
		length *= 2
	}
	for x.list = x.longer(length); len(x.list) > manySignals; x.list = x.longer(length) {
		length *= 2
	}
}

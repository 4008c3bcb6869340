package ending

import (
	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// helpers finds the threads that may release a lock in place of its holder, which waits for
// it: those that the holder started or woke since it has the lock, and those that these
// started.
type helpers struct {
	tl     *timeline.Timeline
	lasts  tracefeed.Time // the length of a long wait
	since  map[tracefeed.ThreadID]tracefeed.Time
	woken  map[tracefeed.ThreadID]tracefeed.ThreadID // the holders that woke them
	helped map[tracefeed.ThreadID]bool
}

func newHelpers(s *Ending) helpers {
	return helpers{tl: s.tl, lasts: s.Hang, since: map[tracefeed.ThreadID]tracefeed.Time{},
		woken: map[tracefeed.ThreadID]tracefeed.ThreadID{}, helped: map[tracefeed.ThreadID]bool{}}
}

// add adds the holder of a wait for an own lock, if the wait is one, and long.
func (h *helpers) add(w *Wait) {
	if w.Until-w.Since < h.lasts {
		return
	}
	for _, held := range h.tl.Lane(w.Thread).Held(h.tl.End) {
		if held.Monitor == w.Span.Monitor {
			h.since[w.Thread] = held.Since
			if held.Earlier {
				h.since[w.Thread] = 0
			}
		}
	}
}

// page processes the waits of the next page.
func (h *helpers) page(waits []ownerjoin.Wait) {
	if len(h.since) == 0 {
		return
	}
	for i := range waits {
		w := &waits[i]
		if since, ok := h.since[w.Other]; ok && !w.Open && w.State == tracefeed.Suspended && w.End >= since {
			h.woken[w.Thread] = w.Other
		}
	}
}

// finish finds the holders with helpers that can proceed, after the last page.
func (h *helpers) finish(g *waitGraph) {
	if len(h.since) == 0 {
		return
	}
	of := h.woken
	for id := 1; id < len(h.tl.Threads); id++ {
		t := tracefeed.ThreadID(id)
		lane := h.tl.Lane(t)
		by, _ := lane.Origin()
		if since, ok := h.since[by]; ok {
			if born, _ := lane.Life(); born >= since {
				of[t] = by
			}
		} else if holder, ok := of[by]; ok {
			of[t] = holder
		}
	}
	for t, holder := range of {
		n := g.threads[t]
		stuck := n != noNode && g.nodes[n].lost
		h.helped[holder] = h.helped[holder] || !stuck && h.tl.Lane(t).StateAt(h.tl.End) != tracefeed.NotAlive
	}
}

// alone reports whether a thread has long been waiting for a lock of its own without
// helpers.
func (h *helpers) alone(t tracefeed.ThreadID) bool {
	_, waits := h.since[t]
	return waits && !h.helped[t]
}

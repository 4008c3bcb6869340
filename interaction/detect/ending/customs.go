package ending

import (
	"maps"
	"math"
	"slices"

	"tiv/interaction/detect/place"
	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// Customs says whether threads other than its holder may release one of Go's locks, or a
// semaphore. Go allows that, so no ring of holders is closed by nature. A wait is endless by
// a proof of the runtime, or by custom:
//
//   - A thread released a lock that it had acquired at the same place as the holder; or
//     a holder released the lock itself before, and the present one still exists.
//   - Nothing is known, but the holder waits for something else. One that has ended may rely
//     on another thread to release it, unless the trace does not have its acquisition and
//     only holders released the lock before. So may one that waits for the same lock, if it
//     started or woke a thread since it has the lock, or has not waited for long.
//   - In all cases, no lock that was acquired at the same place was handed over.
//
// It does nothing in a trace in which no thread waits for such a lock in a ring, or
// behind a thread that never proceeds.
type Customs struct {
	tl     *timeline.Timeline
	wanted []bool // by monitor; short if there is none
	// released says which of them a holder has released.
	released map[tracefeed.MonitorID]bool
	// places are the places of acquisitions, by stack.
	places []tracefeed.FrameID
	// own and handed are the places at which a lock was acquired that its holder
	// released, or that was handed over.
	own, handed map[tracefeed.FrameID]bool
	// held are the places of holds: of the locks wanted, and of others at places that
	// are not in own, up to a limit.
	held map[customHold]tracefeed.FrameID
	// again are the threads that wait for a lock of their own.
	again helpers
}

type customHold struct {
	thread  tracefeed.ThreadID
	monitor tracefeed.MonitorID
}

// maxCustomHolds bounds the holds that customs follows.
const maxCustomHolds = 1 << 16

// NewCustoms prepares to collect the customs of the locks of lost waits.
func NewCustoms(s *Ending) *Customs {
	c := &Customs{tl: s.tl, again: newHelpers(s)}
	for n := range s.graph.nodes {
		if node := &s.graph.nodes[n]; node.wait != nil && node.lost && s.customary(node.wait) {
			c.want(node.wait.Span.Monitor)
			c.again.add(node.wait)
		}
	}
	for i := range s.Open {
		if w := &s.Open[i]; w.Span.Forever && c.wanted != nil {
			c.wanted[w.Span.Monitor] = false // nothing that could release it refers to it
		}
	}
	return c
}

// Resume continues older customs. It returns false if these are about other waits; c then
// needs all pages again.
func (c *Customs) Resume(older *Customs) bool {
	if c.wanted == nil {
		return true
	}
	n := len(older.wanted)
	if len(c.wanted) < n || !slices.Equal(c.wanted[:n], older.wanted) || slices.Contains(c.wanted[n:], true) ||
		!maps.Equal(c.again.since, older.again.since) {
		return false
	}
	wanted, tl := c.wanted, c.tl
	*c = *older
	c.wanted, c.tl, c.again.tl = wanted, tl, tl
	c.findPlaces()
	return true
}

// Clone returns a copy between two pages.
func (c *Customs) Clone() *Customs {
	out := *c
	out.released, out.own, out.handed, out.held = maps.Clone(c.released), maps.Clone(c.own), maps.Clone(c.handed), maps.Clone(c.held)
	out.again.woken, out.again.helped = maps.Clone(c.again.woken), maps.Clone(c.again.helped)
	return &out
}

// customary reports whether any thread may release the monitor that a wait is for: whether it
// is a lock or semaphore of Go that the runtime has not proven to be out of reach. The lock
// within a sync.Once is released by the thread that acquired it, and no other.
func (s *Ending) customary(w *Wait) (isLock bool) {
	if w.Span.Forever {
		return false
	}
	for _, f := range s.tl.Stacks[w.Span.Stack] {
		call := language.OfName(s.tl.Frames[f].Func)
		if call.Language != language.Go {
			break
		}
		switch call.Object {
		case language.Mutex, language.RWLock, language.ReadLock, language.Semaphore:
			isLock = true
		case language.Once:
			return false
		default:
			if call.Part != language.Runtime && call.Part != language.Threading {
				return isLock
			}
		}
	}
	return isLock
}

// want adds a lock.
func (c *Customs) want(m tracefeed.MonitorID) {
	if c.wanted == nil {
		c.wanted = make([]bool, len(c.tl.Monitors))
		c.released = map[tracefeed.MonitorID]bool{}
		c.own, c.handed = map[tracefeed.FrameID]bool{}, map[tracefeed.FrameID]bool{}
		c.held = map[customHold]tracefeed.FrameID{}
		c.findPlaces()
	}
	c.wanted[m] = true
}

// findPlaces adds the places of the stacks without one.
func (c *Customs) findPlaces() {
	for _, stack := range c.tl.Stacks[min(len(c.places), len(c.tl.Stacks)):] {
		at := tracefeed.FrameID(0)
		if len(stack) > 0 {
			at = stack[place.UserCall(c.tl, stack)]
		}
		c.places = append(c.places, at)
	}
}

// Page processes the holds of the next page. What was held before a loss of events is
// forgotten: a release may be lost.
func (c *Customs) Page(p *timeline.LockPage) {
	if c.wanted == nil {
		return
	}
	c.again.page(p.Waits)
	if len(p.Losses) > 0 {
		clear(c.held)
	}
	for i := range p.Holds {
		h := &p.Holds[i]
		if h.Start >= p.Start {
			c.acquired(h, c.places[p.Stacks[i]])
		}
		if h.End != math.MaxInt64 {
			c.ended(h, p.Lost(h))
		}
	}
}

func (c *Customs) acquired(h *ownerjoin.Hold, place tracefeed.FrameID) {
	switch {
	case place == 0:
	case c.tl.HandedOver(h.Monitor):
		c.handed[place] = true
	case c.wanted[h.Monitor], !c.own[place] && len(c.held) < maxCustomHolds:
		c.held[customHold{h.Thread, h.Monitor}] = place
	}
}

// ended processes the end of a hold: its holder released the monitor, unless that is
// lost.
func (c *Customs) ended(h *ownerjoin.Hold, lost bool) {
	if c.wanted[h.Monitor] && !lost {
		c.released[h.Monitor] = true
	}
	if len(c.held) > 0 {
		key := customHold{h.Thread, h.Monitor}
		if place, ok := c.held[key]; ok {
			c.own[place] = c.own[place] || !lost
			delete(c.held, key)
		}
	}
}

// judge marks the monitors of a graph that threads other than their holders may release
// (free), and those of which nothing is known (assumed), after the last page. It reports
// whether any is free.
func (c *Customs) judge(g *waitGraph) (any bool) {
	if c.wanted == nil {
		return false
	}
	c.again.finish(g)
	for m, nodes := range g.monitors {
		if nodes == nil || !c.wanted[m] {
			continue
		}
		node := &g.nodes[nodes.owned]
		for _, t := range c.tl.Owners(m, c.tl.End) {
			free, known := c.of(t, m)
			node.free, node.assumed = node.free || free, node.assumed || !known
		}
		any = any || node.free
	}
	return any
}

// of says whether a thread other than t, which holds m, may release it, and whether
// anything is known about that.
func (c *Customs) of(t tracefeed.ThreadID, m tracefeed.MonitorID) (free, known bool) {
	span, _ := LastKnown(c.tl, t)
	ended, again := span.State == tracefeed.NotAlive, span.State == tracefeed.Blocking && span.Monitor == m
	place := c.held[customHold{t, m}]
	switch {
	case c.handed[place]:
		return true, true
	case c.own[place], c.released[m] && !ended:
		return false, true
	case place == 0 && c.released[m] && !c.tl.HandedOver(m):
		return false, false
	}
	return ended || again && !c.again.alone(t), false
}

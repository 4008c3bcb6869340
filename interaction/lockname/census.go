package lockname

import (
	"cmp"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// Ranks are the kinds of the monitors of a trace, and their order by waiting.
type Ranks struct {
	// Kinds has the Kind of each monitor, by id; it may be short.
	Kinds []byte
	// Order lists the locks with waits, the one with the longest total first, those with
	// equal totals by id, and then the objects of suspensions; at most maxRanks.
	Order []tracefeed.MonitorID
}

// maxRanks is the number of names with up to three letters.
const maxRanks = 26 + 26*26 + 26*26*26

// Fits reports whether all monitors are among a number of them, and none is listed
// twice.
func (r Ranks) Fits(monitors int) bool {
	seen := make(map[tracefeed.MonitorID]bool, len(r.Order))
	for _, m := range r.Order {
		if m <= tracefeed.NoMonitor || int(m) >= monitors || seen[m] {
			return false
		}
		seen[m] = true
	}
	return len(r.Kinds) <= monitors && len(r.Order) <= maxRanks
}

// After returns the ranks in an order in which the monitors of older ranks keep their
// places: letters stay as they are while a trace grows.
func (r Ranks) After(older Ranks) Ranks {
	if len(older.Order) == 0 {
		return r
	}
	kept := make(map[tracefeed.MonitorID]bool, len(older.Order))
	for _, m := range older.Order {
		kept[m] = true
	}
	order := slices.Clone(older.Order)
	for _, m := range r.Order {
		if !kept[m] && len(order) < maxRanks {
			order = append(order, m)
		}
	}
	return Ranks{Kinds: r.Kinds, Order: order}
}

// Census adds up the waits for each monitor and notes its kind, page by page.
type Census struct {
	tl     *timeline.Timeline
	seen   []sighting // by monitor
	stacks []Kind     // by stack: the kind + 1, 0 if not known yet
	end    tracefeed.Time
}

// sighting is the knowledge of a Census about one monitor.
type sighting struct {
	waited    tracefeed.Time // Blocking
	suspended tracefeed.Time
	// thread and since are its first wait.
	thread tracefeed.ThreadID
	since  tracefeed.Time
	kind   Kind
}

// NewCensus returns a census of a trace; Page must be called for each page, in order.
func NewCensus(tl *timeline.Timeline) *Census {
	c := &Census{}
	c.Extend(tl)
	return c
}

// Extend continues the census in a later snapshot of the trace.
func (c *Census) Extend(tl *timeline.Timeline) {
	c.tl = tl
	c.seen = append(c.seen, make([]sighting, len(tl.Monitors)-len(c.seen))...)
	c.stacks = append(c.stacks, make([]Kind, len(tl.Stacks)-len(c.stacks))...)
}

// Clone returns a copy between two pages.
func (c *Census) Clone() *Census {
	return &Census{tl: c.tl, seen: slices.Clone(c.seen), stacks: slices.Clone(c.stacks), end: c.end}
}

// Page adds the next page. Its cost is linear in the waits and holds of the page.
func (c *Census) Page(p *timeline.LockPage) {
	for i := range p.Waits {
		w := &p.Waits[i]
		s := &c.seen[w.Monitor]
		if s.thread == tracefeed.NoThread {
			s.thread, s.since = w.Thread, w.Start
		}
		if length := max(0, w.End-max(w.Start, c.end)); w.State == tracefeed.Blocking {
			s.waited += length
		} else {
			s.suspended += length
		}
	}
	for i := range p.Holds {
		h := &p.Holds[i]
		if s := &c.seen[h.Monitor]; s.kind != RWLock && h.Start >= p.Start {
			s.kind = max(s.kind, c.kindAt(p.Stacks[i]))
			if h.Shared {
				s.kind = RWLock
			}
		}
	}
	c.end = p.End
}

// Ranks returns the result, after the last page. It looks up the first wait of each
// monitor in the result whose kind is not known otherwise.
func (c *Census) Ranks() Ranks {
	var r Ranks
	for m := 1; m < len(c.seen); m++ {
		if c.seen[m].waited+c.seen[m].suspended > 0 {
			r.Order = append(r.Order, tracefeed.MonitorID(m))
		}
	}
	slices.SortStableFunc(r.Order, func(a, b tracefeed.MonitorID) int {
		return -cmp.Or(cmp.Compare(c.seen[a].waited, c.seen[b].waited), cmp.Compare(c.seen[a].suspended, c.seen[b].suspended))
	})
	r.Order = r.Order[:min(len(r.Order), maxRanks)]
	const mostLookups = 1000
	for _, m := range r.Order[:min(len(r.Order), mostLookups)] {
		if s := &c.seen[m]; s.kind == Unknown {
			wait, _ := c.tl.Lane(s.thread).At(max(s.since, 0))
			if s.kind = c.kindAt(wait.Stack); wait.Shared {
				s.kind = RWLock
			}
		}
	}
	for m := 1; m < len(c.seen); m++ {
		if s := &c.seen[m]; s.kind == Unknown && s.waited == 0 && s.suspended > 0 {
			s.kind = Object
		}
	}
	r.Kinds = make([]byte, len(c.seen))
	for m := range c.seen {
		r.Kinds[m] = byte(c.seen[m].kind)
	}
	return r
}

// kindAt returns the kind of the monitor that a stack acquires or waits for.
func (c *Census) kindAt(id tracefeed.StackID) Kind {
	if id == tracefeed.NoStack {
		return Unknown
	}
	if c.stacks[id] == 0 {
		c.stacks[id] = kindOf(c.tl, c.tl.Stacks[id]) + 1
	}
	return c.stacks[id] - 1
}

// kindOf returns the kind by the innermost calls of a stack: those of Go's package sync,
// and of POSIX threads.
func kindOf(tl *timeline.Timeline, stack []tracefeed.FrameID) (k Kind) {
	for _, f := range stack {
		call := language.OfName(tl.Frames[f].Func)
		switch call.Object {
		case language.RWLock, language.ReadLock:
			return RWLock
		case language.Mutex:
			k = Mutex
			continue
		case language.Once:
			return Once
		case language.WaitGroup:
			return WaitGroup
		case language.Channel:
			return Channel
		case language.Semaphore:
			if k == Unknown { // not its mutex
				return Semaphore
			}
		case language.Condition:
			if k == Unknown { // not its lock
				return Condition
			}
		}
		if call.Part != language.Runtime && call.Part != language.Threading {
			return k
		}
	}
	return k
}

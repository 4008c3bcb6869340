package filter

import (
	"cmp"
	"context"
	"maps"

	"tiv/expression"
	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Memory is a cache of slow intermediate results, which filters reuse for other
// moments and other constants. The zero value is empty; a copy is independent.
type Memory struct {
	tl       *timeline.Timeline
	waits    *waitCounts         // nil if no filter used them
	contacts map[string]contacts // by the last filter's arguments; never changed
	places   *places             // nil if no filter used them
	// limit is the approximate number of intervals cached for the names of a
	// filter; 0 means defaultLimit.
	limit int
}

// defaultLimit is some 32 MB.
const defaultLimit = 1 << 20

// contacts are the intervals of contact with all threads of a name or id.
type contacts struct {
	*interaction.Contacts
	from, to tracefeed.Time
	// whole says that they are valid for the whole interval [from, to) only, and
	// not for parts of it, because all parts would take too much memory.
	whole bool
}

// Quick reports whether Match reads no more than about most events.
func (f *Filter) Quick(v View, most int) bool {
	known := v.known()
	cost := 0
	if f.program.Uses("waits") {
		cost += known.waitCost(&v)
	}
	if f.program.Uses("processor") && !known.places.are(&v) {
		cost += known.tl.Events(max(v.From, 0), v.To)
	}
	if v.Tasks != nil && f.OfTasks() {
		cost += v.Tasks.Pieces()
	}
	if f.program.Uses("interacts") {
		for _, name := range f.program.Arguments("interacts") {
			cost += known.contactCost(&v, name)
		}
	}
	return cost <= most
}

// known returns the cache if it belongs to the view's timeline, else an empty
// one.
func (v *View) known() *Memory {
	switch {
	case v.Memory == nil:
		return &Memory{tl: v.Timeline}
	case v.Memory.tl != v.Timeline:
		return &Memory{tl: v.Timeline, limit: v.Memory.limit}
	}
	return v.Memory
}

// waitCost returns the number of events to read to count waits.
func (m *Memory) waitCost(v *View) int {
	from, to := max(v.From, 0), v.To
	all := m.tl.Events(from, to)
	if m.waits == nil || from >= to || m.waits.from >= m.waits.to {
		return all
	}
	return min(all, m.between(m.waits.from, from)+m.between(m.waits.to, to))
}

// between returns the number of events between two times.
func (m *Memory) between(a, b tracefeed.Time) int {
	if a == b {
		return 0
	}
	return m.tl.Events(min(a, b), max(a, b))
}

// countWaits counts the waits in the window of a view.
func (m *Memory) countWaits(ctx context.Context, v *View) {
	from, to := max(v.From, 0), v.To
	switch {
	case m.waitCost(v) < m.tl.Events(from, to):
		m.waits = m.waits.moved(ctx, m.tl, from, to)
	default:
		m.waits = countWaits(ctx, m.tl, from, to, v.report)
	}
	if ctx.Err() != nil {
		m.waits = nil
	}
}

// covers reports whether contacts answer for a window.
func (c *contacts) covers(from, to tracefeed.Time) bool {
	return c.Contacts != nil && c.from <= from && to <= c.to && (!c.whole || c.from == from && c.to == to)
}

// contactCost returns the number of events to read to compute the contacts with
// a name.
func (m *Memory) contactCost(v *View, name string) int {
	from, to := v.past()
	c := m.contacts[name]
	switch {
	case c.covers(from, to):
		return 0
	case c.whole:
		return m.tl.Events(from, to)
	}
	return m.tl.Events(0, m.tl.End)
}

// findContacts computes the intervals of contact with some names: in the whole
// trace, for use at any moment, or in the present history if the whole trace
// has too many.
func (m *Memory) findContacts(ctx context.Context, v *View, names []string) {
	from, to := v.past()
	found := map[string]contacts{}
	for i, name := range names {
		report := func(share float64) { v.report((float64(i) + share) / float64(len(names))) }
		c := m.contacts[name]
		if !c.covers(from, to) {
			of := m.called(name)
			if !c.whole {
				all, ok := interaction.FindContacts(ctx, m.tl, of, 0, m.tl.End, max(cmp.Or(m.limit, defaultLimit)/len(names), 1), report)
				c = contacts{all, 0, m.tl.End, !ok}
			}
			if c.whole {
				some, _ := interaction.FindContacts(ctx, m.tl, of, from, to, 0, report)
				c = contacts{some, from, to, true}
			}
		}
		found[name] = c
	}
	if ctx.Err() == nil && !maps.Equal(m.contacts, found) {
		m.contacts = found
	}
}

// called returns which threads have a name or id.
func (m *Memory) called(name string) []bool {
	of := make([]bool, len(m.tl.Threads))
	for t := range of {
		th := &m.tl.Threads[t]
		of[t] = expression.Tame(th.Name) == name || expression.Tame(th.ID) == name
	}
	return of
}

// past returns the history of a view, clipped to the trace.
func (v *View) past() (from, to tracefeed.Time) {
	return max(v.Since, 0), min(v.Until, v.Timeline.End)
}

func (v *View) report(share float64) {
	if v.Progress != nil {
		v.Progress(share)
	}
}

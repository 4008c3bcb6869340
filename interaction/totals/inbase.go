package totals

import (
	"cmp"
	"context"
	"slices"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// InSets is the time of waits and holds in each set of a query.
type InSets struct{ Waited, Held []tracefeed.Time }

// episode returns a wait or a hold: as long as its parts in the base, and from the first of
// them on.
func (p *pass) episode(t tracefeed.ThreadID, start, end tracefeed.Time) Episode {
	e := Episode{t, start, end - start}
	if p.Base == nil {
		return e
	}
	e.Length = 0
	p.Base.Within(t, start, end, func(a, b tracefeed.Time) {
		if e.Length == 0 {
			e.Start = a
		}
		e.Length += b - a
	})
	return e
}

// counts reports whether a moment of a thread is in the base.
func (p *pass) counts(t tracefeed.ThreadID, at tracefeed.Time) bool {
	return p.Base == nil || p.Base.Time(t, at, at+1) > 0
}

// pairs returns the pairs of the window, in the base.
func (p *pass) pairs(ctx context.Context) []interaction.Pair {
	if p.Base == nil {
		return interaction.Pairs(ctx, p.tl, p.From, p.To)
	}
	return interaction.PairsIn(ctx, p.tl, p.From, p.To, p.Base)
}

// sumBase adds up the time of threads in each state, in the base.
func (p *pass) sumBase(ctx context.Context, ids []tracefeed.ThreadID, sum *tracefeed.StateTimes) {
	timeline.EachStretch(ctx, p.tl, ids, p.From, p.To, func(row int, s tracefeed.State, start, end tracefeed.Time) {
		sum[s] += p.Base.Time(ids[row], start, end)
	})
}

// addWaitIn adds a wait of a use to the times in sets.
func (m *monitors) addWaitIn(u *use, start, end tracefeed.Time) {
	for i, set := range m.Sets {
		if t := set.Time(u.Thread, start, end); t > 0 {
			m.all[u.Monitor].in(len(m.Sets)).Waited[i] += t
			u.in(len(m.Sets)).Waited[i] += t
		}
	}
}

// addHoldIn adds a hold of a use to the times in sets, and its parts in the base to the times
// of its monitor.
func (m *monitors) addHoldIn(u *use, start, end tracefeed.Time) {
	for i, set := range m.Sets {
		if t := set.Time(u.Thread, start, end); t > 0 {
			m.all[u.Monitor].in(len(m.Sets)).Held[i] += t
			u.in(len(m.Sets)).Held[i] += t
		}
	}
	if m.Base != nil {
		b := &m.busy[u.Monitor]
		m.Base.Within(u.Thread, start, end, func(start, end tracefeed.Time) {
			b.parts = append(b.parts, timeline.Interval{Start: start, End: end})
		})
	}
}

// in returns the times in n sets.
func (t *Tally) in(n int) *InSets {
	if t.In == nil {
		t.In = &InSets{make([]tracefeed.Time, n), make([]tracefeed.Time, n)}
	}
	return t.In
}

// busyTime returns the time up to at with an owner, since there is one: with a base, the
// time that any of the holds since then has in it.
func (m *monitors) busyTime(b *busy, at tracefeed.Time) (sum tracefeed.Time) {
	if m.Base == nil {
		return max(0, at-max(b.since, m.From))
	}
	slices.SortFunc(b.parts, func(a, b timeline.Interval) int { return cmp.Compare(a.Start, b.Start) })
	to := m.From
	for _, v := range b.parts {
		sum += max(0, v.End-max(v.Start, to))
		to = max(to, v.End)
	}
	b.parts = b.parts[:0]
	return sum
}

// queueParts adds the parts of a wait in the base, up to a time, to its queue.
func (m *monitors) queueParts(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
	m.Base.Within(t, max(s.Start, m.From, m.queuedTo[t]), end, func(start, end tracefeed.Time) {
		m.queues.add(s.Monitor, start, true)
		m.queues.add(s.Monitor, end, false)
	})
	m.queuedTo[t] = max(m.queuedTo[t], end)
}

// pageInBase is page with a base. A part that lasts beyond the page leaves its queue at the
// end, and joins it again at the same instant: that makes no queue longer.
func (m *monitors) pageInBase(end tracefeed.Time) {
	later := m.unqueued[:0]
	for _, t := range m.unqueued {
		w := &m.open[t]
		if m.queued[t] = w.open && w.State == tracefeed.Blocking; m.queued[t] {
			m.queueParts(t, &w.Span, end)
			later = append(later, t)
		}
	}
	m.unqueued = later
	m.queues.flush()
}

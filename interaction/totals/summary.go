package totals

import (
	"cmp"
	"context"
	"slices"

	"tiv/interaction"
	"tiv/internal/radix"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Summary is the totals of some threads together.
type Summary struct {
	// threads is their number.
	threads int
	// States is the time they spent in each state.
	States tracefeed.StateTimes
	// Waits is the distribution of their waits, by state: of Blocking, Suspended
	// and IO. Waits are clipped to the window, so they add up to States.
	Waits [tracefeed.NumStates]Lengths
	// Monitors are the monitors waited for, the longest total first.
	Monitors []MonitorWaits
	// Pairs are their lock edges by blocker, the longest total first.
	Pairs []interaction.Pair
}

// MonitorWaits is the totals of the waits for one monitor.
type MonitorWaits struct {
	Monitor tracefeed.MonitorID
	Count   int
	Total   tracefeed.Time
	Longest Episode
}

// Sum returns the totals of the threads that q selects. ok is false if ctx was done
// before the end.
func Sum(ctx context.Context, tl *timeline.Timeline, q Query) (s Summary, ok bool) {
	at := make([]MonitorWaits, len(tl.Monitors))
	p := newPass(tl, q)
	p.begin = func(tracefeed.ThreadID, *timeline.Span) {}
	p.wait = func(t tracefeed.ThreadID, w *timeline.Span, start, end tracefeed.Time) {
		m := p.episode(t, start, end)
		s.Waits[w.State].add(m, maxLengths)
		if w.State == tracefeed.Blocking {
			sum := &at[w.Monitor]
			sum.Count++
			sum.Total += m.Length
			sum.Longest.keepLonger(m)
		}
	}
	if !p.run(ctx) {
		return s, false
	}
	for i := range s.Waits {
		s.Waits[i].finish()
	}
	s.Monitors = longestFirst(at)
	s.sumStates(ctx, p)
	s.sumPairs(ctx, p)
	return s, ctx.Err() == nil
}

func longestFirst(at []MonitorWaits) (list []MonitorWaits) {
	for id := range at {
		if at[id].Monitor = tracefeed.MonitorID(id); at[id].Count > 0 {
			list = append(list, at[id])
		}
	}
	slices.SortStableFunc(list, func(a, b MonitorWaits) int { return cmp.Compare(b.Total, a.Total) })
	return list
}

func (s *Summary) sumStates(ctx context.Context, p *pass) {
	var ids []tracefeed.ThreadID
	for id, asked := range p.of {
		if asked {
			ids = append(ids, tracefeed.ThreadID(id))
		}
	}
	s.threads = len(ids)
	if p.Base != nil {
		p.sumBase(ctx, ids, &s.States)
		return
	}
	p.tl.EachSum(ids, p.From, p.To, func(_ int, b *tracefeed.StateTimes) { s.States.Add(*b) })
}

func (s *Summary) sumPairs(ctx context.Context, p *pass) {
	if s.Waits[tracefeed.Blocking].Count == 0 {
		return
	}
	for _, pair := range p.pairs(ctx) {
		if pair.Kind == interaction.Lock && p.of[pair.Blocked] {
			s.Pairs = append(s.Pairs, pair)
		}
	}
	s.Pairs = longestPairs(s.Pairs)
}

// longestPairs sorts pairs by decreasing total, stably. It uses a radix sort: there
// may be millions, and a comparison sort would dominate the cost.
func longestPairs(pairs []interaction.Pair) []interaction.Pair {
	most := tracefeed.Time(0)
	for i := range pairs {
		most = max(most, pairs[i].Total)
	}
	return radix.SortBy(pairs, func(p *interaction.Pair) uint64 { return uint64(most - p.Total) })
}

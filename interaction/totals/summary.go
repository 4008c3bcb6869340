package totals

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"tiv/interaction"
	"tiv/internal/radix"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Summary is what some threads did together.
type Summary struct {
	// Threads is how many they are.
	Threads int
	// States is the time they spent in each state.
	States timeline.Bucket
	// Waits is how long their waits were, by state: Blocking, Suspended and IO
	// have any. What reaches beyond the time is cut, so that they add up to
	// States.
	Waits [timeline.NumStates]Lengths
	// Monitors is what they waited for, the longest first.
	Monitors []MonitorWaits
	// Pairs are who held them up, the longest first: lock edges only.
	Pairs []interaction.Pair
}

// MonitorWaits is the waits for one monitor.
type MonitorWaits struct {
	Monitor tracefeed.MonitorID
	Count   int
	Total   tracefeed.Time
	Longest Moment
}

// Sum returns what the threads that are asked for did. ok is false if ctx was
// done before all was told.
func Sum(ctx context.Context, tl *timeline.Timeline, q Query) (s Summary, ok bool) {
	at := make([]MonitorWaits, len(tl.Monitors))
	p := newPass(tl, q)
	p.begin = func(tracefeed.ThreadID, *timeline.Span) {}
	p.wait = func(t tracefeed.ThreadID, w *timeline.Span, start, end tracefeed.Time) {
		m := Moment{t, start, end - start}
		s.Waits[w.State].add(m)
		if w.State == timeline.Blocking {
			sum := &at[w.Monitor]
			sum.Count++
			sum.Total += m.Length
			sum.Longest.take(m)
		}
	}
	if !p.run(ctx) {
		return s, false
	}
	for i := range s.Waits {
		s.Waits[i].finish()
	}
	s.Monitors = longestFirst(at)
	s.sumStates(p)
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

func (s *Summary) sumStates(p *pass) {
	var ids []tracefeed.ThreadID
	for id, asked := range p.of {
		if asked {
			ids = append(ids, tracefeed.ThreadID(id))
		}
	}
	s.Threads = len(ids)
	p.tl.EachSum(ids, p.From, p.To, func(_ int, b *timeline.Bucket) { s.States.Add(*b) })
}

func (s *Summary) sumPairs(ctx context.Context, p *pass) {
	if s.Waits[timeline.Blocking].Count == 0 {
		return
	}
	for _, pair := range interaction.Pairs(ctx, p.tl, p.From, p.To) {
		if pair.Kind == interaction.Lock && p.of[pair.Blocked] {
			s.Pairs = append(s.Pairs, pair)
		}
	}
	s.Pairs = longestPairs(s.Pairs)
}

// longestPairs sorts pairs, the longest first, and else as they are. There may
// be millions, which a comparing sort would take longer for than all the rest.
func longestPairs(pairs []interaction.Pair) []interaction.Pair {
	most := tracefeed.Time(0)
	for i := range pairs {
		most = max(most, pairs[i].Total)
	}
	items := make([]radix.Item, len(pairs))
	for i := range pairs {
		items[i] = radix.Item{Key: uint64(most - pairs[i].Total), At: int32(i)}
	}
	sorted := make([]interaction.Pair, len(pairs))
	for i, x := range radix.Sort(items, make([]radix.Item, len(items)), bits.Len64(uint64(most))) {
		sorted[i] = pairs[x.At]
	}
	return sorted
}

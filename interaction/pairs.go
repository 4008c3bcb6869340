package interaction

import (
	"context"
	"sort"

	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// Pair is the sum of one thread's waits for another in a window.
type Pair struct {
	Kind Kind
	// Evidence is that of nearly all of Total; see DominantEvidence.
	Evidence         Evidence
	Blocked, Blocker tracefeed.ThreadID
	// Monitor is the one waited for longest (Lock); NoMonitor if it has no name, or if
	// there were too many to determine it. Of Signal, only PairsByMonitor has it.
	Monitor tracefeed.MonitorID
	// Inferred is the part of Total that is not observed.
	Inferred tracefeed.Time
	// Count is the number of edges.
	Count int
	// Total is the time charged to Blocker, Longest the longest edge, both in
	// nanoseconds.
	Total, Longest tracefeed.Time
}

// Pairs adds up the edges in [from, to) by blocked thread and blocker. Waits
// without a known blocker are left out. The result is sorted by blocked, blocker
// and kind. Once ctx is done, it returns nil early.
func Pairs(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time) []Pair {
	return pairs(ctx, tl, from, to, defaultLimits)
}

// pairs is Pairs with limits.
func pairs(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, l limits) []Pair {
	t := newAggregator(tl, from, to, l)
	t.addAll(ctx)
	if ctx.Err() != nil {
		return nil
	}
	return t.pairs()
}

// maxSequentialIntervals is the budget up to which one goroutine is used: handing
// over to another takes longer on a busy machine.
const maxSequentialIntervals = 1 << 20

// Latest are the waits of the latest part of a window.
type Latest struct {
	// From is the start of the part.
	From tracefeed.Time
	// Pairs are its waits, as Pairs returns them.
	Pairs []Pair
	// Parts divide the lock pairs by the locks waited for, sorted by blocked thread. They are
	// nil if there were too many.
	Parts []Part
}

// Part is the time that one thread waited for another at one lock.
type Part struct {
	Blocked, Blocker tracefeed.ThreadID
	Monitor          tracefeed.MonitorID
	Total            tracefeed.Time
}

// LatestPairs returns the waits of the latest part of [from, to) with no more than about
// budget ownership intervals. A lock with many waiters that changes hands all the time can
// have too many of them for an interactive response. Budgets up to about a million are
// processed without other goroutines. If in is not nil, only time in it counts, as for
// PairsIn.
func LatestPairs(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, budget int, in Set) Latest {
	part := newLatestPart(tl, from, to, budget)
	if part.sequential {
		part.aggregator = newAggregator(tl, from, to, defaultLimits)
		part.aggregator.sequential, part.aggregator.in = true, in
	}
	l := Latest{From: part.find(ctx)}
	t := part.aggregator
	if !part.complete {
		t = newAggregator(tl, l.From, to, defaultLimits)
		t.in = in
		t.addAll(ctx)
		if ctx.Err() != nil {
			return l
		}
	}
	l.Pairs, l.Parts = t.pairsAndParts()
	return l
}

// LatestPart returns the start of the part that LatestPairs adds up.
func LatestPart(tl *timeline.Timeline, from, to tracefeed.Time, budget int) tracefeed.Time {
	return newLatestPart(tl, from, to, budget).find(context.Background())
}

// latestPart searches for the latest part of a window with no more than about
// budget ownership intervals.
type latestPart struct {
	tl         *timeline.Timeline
	from, to   tracefeed.Time
	budget     int
	sequential bool
	// aggregator adds up the part if it lies in one page, and complete is then set;
	// nil if no sum is wanted.
	aggregator *aggregator
	complete   bool
}

func newLatestPart(tl *timeline.Timeline, from, to tracefeed.Time, budget int) *latestPart {
	return &latestPart{tl: tl, from: from, to: min(to, tl.End), budget: budget, sequential: budget <= maxSequentialIntervals}
}

// find returns the start of the part.
func (p *latestPart) find(ctx context.Context) (begin tracefeed.Time) {
	begin = p.from
	pages := 0
	sharing := timeline.Concurrent
	if p.sequential {
		sharing = timeline.Cached
	}
	p.tl.EachJoinedPageBack(max(p.from, 0), p.to, sharing, func(m *ownerjoin.Page) bool {
		first, last := max(m.Start, p.from), min(m.End, p.to)
		start := first
		n := countIntervals(m, start, last)
		for n > p.budget && start < last {
			start += (last - start + 1) / 2
			n = countIntervals(m, start, last)
		}
		pages++
		if p.aggregator != nil && pages == 1 && (start > first || first == max(p.from, 0)) {
			p.aggregator.addOnly(m, start)
			p.complete = true
		}
		if start > first {
			begin = start
			return false
		}
		p.budget -= n
		return ctx.Err() == nil
	})
	return begin
}

// countIntervals returns the number of ownership intervals that the waits of a page
// have in [from, to).
func countIntervals(m *ownerjoin.Page, from, to tracefeed.Time) (n int) {
	for i := range m.Waits {
		w := &m.Waits[i]
		start, end := max(w.Start, from), min(w.End, to)
		switch {
		case start >= end:
		case w.State == tracefeed.Blocking:
			first, last := overlap(m, w, start, end)
			n += int(last-first) + 1
		default:
			n++
		}
	}
	return n
}

// overlap returns the first and the last ownership interval of a wait in [from, to),
// which it must overlap.
func overlap(m *ownerjoin.Page, w *ownerjoin.Wait, from, to tracefeed.Time) (first, last ownerjoin.IntervalIndex) {
	s := m.Intervals[w.First+1 : w.Last+1] // the first has begun
	if len(s) > 0 && s[len(s)-1].Start >= to {
		s = s[:sort.Search(len(s), func(i int) bool { return s[i].Start >= to })]
	}
	if len(s) > 0 && s[0].Start <= from {
		n := sort.Search(len(s), func(i int) bool { return s[i].Start > from })
		return w.First + ownerjoin.IntervalIndex(n), w.First + ownerjoin.IntervalIndex(len(s))
	}
	return w.First, w.First + ownerjoin.IntervalIndex(len(s))
}

// DominantEvidence returns the evidence for a sum of waits, given its inferred
// part: Observed if that is at most a twentieth. A lock is free for an instant
// between two holders, so few sums are entirely observed.
func DominantEvidence(total, inferred tracefeed.Time) Evidence {
	if inferred*20 > total {
		return Inferred
	}
	return Observed
}

package interaction

import (
	"context"
	"sort"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Pair is all that one thread waited for another in a window.
type Pair struct {
	Kind Kind
	// Evidence is what nearly all of Total rests on; see Rest.
	Evidence         Evidence
	Blocked, Blocker tracefeed.ThreadID
	// Monitor is what it waited for longest; NoMonitor where that has no name, or
	// where there were too many to tell.
	Monitor tracefeed.MonitorID
	// Inferred is the part of Total that is not observed.
	Inferred tracefeed.Time
	// Count is the number of stretches.
	Count int
	// Total is the time charged to Blocker, Longest the longest stretch.
	Total, Longest tracefeed.Time
}

// Pairs adds up the edges in [from, to) by who waited for whom. Waits charged
// to nobody are left out. The result is sorted by blocked, blocker and kind.
// Once ctx is done, it returns early, and the result is of no use.
func Pairs(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time) []Pair {
	t := tallyUp(ctx, tl, from, to)
	if ctx.Err() != nil {
		return nil
	}
	return t.pairs()
}

// fewStretches is a budget that is spent at once: on a busy machine it takes
// longer to wait for another goroutine.
const fewStretches = 1 << 20

// LatestPairs returns the Pairs of the latest part of [from, to) whose waits have
// no more than about budget stretches, and where that begins. A lock with many
// waiters that changes hands all the time makes more stretches than anybody can
// wait for. Up to some hundred thousand, nothing is left to other goroutines.
func LatestPairs(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, budget int) ([]Pair, tracefeed.Time) {
	part := newLatestPart(tl, from, to, budget)
	if part.alone {
		part.tally = newTally(tl, from, to)
		part.tally.alone = true
	}
	begin := part.find(ctx)
	if part.known {
		return part.tally.pairs(), begin
	}
	return Pairs(ctx, tl, begin, to), begin
}

// LatestPart returns where the part begins that LatestPairs adds up.
func LatestPart(tl *timeline.Timeline, from, to tracefeed.Time, budget int) tracefeed.Time {
	return newLatestPart(tl, from, to, budget).find(context.Background())
}

// latestPart looks for the latest part of a window that has no more than about
// budget stretches.
type latestPart struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	budget   int
	alone    bool
	// tally adds up the part if it lies in one page; nil if nobody asks. Then it is
	// known.
	tally *tally
	known bool
}

func newLatestPart(tl *timeline.Timeline, from, to tracefeed.Time, budget int) *latestPart {
	return &latestPart{tl: tl, from: from, to: min(to, tl.End), budget: budget, alone: budget <= fewStretches}
}

// find returns where the part begins.
func (p *latestPart) find(ctx context.Context) (begin tracefeed.Time) {
	begin = p.from
	pages := 0
	p.tl.EachMatchBack(max(p.from, 0), p.to, p.alone, func(m *timeline.Matches) bool {
		first, last := max(m.Start, p.from), min(m.End, p.to)
		start := first
		n := stretches(m, start, last)
		for n > p.budget && start < last {
			start += (last - start + 1) / 2
			n = stretches(m, start, last)
		}
		pages++
		if p.tally != nil && pages == 1 && (start > first || first == max(p.from, 0)) {
			p.tally.only(m, start)
			p.known = true
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

// stretches returns how many stretches the waits of a page have in [from, to).
func stretches(m *timeline.Matches, from, to tracefeed.Time) (n int) {
	for i := range m.Waits {
		w := &m.Waits[i]
		start, end := max(w.Start, from), min(w.End, to)
		switch {
		case start >= end:
		case w.State == timeline.Blocking:
			first, last := within(m, w, start, end)
			n += int(last-first) + 1
		default:
			n++
		}
	}
	return n
}

// within returns the first and the last stretch of a wait in [from, to), which
// overlaps it.
func within(m *timeline.Matches, w *timeline.Wait, from, to tracefeed.Time) (first, last int32) {
	s := m.Stretches[w.First+1 : w.Last+1] // the first has begun
	if len(s) > 0 && s[len(s)-1].Start >= to {
		s = s[:sort.Search(len(s), func(i int) bool { return s[i].Start >= to })]
	}
	if len(s) > 0 && s[0].Start <= from {
		n := sort.Search(len(s), func(i int) bool { return s[i].Start > from })
		return w.First + int32(n), w.First + int32(len(s))
	}
	return w.First, w.First + int32(len(s))
}

// Rest returns the evidence for a sum of waits of which a part is inferred:
// Observed if all but a twentieth is. A lock is free for an instant between the
// one who lets it go and the one who takes it, so few sums are pure.
func Rest(total, inferred tracefeed.Time) Evidence {
	if inferred*20 > total {
		return Inferred
	}
	return Observed
}

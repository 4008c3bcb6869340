package patterns

import (
	"context"
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
)

// The budget of a series: ownership intervals and events of all steps together, pairs of the steps
// of a history, and pairs of all moments together.
const (
	maxIntervals = 20_000_000
	maxEvents    = 20_000_000
	maxPairs     = 4_000_000
	maxWork      = 16_000_000
)

// fewest is the number of moments below which a series does not go for its budget.
const fewest = 60

// Find returns the series of a query; an incomplete one if ctx is done. Where threads wait for very
// many others, it has fewer moments.
func Find(ctx context.Context, q *Query) *Series {
	for n := q.Moments; ; n /= 4 {
		if s, ok := find(ctx, q, n, n/4 < fewest); ok {
			return s
		}
	}
}

// find returns the series of about n moments; ok is false if they exceed the budget, unless that is
// allowed.
func find(ctx context.Context, q *Query, n int, allowed bool) (s *Series, ok bool) {
	step, history := q.steps(n)
	s = &Series{Step: step, History: step * tracefeed.Time(history), End: q.Timeline.End}
	if s.End <= 0 {
		return s, true
	}
	n = int((s.End-1)/step) + 1
	sum := slidingSum{tl: q.Timeline, history: history, intervals: maxIntervals / n, events: maxEvents / n,
		shown: make([]bool, len(q.Timeline.Threads)), place: map[pair]int32{}}
	for _, t := range q.Threads {
		sum.shown[t] = true
	}
	blocked := blocking(ctx, q, step, n)
	for i, work := 0, 0; i < n && ctx.Err() == nil; i++ {
		sum.add(ctx, tracefeed.Time(i)*step, s.Time(i), blocked[i])
		if work += len(sum.place); work > maxWork && !allowed {
			return nil, false
		}
		s.Moments = append(s.Moments, sum.moment(detect.ClosedAt(q.Timeline, q.Findings, q.Searched, s.Time(i))))
	}
	s.addLives(q)
	return s, true
}

// blocking returns the time that threads are blocking in each of n steps; nothing of a trace with too
// many events to read.
func blocking(ctx context.Context, q *Query, step tracefeed.Time, n int) []tracefeed.Time {
	const most = 50_000_000
	times := make([]tracefeed.Time, n)
	if q.Timeline.Events(0, q.Timeline.End) <= most {
		threads := slices.Sorted(slices.Values(q.Threads))
		q.Timeline.EachBucket(ctx, threads, 0, step, n, func(_, i int, b *tracefeed.StateTimes) {
			times[i] += b[tracefeed.Blocking] // calls of one step do not overlap
		})
	}
	return times
}

// addLives adds the starts and ends of threads to the changes.
func (s *Series) addLives(q *Query) {
	for _, t := range q.Threads {
		born, died := q.Timeline.Lane(t).Life()
		if i, ok := s.At(born); ok && born > 0 {
			s.Moments[i].changes++
		}
		if i, ok := s.At(died); ok && died < s.End {
			s.Moments[i].changes++
		}
	}
}

// pair is a thread and another that it waits for.
type pair struct{ blocked, blocker tracefeed.ThreadID }

// slidingSum is the waits of the last steps of a series.
type slidingSum struct {
	tl      *timeline.Timeline
	history int // in steps
	// intervals and events are the budget of a step.
	intervals, events int
	shown             []bool
	// steps are those in the sum, the earliest first, held the number of their pairs.
	steps []stepSum
	held  int
	// pairs has the sum of each pair, at its place; those that are free have no waiting.
	pairs []interaction.Pair
	place map[pair]int32
	free  []int32
	// begun is the number of pairs that the last step added.
	begun int
	// dropped is the number of moments from now on that lack a step, because there were too many
	// pairs.
	dropped int
}

// stepSum is the waits of one step, or of its latest part.
type stepSum struct {
	pairs   []pairTotal
	partial bool
	// unknown says that threads wait for locks of unknown threads.
	unknown bool
}

type pairTotal struct {
	pair
	total tracefeed.Time
}

// add adds the step [from, to), in which threads are blocking for some time.
func (s *slidingSum) add(ctx context.Context, from, to, blocked tracefeed.Time) {
	begin := from
	for n := s.tl.Events(begin, to); n > s.events; { // as far as pages allow
		half := begin + (to-begin)/2
		fewer := s.tl.Events(half, to)
		if fewer == n {
			break
		}
		begin, n = half, fewer
	}
	latest := interaction.LatestPairs(ctx, s.tl, begin, to, s.intervals, nil)
	step := stepSum{partial: latest.From > from}
	for i := range latest.Pairs {
		p := &latest.Pairs[i]
		if p.Kind == interaction.Lock && s.shown[p.Blocked] {
			blocked -= p.Total
		}
		if p.Kind == interaction.Lock && p.Blocked != p.Blocker && p.Total > 0 && s.shown[p.Blocked] && s.shown[p.Blocker] {
			step.pairs = append(step.pairs, pairTotal{pair{p.Blocked, p.Blocker}, p.Total})
		}
	}
	step.unknown = blocked > 0 && !step.partial
	s.push(step)
}

// push adds a step, and removes the one that leaves the history.
func (s *slidingSum) push(step stepSum) {
	s.dropped, s.begun = max(0, s.dropped-1), 0
	if len(s.steps) == s.history {
		s.remove()
	}
	for _, p := range step.pairs {
		at, known := s.place[p.pair]
		if !known {
			s.begun++
		}
		if n := len(s.free); !known && n > 0 {
			at, s.free = s.free[n-1], s.free[:n-1]
		} else if !known {
			at, s.pairs = int32(len(s.pairs)), append(s.pairs, interaction.Pair{})
		}
		s.place[p.pair] = at
		total := s.pairs[at].Total + p.total
		s.pairs[at] = interaction.Pair{Kind: interaction.Lock, Blocked: p.blocked, Blocker: p.blocker, Total: total}
	}
	s.steps, s.held = append(s.steps, step), s.held+len(step.pairs)
	for s.held > maxPairs && len(s.steps) > 1 {
		s.dropped = max(s.dropped, s.history-len(s.steps)+1)
		s.remove()
	}
}

// remove removes the earliest step.
func (s *slidingSum) remove() {
	for _, p := range s.steps[0].pairs {
		at := s.place[p.pair]
		if s.pairs[at].Total -= p.total; s.pairs[at].Total == 0 {
			delete(s.place, p.pair)
			s.free = append(s.free, at)
		}
	}
	s.held -= len(s.steps[0].pairs)
	s.steps = s.steps[1:]
}

// partial reports whether the sum lacks a part of its history.
func (s *slidingSum) partial() bool {
	return s.dropped > 0 || slices.ContainsFunc(s.steps, func(p stepSum) bool { return p.partial })
}

// moment returns the pattern of the sum, at a moment with some deadlocks.
func (s *slidingSum) moment(rings []detect.ClosedRing) (m Moment) {
	m.Partial, m.changes = s.partial(), s.begun
	for range rings {
		m.Kinds = append(m.Kinds, Ring)
	}
	if len(s.place) == 0 {
		if len(rings) == 0 && slices.ContainsFunc(s.steps, func(p stepSum) bool { return p.unknown }) {
			m.Kinds = []Kind{Unknown}
		}
		return m
	}
	waits := func(p *interaction.Pair) bool { return p.Total > 0 && !inRing(rings, p) }
	m.Groups = interaction.Groups(s.pairs, len(s.tl.Threads), waits)
	for i := range m.Groups {
		m.Kinds = append(m.Kinds, kindOf[m.Groups[i].Pattern])
	}
	if len(m.Kinds) == 0 {
		m.Kinds = []Kind{Other}
	}
	return m
}

// inRing reports whether a pair is a part of a deadlock.
func inRing(rings []detect.ClosedRing, p *interaction.Pair) bool {
	return slices.ContainsFunc(rings, func(r detect.ClosedRing) bool {
		return slices.Contains(r.Threads, p.Blocked) && slices.Contains(r.Threads, p.Blocker)
	})
}

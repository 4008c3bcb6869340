package timeline_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// tuned returns the tuning of programs for pageLen 0. For pages of a number of events
// it returns one with which short traces use the methods for long ones: several
// goroutines, pages that are not cached, deltas of owners, and deferred bits of time.
func tuned(pageLen int) timeline.Tuning {
	if pageLen == 0 {
		return timeline.Tuning{}
	}
	return timeline.Tuning{PageEvents: pageLen, PartEvents: 100, SequentialEvents: 1, CachedEvents: 150,
		Join: ownerjoin.Tuning{ListedOwners: 2, SortedBits: 6}}
}

// reduce reduces a trace with the tuning for a number of events in a page.
func reduce(trace oracle.Trace, pageLen int) (*timeline.Timeline, error) {
	return reduced.Timeline(trace.Feed(), tuned(pageLen))
}

// differ compares the reducer's timeline of a trace with the oracle's. Windows and
// steps come from rng.
func differ(trace oracle.Trace, rng *rand.Rand) error {
	for _, pageLen := range []int{0, 1 + rng.IntN(9), 1 + rng.IntN(60)} {
		tl, err := reduce(trace, pageLen)
		if err == nil {
			err = differFrom(tl, trace, rng)
		}
		if err != nil {
			return fmt.Errorf("pages of %d events: %w", pageLen, err)
		}
	}
	return nil
}

// differFrom compares a timeline with the oracle's of trace.
func differFrom(tl *timeline.Timeline, trace oracle.Trace, rng *rand.Rand) error {
	h := oracle.Replay(trace)
	if tl.End != h.End() || tl.Header != trace.Header || tl.Counts.Events != int64(len(trace.Events)) {
		return fmt.Errorf("end %d, header %+v, %d events", tl.End, tl.Header, tl.Counts.Events)
	}
	if len(tl.Threads) != trace.Threads() || len(tl.Monitors) != trace.Monitors() {
		return fmt.Errorf("%d threads, %d monitors", len(tl.Threads), len(tl.Monitors))
	}
	for t := tracefeed.ThreadID(1); int(t) < len(tl.Threads); t++ {
		for _, check := range []func() error{
			func() error { return differSpans(tl.Lane(t), h, t) },
			func() error { return differAt(tl.Lane(t), h, t) },
			func() error { return differSums(tl.Lane(t), h, t, rng) },
			func() error { return differBuckets(tl, h, t, rng) },
		} {
			if err := check(); err != nil {
				return fmt.Errorf("thread %d: %w", t, err)
			}
		}
	}
	for _, check := range []func(*timeline.Timeline, oracle.History, *rand.Rand) error{differSum, differGrid, differDraft,
		differJoin, differEachSpan, differEachStretch} {
		if err := check(tl, h, rng); err != nil {
			return err
		}
	}
	if err := differLocks(tl, trace); err != nil {
		return err
	}
	for m := tracefeed.MonitorID(1); int(m) < len(tl.Monitors); m++ {
		if err := differHolds(tl, h, m, rng); err != nil {
			return fmt.Errorf("monitor %d: %w", m, err)
		}
	}
	if err := differHeldBy(tl, trace, rng); err != nil {
		return err
	}
	return differGC(tl, h, rng)
}

// differHeldBy compares the monitors of threads at random times, and the times of their
// acquisitions as far as they are known.
func differHeldBy(tl *timeline.Timeline, trace oracle.Trace, rng *rand.Rand) error {
	holds := oracle.Holds(trace)
	for range 20 {
		thread := tracefeed.ThreadID(1 + rng.IntN(max(1, len(tl.Threads)-1)))
		at := tracefeed.Time(rng.Int64N(int64(tl.End) + 2))
		want := map[tracefeed.MonitorID]tracefeed.Time{}
		for _, h := range holds {
			if h.Thread == thread && h.Start <= at && (at < h.End || h.Open) {
				want[h.Monitor] = h.Start
			}
		}
		got := tl.Lane(thread).Held(at)
		for _, h := range got {
			start, ok := want[h.Monitor]
			if !ok || h.Since < start || h.Since > at || !h.Earlier && h.Since != start {
				return fmt.Errorf("thread %d at %d: %+v, want %v", thread, at, got, want)
			}
		}
		if len(got) != len(want) {
			return fmt.Errorf("thread %d at %d: %+v, want %v", thread, at, got, want)
		}
	}
	return nil
}

// spans returns the spans of a lane in the oracle's form: equal neighbours merged,
// without the time before birth and without a last span of no length. It also
// checks that there are no gaps.
func spans(lane timeline.Lane, end tracefeed.Time) ([]oracle.Span, error) {
	var list []oracle.Span
	now := tracefeed.Time(0)
	var bad error
	empty := false
	lane.Spans(0, end, func(s *timeline.Span, end tracefeed.Time) bool {
		if s.Start != now || s.Start > end || empty {
			bad = fmt.Errorf("a span from %d to %d after %d", s.Start, end, now)
		}
		now, empty = end, s.Start == end
		doing := doing(*s)
		last := len(list) - 1
		switch {
		case s.Start == end, last < 0 && doing.State == oracle.NotAlive:
		case last >= 0 && list[last].Doing == doing:
			list[last].End = end
		default:
			list = append(list, oracle.Span{Start: s.Start, End: end, Doing: doing})
		}
		return true
	})
	if now != end {
		return nil, fmt.Errorf("the last span ends at %d", now)
	}
	return list, bad
}

func doing(s timeline.Span) oracle.Doing {
	return oracle.Doing{State: oracle.State(s.State.String()), Monitor: s.Monitor, Other: s.Other,
		Cause: s.Cause, Shared: s.Shared, Forever: s.Forever}
}

func differSpans(lane timeline.Lane, h oracle.History, t tracefeed.ThreadID) error {
	got, err := spans(lane, h.End())
	if err != nil {
		return err
	}
	if want := h.Spans(t); !slices.Equal(got, want) {
		return fmt.Errorf("spans\ngot  %+v\nwant %+v", got, want)
	}
	return nil
}

func differAt(lane timeline.Lane, h oracle.History, t tracefeed.ThreadID) error {
	for _, m := range h {
		for _, at := range []tracefeed.Time{m.Start, max(m.Start, m.End-1)} {
			s, end := lane.At(at)
			want := m.Threads[t]
			want.Stretch = 0
			if doing(s) != want || s.Start > at || end < m.End || lane.StateAt(at) != s.State || !known(s, lane.Since(at)) {
				return fmt.Errorf("at %d: %+v to %d, want %+v", at, s, end, want)
			}
		}
	}
	if before, _ := lane.At(-1); before.State != tracefeed.NotAlive {
		return fmt.Errorf("before the trace: %s", before.State)
	}
	return nil
}

// known reports whether now equals s, except for the thread that ended it.
func known(s, now timeline.Span) bool {
	if now.Other == tracefeed.NoThread {
		s.Other = tracefeed.NoThread
	}
	if s.State == tracefeed.IO {
		s.Other, s.Shared = now.Other, now.Shared
	}
	s.Forever = s.Forever && now.Forever
	return s == now
}

// window returns a time in or somewhat around the trace.
func window(rng *rand.Rand, h oracle.History) tracefeed.Time {
	around := h.End()/4 + 2
	return tracefeed.Time(rng.Int64N(int64(h.End()+2*around))) - around
}

func differSums(lane timeline.Lane, h oracle.History, t tracefeed.ThreadID, rng *rand.Rand) error {
	for range 8 {
		from, to := window(rng, h), window(rng, h)
		if err := differBucket(lane.Sum(from, to), h, t, from, to); err != nil {
			return err
		}
	}
	return differBucket(lane.Sum(-1<<63, 1<<63-1), h, t, 0, h.End())
}

// differBucket compares one bucket, and its sum with the time the thread was
// alive.
func differBucket(got tracefeed.StateTimes, h oracle.History, t tracefeed.ThreadID, from, to tracefeed.Time) error {
	want := h.Sum(t, from, to)
	alive := tracefeed.Time(0)
	for state, time := range got {
		if name := oracle.State(tracefeed.State(state).String()); want[name] != time {
			return fmt.Errorf("from %d to %d: %v, want %v", from, to, got, want)
		}
		alive += time
	}
	whole := tracefeed.Time(0)
	for _, m := range h {
		if m.Threads[t].State != oracle.NotAlive {
			whole += max(0, min(m.End, to)-max(m.Start, from))
		}
	}
	if alive != whole || got.Alive() != whole {
		return fmt.Errorf("from %d to %d: states add up to %d, alive %d", from, to, alive, whole)
	}
	return nil
}

func differBuckets(tl *timeline.Timeline, h oracle.History, t tracefeed.ThreadID, rng *rand.Rand) error {
	for range 3 {
		from := window(rng, h)
		step := 1 + tracefeed.Time(rng.Int64N(int64(h.End()+2)))
		if rng.IntN(2) == 0 {
			step = 1 + tracefeed.Time(rng.IntN(3))
		}
		out := buckets(tl, t, from, step, rng.IntN(20))
		for i, b := range out {
			start := from + tracefeed.Time(i)*step
			if err := differBucket(b, h, t, start, start+step); err != nil {
				return fmt.Errorf("bucket %d of %d: %w", i, len(out), err)
			}
		}
	}
	return nil
}

// buckets returns the n buckets of a thread from time from on.
func buckets(tl *timeline.Timeline, t tracefeed.ThreadID, from, step tracefeed.Time, n int) []tracefeed.StateTimes {
	out := make([]tracefeed.StateTimes, n)
	tl.EachBucket(context.Background(), []tracefeed.ThreadID{t}, from, step, n, func(_, i int, b *tracefeed.StateTimes) { out[i] = *b })
	return out
}

// some returns some threads of a timeline, by id.
func some(tl *timeline.Timeline, rng *rand.Rand) (threads []tracefeed.ThreadID) {
	for t := 1; t < len(tl.Threads); t++ {
		if rng.IntN(4) > 0 {
			threads = append(threads, tracefeed.ThreadID(t))
		}
	}
	return threads
}

// differSum compares the sums of many threads at once with the oracle.
func differSum(tl *timeline.Timeline, h oracle.History, rng *rand.Rand) error {
	for range 4 {
		threads := some(tl, rng)
		from, to := window(rng, h), window(rng, h)
		got := make([]tracefeed.StateTimes, len(threads))
		tl.EachSum(threads, from, to, func(row int, b *tracefeed.StateTimes) { got[row].Add(*b) })
		for row, t := range threads {
			if err := differBucket(got[row], h, t, from, to); err != nil {
				return fmt.Errorf("sum of thread %d among %v: %w", t, threads, err)
			}
		}
	}
	return nil
}

// differGrid compares the buckets of many threads at once with the oracle.
func differGrid(tl *timeline.Timeline, h oracle.History, rng *rand.Rand) error {
	threads := some(tl, rng)
	from, n := window(rng, h), 1+rng.IntN(12)
	step := 1 + tracefeed.Time(rng.Int64N(int64(h.End()/4+2)))
	got := make([]tracefeed.StateTimes, len(threads)*n)
	tl.EachBucket(context.Background(), threads, from, step, n, func(row, i int, b *tracefeed.StateTimes) { got[row*n+i].Add(*b) })
	for k, b := range got {
		start := from + tracefeed.Time(k%n)*step
		if err := differBucket(b, h, threads[k/n], start, start+step); err != nil {
			return fmt.Errorf("bucket %d of thread %d among %v: %w", k%n, threads[k/n], threads, err)
		}
	}
	return nil
}

// differDraft compares a draft of the whole trace with the sums of its threads:
// less than a nanosecond a part may be missing. The time before a thread's first
// event is included where there is room for it.
func differDraft(tl *timeline.Timeline, h oracle.History, rng *rand.Rand) error {
	var threads []tracefeed.ThreadID
	for t := range tl.Threads {
		threads = append(threads, tracefeed.ThreadID(t))
	}
	n := 1 + rng.IntN(30)
	step := h.End()/tracefeed.Time(n) + 1
	got := make([]tracefeed.StateTimes, len(threads))
	last := make([]int, len(threads))
	var bad error
	tl.EachDraft(threads, 0, step, n, func(row, i int, b *tracefeed.StateTimes) {
		if i < last[row] || i >= n || b.Alive() > step {
			bad = fmt.Errorf("draft of thread %d: %v in step %d of %d after step %d", row, b, i, n, last[row])
		}
		last[row] = i
		got[row].Add(*b)
	})
	slack := tracefeed.Time(7 * (n + len(h)))
	for t := 1; t < len(threads); t++ {
		want := tl.Lane(threads[t]).Sum(0, tl.End)
		for s := range want {
			less := want[s] - got[t][s]
			if less < 0 || less > slack && tracefeed.State(s) != tracefeed.Unknown {
				return fmt.Errorf("draft of thread %d: %v, want %v", t, got[t], want)
			}
		}
	}
	return bad
}

// stretch is an interval in which the holders of a monitor do not change.
type stretch struct {
	start, end tracefeed.Time
	holders    []tracefeed.ThreadID
}

// appendStretch appends s to list, merged with an equal neighbour.
func appendStretch(list []stretch, s stretch) []stretch {
	if last := len(list) - 1; last >= 0 && list[last].end == s.start && slices.Equal(list[last].holders, s.holders) {
		list[last].end = s.end
		return list
	}
	return append(list, s)
}

func differHolds(tl *timeline.Timeline, h oracle.History, m tracefeed.MonitorID, rng *rand.Rand) error {
	holds := tl.Holds(m)
	for _, moment := range h {
		for _, at := range []tracefeed.Time{moment.Start, moment.End - 1} {
			if at < moment.Start && moment.Start < h.End() {
				continue
			}
			if got, want := holds.At(at), h.At(at).Holders[m]; at >= 0 && !slices.Equal(got, want) {
				return fmt.Errorf("at %d: held by %v, want %v", at, got, want)
			}
		}
	}
	if err := differChanges(tl, h, m); err != nil {
		return err
	}
	if got := holds.At(-1); len(got) > 0 {
		return fmt.Errorf("before the trace: held by %v", got)
	}
	inTurn := tl.Holding(m)
	for range 4 {
		from, to := window(rng, h), window(rng, h)
		if err := cmp.Or(differEach(tl.Holding(m), h, m, from, to), differEach(inTurn, h, m, from, to),
			differEach(inTurn, h, m, to, from)); err != nil {
			return err
		}
	}
	return nil
}

// differChanges follows the changes of a monitor and compares its holders and
// readers at each time.
func differChanges(tl *timeline.Timeline, h oracle.History, m tracefeed.MonitorID) error {
	var changes []timeline.HoldChange
	tl.Visit(0, timeline.Visitor{Hold: func(c timeline.HoldChange) {
		if c.Monitor == m {
			changes = append(changes, c)
		}
	}})
	reads := map[tracefeed.ThreadID]bool{} // by holder
	for _, moment := range h {
		for len(changes) > 0 && changes[0].At <= moment.Start {
			c := changes[0]
			changes = changes[1:]
			if _, holds := reads[c.Thread]; holds != c.Release {
				return fmt.Errorf("change %+v of %v", c, reads)
			}
			reads[c.Thread] = c.Shared
			if c.Release {
				delete(reads, c.Thread)
			}
		}
		holders := slices.Sorted(maps.Keys(reads))
		readers := slices.DeleteFunc(slices.Clone(holders), func(t tracefeed.ThreadID) bool { return !reads[t] })
		if !slices.Equal(holders, moment.Holders[m]) || !slices.Equal(readers, moment.Readers[m]) {
			return fmt.Errorf("at %d: held by %v, want %v and %v", moment.Start, reads, moment.Holders[m], moment.Readers[m])
		}
	}
	return nil
}

func differEach(holds *timeline.Holding, h oracle.History, m tracefeed.MonitorID, from, to tracefeed.Time) error {
	var got, want []stretch
	at := from
	holds.Each(from, to, func(start, end tracefeed.Time, holders []tracefeed.ThreadID) {
		if start != at || end <= start || !slices.IsSorted(holders) {
			start = -1 << 62 // cannot be equal to anything below
		}
		at = end
		got = append(got, stretch{start, end, slices.Clone(holders)})
	})
	if from < min(0, to) {
		want = append(want, stretch{from, min(0, to), nil}) // before the trace
	}
	for _, moment := range h {
		end := moment.End
		if moment.Start == moment.End {
			end = max(end, to) // and so on after the end
		}
		if start, end := max(from, moment.Start), min(to, end); start < end {
			want = appendStretch(want, stretch{start, end, moment.Holders[m]})
		}
	}
	if !slices.EqualFunc(got, want, func(a, b stretch) bool {
		return a.start == b.start && a.end == b.end && slices.Equal(a.holders, b.holders)
	}) {
		return fmt.Errorf("from %d to %d: got %v, want %v", from, to, got, want)
	}
	return nil
}

func differGC(tl *timeline.Timeline, h oracle.History, rng *rand.Rand) error {
	var got [][2]tracefeed.Time
	for _, in := range tl.GC {
		last := len(got) - 1
		switch {
		case in.End < in.Start || last >= 0 && in.Start < got[last][1]:
			return fmt.Errorf("collections out of order: %v", tl.GC)
		case in.Start == in.End:
		case last >= 0 && got[last][1] == in.Start:
			got[last][1] = in.End
		default:
			got = append(got, [2]tracefeed.Time{in.Start, in.End})
		}
	}
	if want := h.Collections(); !slices.Equal(got, want) {
		return fmt.Errorf("collections: got %v, want %v", got, want)
	}
	from, to := window(rng, h), window(rng, h)
	var want []timeline.Interval
	for _, in := range tl.GC {
		if from < to && in.Start < to && in.End > from {
			want = append(want, in)
		}
	}
	if got := tl.GCBetween(from, to); from < to && !slices.Equal(got, want) {
		return fmt.Errorf("collections from %d to %d: got %v, want %v", from, to, got, want)
	}
	return nil
}

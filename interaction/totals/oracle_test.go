package totals_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/interaction"
	"tiv/interaction/totals"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// reduce returns the timeline of a trace, with pages of a number of events.
func reduce(trace oracle.Trace, pageLen int) (*timeline.Timeline, error) {
	return reduced.Timeline(trace.Feed(), timeline.Tuning{PageEvents: pageLen})
}

// story is a trace as the oracle knows it, and a query.
type story struct {
	totals.Query
	base  *slowSet // of the query; nil for none
	h     oracle.History
	holds []oracle.Hold
}

// wait is a wait of a thread, cut to the time of the query.
type wait struct {
	totals.Episode
	state   oracle.State
	monitor tracefeed.MonitorID
}

// waits returns all waits of the selected threads.
func (s *story) waits() (list []wait) {
	for t := range s.h[0].Threads {
		id := tracefeed.ThreadID(t)
		if id == tracefeed.NoThread || !s.Of(id) {
			continue
		}
		for first := 0; first < len(s.h); {
			next, is := first, s.h[first].Threads[t]
			for next < len(s.h) && s.h[next].Threads[t].Stretch == is.Stretch {
				next++
			}
			start, end := max(s.h[first].Start, s.From), min(s.h[next-1].End, s.To)
			e, in := s.inBase(id, start, end)
			if in && start < end && (is.State == oracle.Blocking || is.State == oracle.Suspended || is.State == oracle.IO) {
				list = append(list, wait{e, is.State, is.Monitor})
			}
			first = next
		}
	}
	return list
}

// longest returns the longest of some moments, of those as long the earliest,
// of those as early the one of the first thread.
func longest(list []totals.Episode) (best totals.Episode) {
	for i, m := range list {
		if i == 0 || m.Length > best.Length || m.Length == best.Length && (m.Start < best.Start ||
			m.Start == best.Start && m.Thread < best.Thread) {
			best = m
		}
	}
	return best
}

// most returns the thread with the most time, the first of those with as much.
func most(list []totals.Episode) (who tracefeed.ThreadID, time tracefeed.Time) {
	sums := map[tracefeed.ThreadID]tracefeed.Time{}
	for _, m := range list {
		sums[m.Thread] += m.Length
	}
	for t := range tracefeed.ThreadID(1000) {
		if sums[t] > time {
			who, time = t, sums[t]
		}
	}
	return who, time
}

// held returns the holds of a monitor, cut to the time of the query.
func (s *story) held(id tracefeed.MonitorID) (list []totals.Episode) {
	for _, h := range s.holds {
		start, end := max(h.Start, s.From), min(h.End, s.To)
		e, in := s.inBase(h.Thread, start, end)
		if in && h.Monitor == id && (start < end || h.Start == h.End && s.From <= h.Start && h.Start < s.To) {
			list = append(list, e)
		}
	}
	return list
}

// waited returns the waits for a monitor.
func (s *story) waited(id tracefeed.MonitorID) (list []totals.Episode) {
	for _, w := range s.waits() {
		if w.state == oracle.Blocking && w.monitor == id {
			list = append(list, w.Episode)
		}
	}
	return list
}

func all(list []totals.Episode) (sum tracefeed.Time) {
	for _, m := range list {
		sum += m.Length
	}
	return sum
}

// uses returns all holds and waits by monitor and thread, by a slow method.
func (s *story) uses(monitors int) (list []totals.Use) {
	for id := range tracefeed.MonitorID(monitors) {
		for t := range s.h[0].Threads {
			not := func(m totals.Episode) bool { return int(m.Thread) != t }
			holds, waits := slices.DeleteFunc(s.held(id), not), slices.DeleteFunc(s.waited(id), not)
			if len(holds)+len(waits) > 0 {
				list = append(list, totals.Use{Monitor: id, Thread: tracefeed.ThreadID(t),
					Tally: totals.Tally{Holds: len(holds), Held: all(holds),
						Waits: len(waits), Waited: all(waits), LongestHold: longest(holds), LongestWait: longest(waits)}})
			}
		}
	}
	return list
}

// monitor returns the totals of a monitor, by a slow method.
func (s *story) monitor(id tracefeed.MonitorID) (m totals.Monitor) {
	holds, waits := s.held(id), s.waited(id)
	inside := func(t tracefeed.Time) bool { return s.From <= t && t < s.To }
	for _, h := range s.holds {
		if h.Monitor != id || s.From >= s.To {
			continue
		}
		if _, in := s.inBase(h.Thread, h.Start, h.Start); in && inside(h.Start) {
			m.Changes++
		}
		if _, in := s.inBase(h.Thread, h.End, h.End); in && inside(h.End) && !h.Open {
			m.Changes++
		}
	}
	for _, part := range s.h.Window(s.From, s.To) {
		step := part.End - part.Start
		if s.base != nil {
			step = 1 // moment by moment
		}
		for at := part.Start; at < part.End; at += step {
			s.addMoment(&m, id, &part, at, step)
		}
	}
	m.Holds, m.Held = len(holds), all(holds)
	m.Waits, m.Waited = len(waits), all(waits)
	m.LongestHold, m.LongestWait = longest(holds), longest(waits)
	m.Holder, m.HolderTime = most(holds)
	m.Waiter, m.WaiterTime = most(waits)
	return m
}

// differ compares the package with the oracle on random windows and threads.
func differ(trace oracle.Trace, rng *rand.Rand) error {
	tl, err := reduce(trace, rng.IntN(3)*rng.IntN(20))
	if err != nil {
		return err
	}
	s := story{h: oracle.Replay(trace), holds: oracle.Holds(trace)}
	for i := range 4 {
		s.From, s.To = 0, math.MaxInt64
		if around := s.h.End()/4 + 2; i > 0 {
			s.From = tracefeed.Time(rng.Int64N(int64(s.h.End()+2*around))) - around
			s.To = tracefeed.Time(rng.Int64N(int64(s.h.End()+2*around))) - around
		}
		mask := rng.Uint64() | rng.Uint64()
		s.Of = func(t tracefeed.ThreadID) bool { return mask>>(t%64)&1 == 1 }
		q := s.Query
		if s.base = nil; i%2 > 0 && s.h.End() < 2000 { // moments are slow
			s.base = randomSet(rng, len(tl.Threads), s.h.End())
			q.Base, q.Sets = s.base, []interaction.Set{randomSet(rng, len(tl.Threads), s.h.End()).and(s.base), s.base}
		}
		s.From, s.To, s.Sets = max(s.From, 0), min(s.To, s.h.End()), q.Sets
		if err := s.differ(tl, q); err != nil {
			return fmt.Errorf("from %d to %d, threads %b: %w", q.From, q.To, mask, err)
		}
	}
	return nil
}

func (s *story) differ(tl *timeline.Timeline, q totals.Query) error {
	got, uses, ok := totals.Monitors(context.Background(), tl, q)
	if !ok || len(got) != len(tl.Monitors) {
		return fmt.Errorf("%d monitors of %d, %t", len(got), len(tl.Monitors), ok)
	}
	for id := range got {
		if err := s.differSets(&got[id].Tally, tracefeed.MonitorID(id), tracefeed.NoThread); err != nil {
			return fmt.Errorf("monitor %d: %w", id, err)
		}
		got[id].In = nil
		if want := s.monitor(tracefeed.MonitorID(id)); got[id] != want {
			return fmt.Errorf("monitor %d\ngot  %+v\nwant %+v", id, got[id], want)
		}
	}
	for i := range uses {
		if err := s.differSets(&uses[i].Tally, uses[i].Monitor, uses[i].Thread); err != nil {
			return fmt.Errorf("use %+v: %w", uses[i], err)
		}
		uses[i].In = nil
	}
	if want := s.uses(len(tl.Monitors)); !slices.Equal(uses, want) {
		return fmt.Errorf("uses\ngot  %+v\nwant %+v", uses, want)
	}
	sum, ok := totals.Sum(context.Background(), tl, q)
	if !ok {
		return fmt.Errorf("no summary")
	}
	return s.differSummary(tl, sum)
}

func (s *story) differSummary(tl *timeline.Timeline, sum totals.Summary) error {
	states := map[tracefeed.State]oracle.State{tracefeed.Blocking: oracle.Blocking, tracefeed.Suspended: oracle.Suspended,
		tracefeed.IO: oracle.IO}
	for state, name := range states {
		var lengths []totals.Episode
		for _, w := range s.waits() {
			if w.state == name {
				lengths = append(lengths, w.Episode)
			}
		}
		got := &sum.Waits[state]
		if err := differLengths(got, lengths); err != nil {
			return fmt.Errorf("%v: %w", state, err)
		}
		if got.Total != sum.States[state] {
			return fmt.Errorf("%v: waits of %d, sum of the state %d", state, got.Total, sum.States[state])
		}
	}
	for i, m := range sum.Monitors {
		want := s.monitor(m.Monitor)
		if m.Count != want.Waits || m.Total != want.Waited || m.Longest != want.LongestWait || i > 0 && m.Total > sum.Monitors[i-1].Total {
			return fmt.Errorf("monitor %+v, want %+v", m, want)
		}
	}
	all := interaction.Pairs(context.Background(), tl, s.From, s.To)
	if s.base != nil {
		all = interaction.PairsIn(context.Background(), tl, s.From, s.To, s.base)
	}
	want := slices.DeleteFunc(all, func(p interaction.Pair) bool {
		return p.Kind != interaction.Lock || !s.Of(p.Blocked)
	})
	slices.SortStableFunc(want, func(a, b interaction.Pair) int { return int(b.Total - a.Total) })
	if !slices.Equal(sum.Pairs, want) {
		return fmt.Errorf("pairs\ngot  %+v\nwant %+v", sum.Pairs, want)
	}
	return nil
}

func differLengths(got *totals.Lengths, want []totals.Episode) error {
	var lengths []tracefeed.Time
	var bins [totals.NumBins]totals.Bin
	var total tracefeed.Time
	for _, w := range want {
		lengths = append(lengths, w.Length)
		total += w.Length
		bin := 0
		for totals.BinStart(bin+1) <= w.Length {
			bin++
		}
		bins[bin].Count++
		bins[bin].Total += w.Length
	}
	if got.Count != len(want) || got.Total != total || got.Longest != longest(want) || got.Bins != bins {
		return fmt.Errorf("got %+v, want %v", got, want)
	}
	slices.Sort(lengths)
	for _, share := range []float64{0.01, 0.5, 0.9, 0.99, 1} {
		is, exact := got.Quantile(share)
		if !exact {
			return fmt.Errorf("quantile %v is not exact", share)
		}
		if len(lengths) == 0 {
			continue
		}
		below, upTo := 0, 0
		for _, l := range lengths {
			if l < is {
				below++
			}
			if l <= is {
				upTo++
			}
		}
		need := share * float64(len(lengths))
		if float64(upTo) < need || float64(below) >= need || !slices.Contains(lengths, is) {
			return fmt.Errorf("quantile %v of %v is %d", share, lengths, is)
		}
	}
	return nil
}

func TestRandom(t *testing.T) {
	for seed := range oracle.Seeds(1500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		trace := oracle.Random(rng, oracle.Small(rng))
		for range rng.IntN(3) { // all that happened before is lost
			i := rng.IntN(len(trace.Events))
			trace.Events[i] = tracefeed.Event{Time: trace.Events[i].Time, Kind: tracefeed.Lost}
		}
		oracle.Check(t, seed, trace, func(tr oracle.Trace) error {
			return differ(tr, rand.New(rand.NewPCG(seed, 2)))
		})
	}
}

// TestProgress checks the calls of Query.Progress, and stops a pass from one.
func TestProgress(t *testing.T) {
	trace := oracle.Random(rand.New(rand.NewPCG(1, 2)), oracle.Shape{Threads: 5, Monitors: 2, Events: 3000})
	tl, err := reduce(trace, 20)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var told []float64
	q := totals.Query{To: math.MaxInt64, Of: func(tracefeed.ThreadID) bool { return true }}
	q.Progress = func(share float64) { told = append(told, share) }
	if _, ok := totals.Sum(ctx, tl, q); !ok || !slices.IsSorted(told) || len(told) < 20 || told[len(told)-1] != 1 {
		t.Errorf("told %v, %t", told, ok)
	}
	q.Progress = func(float64) { stop() }
	if _, _, ok := totals.Monitors(ctx, tl, q); ok {
		t.Error("the pass was not stopped")
	}
}

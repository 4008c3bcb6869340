package interaction_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// differ compares the package with the oracle on a trace. Windows come from rng.
func differ(trace oracle.Trace, rng *rand.Rand) error {
	tl, h, err := reduce(trace, rng)
	if err == nil {
		err = differWindows(tl, h, rng)
	}
	if err == nil {
		err = differGraph(tl, h)
	}
	if err == nil {
		err = differChanges(tl, h, window(rng, h))
	}
	if err == nil {
		err = differCycles(tl, h)
	}
	if err != nil {
		return err
	}
	return differDeadlocks(tl, h)
}

// reduce returns the reducer's and the oracle's timeline of a trace. The length of
// pages comes from rng.
func reduce(trace oracle.Trace, rng *rand.Rand) (*timeline.Timeline, oracle.History, error) {
	tuning := timeline.Tuning{PageEvents: rng.IntN(2) * rng.IntN(40)}
	tl, err := reduced.Timeline(trace.Feed(), tuning)
	return tl, oracle.Replay(trace), err
}

// differWindows compares the edges and pairs of the whole trace and of parts.
func differWindows(tl *timeline.Timeline, h oracle.History, rng *rand.Rand) error {
	if err := differWindow(tl, h, 0, h.End()); err != nil {
		return err
	}
	for range 3 {
		from, to := window(rng, h), window(rng, h)
		err := differWindow(tl, h, from, to)
		if err == nil {
			err = differContacts(tl, from, to, rng)
		}
		if err == nil {
			err = differLatest(tl, from, to, rng.IntN(60))
		}
		if err != nil {
			return fmt.Errorf("from %d to %d: %w", from, to, err)
		}
	}
	return nil
}

// differLatest checks that the latest part of a window has no more stretches than
// the budget, and is the whole window if it fits.
func differLatest(tl *timeline.Timeline, from, to tracefeed.Time, budget int) error {
	if all := interaction.LatestPart(tl, from, to, 1<<30); all != from {
		return fmt.Errorf("the latest part with all stretches begins at %d", all)
	}
	part, n := interaction.LatestPart(tl, from, to, budget), 0
	for id := range tl.Threads[1:] {
		interaction.EachEdge(tl, tracefeed.ThreadID(id+1), part, to, func(e interaction.Edge) {
			if e.Rank == 0 {
				n++
			}
		})
	}
	sets := []interaction.Set{nil, oddMoments{}}
	if to-from > 3000 { // moments are slow
		sets = sets[:1]
	}
	for _, in := range sets {
		got := interaction.LatestPairs(context.Background(), tl, from, to, budget, in)
		if want := interaction.PairsIn(context.Background(), tl, part, to, in); got.From != part || !slices.Equal(got.Pairs, want) {
			return fmt.Errorf("the latest pairs with %d stretches begin at %d, not %d\ngot  %v\nwant %v",
				budget, got.From, part, got.Pairs, want)
		}
		if err := differParts(tl, got, to, in); err != nil {
			return err
		}
	}
	if n > budget || part < from {
		return fmt.Errorf("the latest part with %d stretches begins at %d and has %d", budget, part, n)
	}
	return nil
}

// differParts checks that the parts of pairs are their waits at each lock.
func differParts(tl *timeline.Timeline, got interaction.Latest, to tracefeed.Time, in interaction.Set) error {
	var threads []tracefeed.ThreadID
	for id := range tl.Threads[1:] {
		threads = append(threads, tracefeed.ThreadID(id+1))
	}
	want, parts := map[interaction.Part]bool{}, map[interaction.Part]bool{}
	for _, p := range interaction.PairsByMonitor(tl, threads, got.From, to, in) {
		if p.Kind == interaction.Lock {
			want[interaction.Part{Blocked: p.Blocked, Blocker: p.Blocker, Monitor: p.Monitor, Total: p.Total}] = true
		}
	}
	for _, p := range got.Parts {
		parts[p] = true
	}
	if !maps.Equal(parts, want) || len(parts) != len(got.Parts) {
		return fmt.Errorf("the parts from %d to %d are\n%v, want\n%v", got.From, to, parts, want)
	}
	return nil
}

// window returns a time in or somewhat around the trace.
func window(rng *rand.Rand, h oracle.History) tracefeed.Time {
	around := h.End()/4 + 2
	return tracefeed.Time(rng.Int64N(int64(h.End()+2*around))) - around
}

func differWindow(tl *timeline.Timeline, h oracle.History, from, to tracefeed.Time) error {
	part := h.Window(from, to)
	edges := part.Edges()
	if err := differEdges(tl, edges, from, to); err != nil {
		return err
	}
	if err := differPairs(tl, edges, from, to); err != nil {
		return err
	}
	if err := differByMonitor(tl, edges, from, to); err != nil {
		return err
	}
	for id := 1; id < len(tl.Threads); id++ {
		charged := tracefeed.Time(0)
		interaction.EachEdge(tl, tracefeed.ThreadID(id), from, to, func(e interaction.Edge) {
			if e.Kind == interaction.Lock {
				charged += e.Charge()
			}
		})
		if blocked := tl.Lane(tracefeed.ThreadID(id)).Sum(from, to)[tracefeed.Blocking]; charged != blocked {
			return fmt.Errorf("thread %d: edges add up to %d, blocked %d", id, charged, blocked)
		}
	}
	return nil
}

// same returns e in the oracle's form.
func same(e interaction.Edge) oracle.Edge {
	return oracle.Edge{Start: e.Start, End: e.End, Signal: e.Kind == interaction.Signal, Blocked: e.Blocked,
		Blocker: e.Blocker, Monitor: e.Monitor, Time: e.Charge(), Evidence: e.Evidence.String()}
}

func differEdges(tl *timeline.Timeline, edges []oracle.Edge, from, to tracefeed.Time) error {
	var got, gotWhole []oracle.Edge
	for id := 1; id < len(tl.Threads); id++ {
		interaction.EachEdge(tl, tracefeed.ThreadID(id), from, to, func(e interaction.Edge) { got = append(got, same(e)) })
		interaction.EachMergedEdge(tl, tracefeed.ThreadID(id), from, to, func(e interaction.Edge) {
			whole := same(e)
			whole.Time = 0
			gotWhole = append(gotWhole, whole)
		})
	}
	want := slices.Clone(edges)
	for i := range want {
		want[i].Wait = 0
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("edges\ngot  %v\nwant %v", got, want)
	}
	want = oracle.Whole(edges)
	for i := range want {
		want[i].Wait, want[i].Time = 0, 0
	}
	if !slices.Equal(gotWhole, want) {
		return fmt.Errorf("whole edges\ngot  %v\nwant %v", gotWhole, want)
	}
	if got := mergedEdges(tl, from, to); !slices.Equal(got, want) {
		return fmt.Errorf("whole edges of all\ngot  %v\nwant %v", got, want)
	}
	return differLockEdges(tl, edges, from, to)
}

// differLockEdges compares the edges at every other monitor.
func differLockEdges(tl *timeline.Timeline, edges []oracle.Edge, from, to tracefeed.Time) error {
	odd := func(m tracefeed.MonitorID) bool { return m%2 == 1 }
	var got, want []oracle.Edge
	interaction.EachLockEdge(context.Background(), tl, odd, from, to, func(e interaction.Edge) { got = append(got, same(e)) })
	slices.SortStableFunc(got, func(a, b oracle.Edge) int { return cmp.Compare(a.Blocked, b.Blocked) })
	for _, e := range edges {
		if e.Wait = 0; !e.Signal && odd(e.Monitor) {
			want = append(want, e)
		}
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("edges at odd monitors\ngot  %v\nwant %v", got, want)
	}
	return nil
}

// mergedEdges returns the edges of EachMergedEdgeOf for all threads, in the order of
// EachMergedEdge.
func mergedEdges(tl *timeline.Timeline, from, to tracefeed.Time) (all []oracle.Edge) {
	of := slices.Repeat([]bool{true}, len(tl.Threads))
	last := 0.0
	interaction.EachMergedEdgeOf(context.Background(), tl, of, from, to, func(share float64) { last = share }, func(e interaction.Edge) {
		whole := same(e)
		whole.Time = 0
		all = append(all, whole)
	})
	if max(from, 0) < min(to, tl.End) && last != 1 {
		return nil
	}
	slices.SortStableFunc(all, func(a, b oracle.Edge) int { return cmp.Compare(a.Blocked, b.Blocked) })
	return all
}

func differPairs(tl *timeline.Timeline, edges []oracle.Edge, from, to tracefeed.Time) error {
	want := pairsOf(tl, edges)
	if got := interaction.Pairs(context.Background(), tl, from, to); !slices.Equal(got, want) {
		return fmt.Errorf("pairs\ngot  %v\nwant %v", got, want)
	}
	if got := interaction.FrugalPairs(tl, from, to, 1<<20); !slices.Equal(got, want) {
		return fmt.Errorf("pairs, page by page\ngot  %v\nwant %v", got, want)
	}
	if to-from > 3000 { // moments are slow
		return nil
	}
	in := oddMoments{}
	if got, want := interaction.PairsIn(context.Background(), tl, from, to, in),
		pairsIn(tl, from, to, in); !slices.Equal(withoutMonitors(got), want) {
		return fmt.Errorf("pairs in a set\ngot  %v\nwant %v", got, want)
	}
	return nil
}

// differContacts compares when there were contacts with some threads with the
// pairs of parts of a window.
func differContacts(tl *timeline.Timeline, from, to tracefeed.Time, rng *rand.Rand) error {
	of := make([]bool, len(tl.Threads))
	for t := range of {
		of[t] = t > 0 && rng.IntN(4) == 0
	}
	last, most := 1.0, 1+rng.IntN(8)
	if rng.IntN(4) > 0 {
		most = 1 << 30
	}
	c, ok := interaction.FindContacts(context.Background(), tl, of, from, to, most, func(share float64) { last = share })
	some, known := interaction.FindContacts(context.Background(), tl, of, from, to, 0, func(float64) {})
	if from < to && ok && last != 1 || !known || !ok && most > 8 {
		return fmt.Errorf("contacts: %t, told of %v", ok, last)
	}
	if !ok {
		return nil
	}
	for t := range of {
		if t := tracefeed.ThreadID(t); some.Within(t, from, to) != c.Within(t, from, to) {
			return fmt.Errorf("contacts of %d with %v in [%d, %d): asked only whether, %t", t, of, from, to, some.Within(t, from, to))
		}
	}
	for range 5 {
		a := from + tracefeed.Time(rng.Int64N(int64(max(to-from, 0))+1))
		b := a + tracefeed.Time(rng.Int64N(int64(max(to-a, 0))+1))
		want := make([]bool, len(tl.Threads))
		for _, p := range interaction.Pairs(context.Background(), tl, a, b) {
			want[p.Blocked] = want[p.Blocked] || of[p.Blocker]
			want[p.Blocker] = want[p.Blocker] || of[p.Blocked]
		}
		for t := range want {
			if got := c.Within(tracefeed.ThreadID(t), a, b); got != want[t] {
				return fmt.Errorf("contacts of %d with %v in [%d, %d) of [%d, %d): %t", t, of, a, b, from, to, got)
			}
		}
	}
	return nil
}

// pairsOf adds up edges.
func pairsOf(tl *timeline.Timeline, edges []oracle.Edge) (want []interaction.Pair) {
	for blocked := range tracefeed.ThreadID(len(tl.Threads)) {
		for blocker := range tracefeed.ThreadID(len(tl.Threads)) {
			for _, kind := range []interaction.Kind{interaction.Lock, interaction.Signal} {
				of := slices.DeleteFunc(slices.Clone(edges), func(e oracle.Edge) bool {
					return e.Blocked != blocked || e.Blocker != blocker || e.Signal != (kind == interaction.Signal)
				})
				if blocker != tracefeed.NoThread && len(of) > 0 {
					p := pair(kind, of)
					if kind == interaction.Signal {
						p.Monitor = tracefeed.NoMonitor
					}
					want = append(want, p)
				}
			}
		}
	}
	return want
}

// differByMonitor compares the pairs of every other thread.
func differByMonitor(tl *timeline.Timeline, edges []oracle.Edge, from, to tracefeed.Time) error {
	var threads []tracefeed.ThreadID
	var want []interaction.Pair
	for blocked := tracefeed.ThreadID(1); int(blocked) < len(tl.Threads); blocked += 2 {
		threads = append(threads, blocked)
		of := map[[3]int][]oracle.Edge{}
		for _, e := range edges {
			if e.Blocked == blocked && e.Blocker != tracefeed.NoThread {
				kind := interaction.Lock
				if e.Signal {
					kind = interaction.Signal
				}
				k := [3]int{int(e.Blocker), int(kind), int(e.Monitor)}
				of[k] = append(of[k], e)
			}
		}
		keys := slices.Collect(maps.Keys(of))
		slices.SortFunc(keys, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
		for _, k := range keys {
			want = append(want, pair(interaction.Kind(k[1]), of[k]))
		}
	}
	if got := interaction.PairsByMonitor(tl, threads, from, to, nil); !slices.Equal(got, want) {
		return fmt.Errorf("pairs by monitor\ngot  %v\nwant %v", got, want)
	}
	if to-from > 3000 { // moments are slow
		return nil
	}
	in := map[[3]int]tracefeed.Time{}
	for _, p := range interaction.PairsByMonitor(tl, threads, from, to, oddMoments{}) {
		in[[3]int{int(p.Blocked), int(p.Blocker), int(p.Kind)}] += p.Total
	}
	for _, p := range pairsIn(tl, from, to, oddMoments{}) {
		k := [3]int{int(p.Blocked), int(p.Blocker), int(p.Kind)}
		if slices.Contains(threads, p.Blocked) && in[k] != p.Total {
			return fmt.Errorf("pairs by monitor in a set: %d waits for %d for %v, want %v", p.Blocked, p.Blocker, in[k], p.Total)
		}
		delete(in, k)
	}
	if len(in) > 0 {
		return fmt.Errorf("pairs by monitor in a set: %v are too many", in)
	}
	return nil
}

// pair adds up all edges between two threads.
func pair(kind interaction.Kind, edges []oracle.Edge) interaction.Pair {
	p := interaction.Pair{Kind: kind, Blocked: edges[0].Blocked, Blocker: edges[0].Blocker,
		Count: len(edges), Evidence: interaction.Observed}
	at := map[tracefeed.MonitorID]tracefeed.Time{}
	for _, e := range edges {
		p.Total += e.Time
		p.Longest = max(p.Longest, e.End-e.Start)
		at[e.Monitor] += e.Time
		if e.Evidence == "inferred" {
			p.Inferred += e.Time
		}
	}
	if 20*p.Inferred > p.Total {
		p.Evidence = interaction.Inferred
	}
	most := tracefeed.Time(-1)
	for m := range tracefeed.MonitorID(100) {
		if t, ok := at[m]; ok && t > most {
			p.Monitor, most = m, t
		}
	}
	return p
}

// differGraph compares the wait-for graphs of all moments.
func differGraph(tl *timeline.Timeline, h oracle.History) error {
	for i, m := range h {
		var want []interaction.Wait
		for t := range tracefeed.ThreadID(len(m.Threads)) {
			d := m.Threads[t]
			if d.State != oracle.Blocking {
				continue
			}
			w := interaction.Wait{Thread: t, Monitor: d.Monitor, Blockers: m.WaitsFor(t), Evidence: interaction.NoEvidence}
			if len(m.Owners[d.Monitor]) > 0 {
				w.Evidence = interaction.Observed
			} else if len(w.Blockers) > 0 {
				w.Evidence = interaction.Inferred
			}
			for j := i; j >= 0 && h[j].Threads[t].State == oracle.Blocking && h[j].Threads[t].Monitor == d.Monitor; j-- {
				w.Since = h[j].Start
			}
			want = append(want, w)
		}
		got := interaction.At(tl, m.Start)
		if !slices.EqualFunc(got, want, func(a, b interaction.Wait) bool {
			return a.Thread == b.Thread && a.Since == b.Since && a.Monitor == b.Monitor && a.Evidence == b.Evidence &&
				slices.Equal(a.Blockers, b.Blockers)
		}) {
			return fmt.Errorf("waits at %d\ngot  %v\nwant %v", m.Start, got, want)
		}
	}
	return nil
}

func differDeadlocks(tl *timeline.Timeline, h oracle.History) error {
	var got []oracle.Deadlock
	for _, f := range detect.Find(context.Background(), tl, nil).Findings {
		if f.Kind != detect.Deadlock {
			continue
		}
		reads := f.Facts.(*detect.Ring).Reads != nil
		if err := differRing(f, h); err != nil && !reads {
			return err
		}
		if reads && f.Evidence != interaction.Inferred {
			return fmt.Errorf("a ring of readers is %v", f.Evidence)
		}
		got = append(got, oracle.Deadlock{Start: f.Start, Threads: slices.Sorted(slices.Values(f.Threads))})
	}
	want := append(h.Deadlocks(), h.ReadRings(min(h.End()/100, 50*tracefeed.Millisecond))...)
	slices.SortFunc(got, compare)
	slices.SortFunc(want, compare)
	if !slices.EqualFunc(got, want, func(a, b oracle.Deadlock) bool { return compare(a, b) == 0 }) {
		return fmt.Errorf("deadlocks\ngot  %v\nwant %v", got, want)
	}
	return nil
}

// differCycles compares the cycles that opened before the end with those of the
// oracle: whether there are any, and whether each was one.
func differCycles(tl *timeline.Timeline, h oracle.History) error {
	want := false
	for i := range h[:len(h)-1] {
		for t := range h[i].Threads {
			m, next := h[i], h[i+1]
			ends := m.Threads[t].State == oracle.Blocking && m.Threads[t].Stretch != next.Threads[t].Stretch
			want = want || ends && m.InCycle(tracefeed.ThreadID(t))
		}
	}
	found := false
	for _, f := range detect.Find(context.Background(), tl, nil).Findings {
		if f.Kind != detect.Cycle {
			continue
		}
		found = true
		m := h.At(f.End - 1)
		for i, t := range f.Threads {
			if d := m.Threads[t]; d.State != oracle.Blocking || d.Monitor != f.Monitors[i] || !m.InCycle(t) ||
				!slices.Contains(m.Owners[d.Monitor], f.Threads[(i+1)%len(f.Threads)]) {
				return fmt.Errorf("cycle %v at %v from %d to %d: thread %d does %+v", f.Threads, f.Monitors, f.Start, f.End, t, d)
			}
		}
	}
	if found != want {
		return fmt.Errorf("a cycle that opened is found: %t, want %t", found, want)
	}
	return nil
}

func compare(a, b oracle.Deadlock) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), slices.Compare(a.Threads, b.Threads))
}

// differRing checks the details of a deadlock against the last moment.
func differRing(f detect.Finding, h oracle.History) error {
	m := h[len(h)-1]
	evidence := interaction.Observed
	for i, t := range f.Threads {
		if m.Threads[t].State != oracle.Blocking || m.Threads[t].Monitor != f.Monitors[i] {
			return fmt.Errorf("deadlock at %d: thread %d does %+v, not wait for %d", f.Start, t, m.Threads[t], f.Monitors[i])
		}
		if len(m.Owners[f.Monitors[i]]) == 0 {
			evidence = interaction.Inferred
		}
	}
	if f.Evidence != evidence || f.End != h.End() {
		return fmt.Errorf("deadlock from %d to %d: %s, want %s", f.Start, f.End, f.Evidence, evidence)
	}
	return nil
}

// TestRandom compares the package with the oracle on random traces.
func TestRandom(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(1500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		oracle.Check(t, seed, oracle.Random(rng, oracle.Small(rng)), func(tr oracle.Trace) error {
			return differ(tr, rand.New(rand.NewPCG(seed, 2)))
		})
	}
}

// TestLosses compares edges, pairs and deadlocks of traces that are interrupted
// while threads wait.
func TestLosses(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(300) {
		rng := rand.New(rand.NewPCG(seed, 3))
		trace := oracle.Random(rng, oracle.Small(rng))
		for i := range trace.Events {
			if ev := &trace.Events[i]; rng.IntN(40) == 0 {
				*ev = tracefeed.Event{Time: ev.Time, Kind: tracefeed.Lost}
			}
		}
		oracle.Check(t, seed, trace, func(tr oracle.Trace) error {
			rng := rand.New(rand.NewPCG(seed, 4))
			tl, h, err := reduce(tr, rng)
			if err == nil {
				err = differWindows(tl, h, rng)
			}
			if err == nil {
				err = differDeadlocks(tl, h)
			}
			return err
		})
	}
}

// TestForgottenParts adds up with little memory for parts: the monitor with the
// longest wait may be unknown, but is never a wrong one.
func TestForgottenParts(t *testing.T) {
	t.Parallel()
	known, unknown := 0, 0
	for seed := range oracle.Seeds(250) {
		rng := rand.New(rand.NewPCG(seed, 5))
		oracle.Check(t, seed, oracle.Random(rng, oracle.Shape{Threads: 3, Monitors: 9, Events: 2000, Odd: 0.3}),
			func(tr oracle.Trace) error {
				tl, h, err := reduce(tr, rand.New(rand.NewPCG(seed, 6)))
				if err != nil {
					return err
				}
				want := pairsOf(tl, h.Window(0, h.End()).Edges())
				got := interaction.FrugalPairs(tl, 0, h.End(), 0)
				for i := range min(len(got), len(want)) {
					switch {
					case want[i].Monitor == tracefeed.NoMonitor:
					case got[i].Monitor == tracefeed.NoMonitor:
						want[i].Monitor = tracefeed.NoMonitor
						unknown++
					default:
						known++
					}
				}
				if !slices.Equal(got, want) {
					return fmt.Errorf("pairs\ngot  %v\nwant %v", got, want)
				}
				return nil
			})
	}
	if t.Logf("%d known, %d not", known, unknown); known < oracle.Least(100) || unknown < oracle.Least(50) {
		t.Errorf("the monitor of %d pairs is known, and of %d is not", known, unknown)
	}
}

// TestForgottenLongest has the longest wait in a part that is dropped.
func TestForgottenLongest(t *testing.T) {
	t.Parallel()
	var trace oracle.Trace
	now := tracefeed.Time(0)
	for _, w := range []struct {
		m      tracefeed.MonitorID
		length tracefeed.Time
	}{{1, 10}, {2, 9}, {3, 8}, {3, 5}} {
		for _, ev := range []tracefeed.Event{
			{Time: now, Thread: 2, Kind: tracefeed.MonitorEnter}, {Time: now, Thread: 1, Kind: tracefeed.MonitorWait},
			{Time: now + w.length, Thread: 2, Kind: tracefeed.MonitorExit},
			{Time: now + w.length, Thread: 1, Kind: tracefeed.MonitorEnter}, {Time: now + w.length, Thread: 1, Kind: tracefeed.MonitorExit},
		} {
			ev.Monitor = w.m
			trace.Events = append(trace.Events, ev)
		}
		now += w.length + 1
	}
	tl, err := reduced.Timeline(trace.Feed(), timeline.Tuning{PageEvents: 15}) // the first three waits
	if err != nil {
		t.Fatal(err)
	}
	pairs := interaction.FrugalPairs(tl, 0, now, 0)
	if len(pairs) != 1 || pairs[0].Total != 32 || pairs[0].Monitor != tracefeed.NoMonitor {
		t.Errorf("pairs %+v, want one of 32 ns whose monitor is not known", pairs)
	}
}

// TestFixtures compares the two on the traces of textfeed's tests.
func TestFixtures(t *testing.T) {
	t.Parallel()
	oracle.CheckFixtures(t, func(tr oracle.Trace) error { return differ(tr, rand.New(rand.NewPCG(3, 3))) })
}

// differChanges looks for the next and the last change around a moment.
func differChanges(tl *timeline.Timeline, h oracle.History, t tracefeed.Time) error {
	var threads []tracefeed.ThreadID
	next, last := tracefeed.Time(-1), tracefeed.Time(-1)
	for id := tracefeed.ThreadID(1); int(id) < len(tl.Threads); id++ {
		threads = append(threads, id)
		blocked := false
		for i, m := range h {
			if m.Start == m.End && i < len(h)-1 {
				continue
			}
			if now := m.Threads[id].State == oracle.Blocking; now != blocked {
				blocked = now
				if m.Start > t && (next < 0 || m.Start < next) {
					next = m.Start
				}
				if m.Start < t {
					last = max(last, m.Start)
				}
			}
		}
	}
	if at, ok := interaction.NextChange(tl, threads, t); ok != (next >= 0) || ok && at != next {
		return fmt.Errorf("after %d: the next change is at %d, %v, want %d", t, at, ok, next)
	}
	if at, ok := interaction.LastChange(tl, threads, t); ok != (last >= 0) || ok && at != last {
		return fmt.Errorf("before %d: the last change is at %d, %v, want %d", t, at, ok, last)
	}
	return nil
}

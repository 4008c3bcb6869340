package chains

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// rootSums are the times charged, by monitor.
type rootSums struct {
	charged, indirect, free, readers map[tracefeed.MonitorID]tracefeed.Time
}

func newRootSums() rootSums {
	byMonitor := func() map[tracefeed.MonitorID]tracefeed.Time { return map[tracefeed.MonitorID]tracefeed.Time{} }
	return rootSums{byMonitor(), byMonitor(), byMonitor(), byMonitor()}
}

// slowRoots charges each moment of each wait by following its chain.
func slowRoots(tr oracle.Trace, tl *timeline.Timeline) rootSums {
	sums := newRootSums()
	for _, m := range oracle.Replay(tr) {
		d := m.End - m.Start
		waitsFor := func(t tracefeed.ThreadID) tracefeed.MonitorID {
			x := m.Threads[t]
			if x.State != oracle.Blocking || x.Monitor == tracefeed.NoMonitor || tl.HandedOver(x.Monitor) || tl.Threads[t].System {
				return tracefeed.NoMonitor
			}
			return x.Monitor
		}
		for t := range tracefeed.ThreadID(len(m.Threads)) {
			first := waitsFor(t)
			if first == tracefeed.NoMonitor || d == 0 {
				continue
			}
			for root, steps := first, 0; steps <= len(m.Threads); steps++ {
				owners := m.Owners[root]
				if len(owners) == 1 {
					if next := waitsFor(owners[0]); next != tracefeed.NoMonitor {
						root = next
						continue
					}
				}
				sums.charged[root] += d
				switch {
				case len(owners) == 0:
					sums.free[root] += d
				case len(owners) > 1:
					sums.readers[root] += d
				}
				if root != first {
					sums.indirect[root] += d
				}
				break
			}
		}
	}
	return sums
}

// fastRoots is slowRoots by the sweep.
func fastRoots(tl *timeline.Timeline) rootSums {
	sums, c := newRootSums(), New(tl)
	tl.EachLockPage(context.Background(), 0, math.MaxInt, c.Page)
	put := func(to map[tracefeed.MonitorID]tracefeed.Time, m tracefeed.MonitorID, d tracefeed.Time) {
		if d != 0 {
			to[m] = d
		}
	}
	for _, m := range c.Monitors() {
		put(sums.charged, m.ID, m.Charged)
		put(sums.indirect, m.ID, m.Indirect)
		put(sums.free, m.ID, m.Free)
		put(sums.readers, m.ID, m.Readers)
	}
	return sums
}

func TestChains(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(3000) {
		rng := rand.New(rand.NewPCG(seed, 21))
		shape := oracle.Small(rng)
		if seed%3 == 0 {
			shape = oracle.Shape{Threads: 6, Monitors: 6, Events: 300, Odd: 0.02}
		}
		pages := 1 + rng.IntN(60)
		oracle.Check(t, seed, oracle.Random(rng, shape), func(tr oracle.Trace) error {
			tl, err := reduced.Timeline(tr.Feed(), timeline.Tuning{PageEvents: pages})
			if err != nil {
				return err
			}
			if got, want := fmt.Sprint(fastRoots(tl)), fmt.Sprint(slowRoots(tr, tl)); got != want {
				return fmt.Errorf("\ngot  %v\nwant %v", got, want)
			}
			return nil
		})
	}
}

// TestChainsAlone compares monitors that are charged alone with the same ones in the
// forest.
func TestChainsAlone(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(1500) {
		rng := rand.New(rand.NewPCG(seed, 22))
		shape := oracle.Small(rng)
		if seed%2 == 0 {
			shape = oracle.Shape{Threads: 6, Monitors: 3, Events: 300}
		}
		pages := 1 + rng.IntN(60)
		oracle.Check(t, seed, oracle.Random(rng, shape), func(tr oracle.Trace) error {
			tl, err := reduced.Timeline(tr.Feed(), timeline.Tuning{PageEvents: pages})
			if err != nil {
				return err
			}
			if got, want := chainResults(tl, false), chainResults(tl, true); got != want {
				return fmt.Errorf("\ngot  %v\nwant %v", got, want)
			}
			return nil
		})
	}
}

// chainResults returns all results of chains as text. With linked, all monitors are in
// the forest.
func chainResults(tl *timeline.Timeline, linked bool) (text string) {
	c := New(tl)
	tl.EachLockPage(context.Background(), 0, math.MaxInt, func(p *timeline.LockPage) {
		for i := range p.Waits {
			p.Waits[i].Nested = p.Waits[i].Nested || linked
		}
		c.Page(p)
	})
	worst := c.Finish()
	for _, m := range c.Monitors() {
		r := &m.Longest
		text += fmt.Sprintln(m.ID, m.Charged, m.Indirect, m.Free, m.Readers, m.Waits, m.First, m.Last,
			r.Start, r.End, r.Handovers, r.Longest, r.Waited, r.Before, slices.Sorted(slices.Values(c.distinct.of(m.Waiters))))
	}
	return text + fmt.Sprintln(worst)
}

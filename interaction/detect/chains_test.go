package detect

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
	sums, c := newRootSums(), newChains(&snapshot{tl: tl})
	tl.EachLockPage(context.Background(), 0, math.MaxInt, c.add)
	put := func(to map[tracefeed.MonitorID]tracefeed.Time, m tracefeed.MonitorID, d tracefeed.Time) {
		if d != 0 {
			to[m] = d
		}
	}
	for _, m := range c.monitors[1:] {
		put(sums.charged, m.id, m.charged)
		put(sums.indirect, m.id, m.indirect)
		put(sums.free, m.id, m.free)
		put(sums.readers, m.id, m.readers)
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
	c := newChains(&snapshot{tl: tl})
	tl.EachLockPage(context.Background(), 0, math.MaxInt, func(p *timeline.LockPage) {
		for i := range p.Waits {
			p.Waits[i].Nested = p.Waits[i].Nested || linked
		}
		c.add(p)
	})
	c.finish()
	for _, m := range c.monitors[1:] {
		r := &m.longest
		text += fmt.Sprintln(m.id, m.charged, m.indirect, m.free, m.readers, m.waits, m.first, m.last,
			r.start, r.end, r.handovers, r.longest, r.waited, r.before, slices.Sorted(slices.Values(c.distinct.of(m.waiters))))
	}
	return text + fmt.Sprintln(c.worst.sorted())
}

package timeline_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// differJoin compares waits and the owners of their monitors with the oracle's
// at each time. Windows come from rng.
func differJoin(tl *timeline.Timeline, h oracle.History, rng *rand.Rand) error {
	from := tracefeed.Time(rng.Int64N(int64(h.End()) + 2))
	to := from + tracefeed.Time(rng.Int64N(int64(h.End())+2))
	if rng.IntN(3) == 0 {
		from, to = 0, h.End()
	}
	var forth, back [][]ownerjoin.Wait
	var bad error
	now := tracefeed.Time(-1)
	tl.EachJoinedPage(context.Background(), from, to, func(m *ownerjoin.Page) {
		if bad == nil {
			bad = differPage(m, h)
		}
		if bad == nil {
			bad = differCounts(m, len(tl.Threads))
		}
		if now >= 0 && m.Start != now {
			bad = fmt.Errorf("a page from %d after one to %d", m.Start, now)
		}
		now = m.End
		forth = append(forth, slices.Clone(m.Waits))
		if rng.IntN(2) == 0 {
			*m = ownerjoin.Page{} // as a caller that keeps it
		}
	})
	bare := 0
	tl.EachWait(context.Background(), from, to, func(waits []ownerjoin.Wait, _ tracefeed.Time) {
		if bare < len(forth) && bad == nil && !slices.EqualFunc(waits, forth[bare], alike) {
			bad = fmt.Errorf("bare\ngot  %v\nwant %v", waits, forth[bare])
		}
		bare++
	})
	if bad == nil && bare != len(forth) {
		bad = fmt.Errorf("%d pages, bare %d", len(forth), bare)
	}
	most := rng.IntN(2*len(forth) + 1)
	tl.EachJoinedPageBack(from, to, timeline.Sharing(rng.IntN(2)), func(m *ownerjoin.Page) bool {
		back = append(back, slices.Clone(m.Waits))
		return len(back) != most
	})
	if most == 0 {
		most = len(forth)
	}
	slices.Reverse(back)
	if want := forth[max(0, len(forth)-most):]; bad == nil && !slices.EqualFunc(back, want, slices.Equal) {
		bad = fmt.Errorf("back\ngot  %v\nwant %v", back, want)
	}
	if bad != nil {
		return fmt.Errorf("join from %d to %d: %w", from, to, bad)
	}
	return nil
}

// alike reports whether two waits are equal but for their intervals.
func alike(a, b ownerjoin.Wait) bool {
	a.First, a.Last, b.First, b.Last = 0, 0, 0, 0
	return a == b
}

// differPage compares a joined page with the moments in it.
func differPage(m *ownerjoin.Page, h oracle.History) error {
	if err := odd(m); err != nil {
		return fmt.Errorf("page from %d to %d: %w", m.Start, m.End, err)
	}
	for _, moment := range h.Window(m.Start, m.End) {
		for t := tracefeed.ThreadID(1); int(t) < len(moment.Threads); t++ {
			var at []ownerjoin.Wait
			for _, w := range m.Waits {
				if w.Thread == t && w.Start <= moment.Start && moment.Start < w.End {
					at = append(at, w)
				}
			}
			if err := differWait(m, at, moment, t); err != nil {
				return fmt.Errorf("page from %d to %d: at %d thread %d: %w", m.Start, m.End, moment.Start, t, err)
			}
		}
	}
	return nil
}

// differCounts compares the results of CountOwners with the lists of owners.
func differCounts(m *ownerjoin.Page, threads int) error {
	of := make([]bool, threads)
	for t := range of {
		of[t] = t%3 == 1
	}
	counts := m.CountOwners(of, nil)
	for _, c := range m.Contended {
		for i := c.First; i <= c.Last; i++ {
			v, n := &m.Intervals[i], int32(0)
			if v.Owners == ownerjoin.NoSet {
				continue
			}
			for _, t := range owners(m, v) {
				if of[t] {
					n++
				}
			}
			if counts[v.Owners] != n {
				return fmt.Errorf("%d of the owners are among some threads, not %d", n, counts[v.Owners])
			}
		}
	}
	return nil
}

// odd describes an error in the intervals of a page: one without length or change,
// or a wait over more of them than it overlaps.
func odd(m *ownerjoin.Page) error {
	for _, c := range m.Contended {
		for i := c.First + 1; i <= c.Last; i++ {
			a, b := &m.Intervals[i-1], &m.Intervals[i]
			if i > c.First+1 && a.Start >= b.Start || slices.Equal(owners(m, a), owners(m, b)) {
				return fmt.Errorf("at %d interval %+v follows %+v", c.Monitor, *b, *a)
			}
		}
		if end := m.Intervals[c.Last+1].Start; end != m.End {
			return fmt.Errorf("the intervals of %d end at %d", c.Monitor, end)
		}
	}
	for _, w := range m.Waits {
		if w.State == tracefeed.Blocking && w.First != w.Last && !w.Open &&
			(m.Intervals[w.First+1].Start <= w.Start || m.Intervals[w.Last].Start >= w.End) {
			return fmt.Errorf("a wait has too many intervals: %+v", w)
		}
	}
	return nil
}

func differWait(m *ownerjoin.Page, at []ownerjoin.Wait, moment oracle.Moment, t tracefeed.ThreadID) error {
	d := moment.Threads[t]
	if d.State == oracle.IO && len(at) == 1 && at[0].Open && at[0].State == tracefeed.IO {
		return nil // a later page says more
	}
	waits := d.State == oracle.Blocking || d.State == oracle.IO && d.Other != tracefeed.NoThread ||
		d.State == oracle.Suspended && (d.Other != tracefeed.NoThread || d.Monitor != tracefeed.NoMonitor)
	if !waits {
		at = slices.DeleteFunc(at, func(w ownerjoin.Wait) bool { // the missing waker is not known yet
			return d.State == oracle.Suspended && w.State == tracefeed.Suspended && w.Open && w.Other == tracefeed.NoThread
		})
		if len(at) > 0 {
			return fmt.Errorf("%+v, and waits %+v", d, at)
		}
		return nil
	}
	if len(at) != 1 {
		return fmt.Errorf("%+v, and waits %+v", d, at)
	}
	w := at[0]
	if w.Seen != (d.State == oracle.IO && d.Shared) {
		return fmt.Errorf("%+v, and waits %+v", d, w)
	}
	if w.State.String() != string(d.State) || w.Monitor != d.Monitor || w.Other != d.Other && !(w.Open && w.Other == tracefeed.NoThread) {
		return fmt.Errorf("%+v, and waits %+v", d, w)
	}
	if d.State != oracle.Blocking {
		return nil
	}
	i := w.First
	for i < w.Last && m.Intervals[i+1].Start <= moment.Start {
		i++
	}
	s := &m.Intervals[i]
	if got, want := owners(m, s), moment.Owners[d.Monitor]; !slices.Equal(got, want) || m.Intervals[i+1].Start < moment.End {
		return fmt.Errorf("%v hold what it waits for from %d to %d, want %v", got, s.Start, m.Intervals[i+1].Start, want)
	}
	return nil
}

// owners returns the owners in an interval.
func owners(m *ownerjoin.Page, v *ownerjoin.Interval) []tracefeed.ThreadID {
	switch {
	case v.Owners != ownerjoin.NoSet:
		return m.Owners(v.Owners, &ownerjoin.OwnerBuffer{})
	case v.Owner == tracefeed.NoThread:
		return nil
	}
	return []tracefeed.ThreadID{v.Owner}
}

// TestManySharers has a lock with many holders at once, acquired and released by
// several of them in one instant.
func TestManySharers(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		trace := oracle.Trace{Header: tracefeed.Header{Format: "sharers"}}
		trace.Events = append(trace.Events, tracefeed.Event{Thread: 1, Kind: tracefeed.MonitorWait, Monitor: 1})
		now := tracefeed.Time(0)
		for range 600 {
			now += tracefeed.Time(rng.IntN(3))
			ev := tracefeed.Event{Time: now, Thread: tracefeed.ThreadID(2 + rng.IntN(50)), Monitor: 1, Shared: true,
				Kind: tracefeed.MonitorEnter}
			if rng.IntN(5) < 2 {
				ev.Kind = tracefeed.MonitorExit
			}
			trace.Events = append(trace.Events, ev)
		}
		for _, tuning := range []timeline.Tuning{{}, {Join: tuned(1).Join}, tuned(1 + rng.IntN(200))} {
			tl, err := reduced.Timeline(trace.Feed(), tuning)
			if err == nil {
				err = differJoin(tl, oracle.Replay(trace), rng)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestLongTimes has pages so long that the time fills a sort key.
func TestLongTimes(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(100) {
		rng := rand.New(rand.NewPCG(seed, 2))
		trace := oracle.Random(rng, oracle.Small(rng))
		n := len(trace.Events)
		for i := range trace.Events {
			trace.Events[i].Time *= 1 << 62 / (trace.Events[n-1].Time + 1)
		}
		oracle.Check(t, seed, trace, func(tr oracle.Trace) error {
			for _, tuning := range []timeline.Tuning{{}, {Join: tuned(1).Join}} {
				tl, err := reduced.Timeline(tr.Feed(), tuning)
				if err == nil {
					err = differJoin(tl, oracle.Replay(tr), rand.New(rand.NewPCG(seed, 3)))
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
}

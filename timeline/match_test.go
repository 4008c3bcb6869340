package timeline_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

// differMatches compares waits and the holders of their monitors with the oracle's
// at each time. Windows come from rng.
func differMatches(tl *timeline.Timeline, h oracle.History, rng *rand.Rand) error {
	from := tracefeed.Time(rng.Int64N(int64(h.End()) + 2))
	to := from + tracefeed.Time(rng.Int64N(int64(h.End())+2))
	if rng.IntN(3) == 0 {
		from, to = 0, h.End()
	}
	var forth, back [][]timeline.Wait
	var bad error
	now := tracefeed.Time(-1)
	tl.EachMatch(context.Background(), from, to, func(m *timeline.Matches) {
		if bad == nil {
			bad = differPage(m, h)
		}
		if bad == nil {
			bad = differSharers(m, len(tl.Threads))
		}
		if now >= 0 && m.Start != now {
			bad = fmt.Errorf("a page from %d after one to %d", m.Start, now)
		}
		now = m.End
		forth = append(forth, slices.Clone(m.Waits))
		if rng.IntN(2) == 0 {
			*m = timeline.Matches{} // as a caller that keeps it
		}
	})
	bare := 0
	tl.EachWait(context.Background(), from, to, func(waits []timeline.Wait, _ tracefeed.Time) {
		if bare < len(forth) && bad == nil && !slices.EqualFunc(waits, forth[bare], alike) {
			bad = fmt.Errorf("bare\ngot  %v\nwant %v", waits, forth[bare])
		}
		bare++
	})
	if bad == nil && bare != len(forth) {
		bad = fmt.Errorf("%d pages, bare %d", len(forth), bare)
	}
	most := rng.IntN(2*len(forth) + 1)
	tl.EachMatchBack(from, to, rng.IntN(2) == 0, func(m *timeline.Matches) bool {
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
		return fmt.Errorf("matches from %d to %d: %w", from, to, bad)
	}
	return nil
}

// alike reports whether two waits are equal but for their stretches.
func alike(a, b timeline.Wait) bool {
	a.First, a.Last, b.First, b.Last = 0, 0, 0, 0
	return a == b
}

// differPage compares the matches of a page with the moments in it.
func differPage(m *timeline.Matches, h oracle.History) error {
	if err := odd(m); err != nil {
		return fmt.Errorf("page from %d to %d: %w", m.Start, m.End, err)
	}
	for _, moment := range h.Window(m.Start, m.End) {
		for t := tracefeed.ThreadID(1); int(t) < len(moment.Threads); t++ {
			var at []timeline.Wait
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

// differSharers compares the counts of CountSharers with the lists of holders.
func differSharers(m *timeline.Matches, threads int) error {
	of := make([]bool, threads)
	for t := range of {
		of[t] = t%3 == 1
	}
	counts := m.CountSharers(of, nil)
	for _, c := range m.Contended {
		for i := c.First; i <= c.Last; i++ {
			s, n := &m.Stretches[i], int32(0)
			if s.Holders < 2 {
				continue
			}
			for _, t := range m.Sharing(s, &timeline.SharingBuffer{}) {
				if of[t] {
					n++
				}
			}
			if counts[s.Holder] != n {
				return fmt.Errorf("%d of the holders are among some threads, not %d", n, counts[s.Holder])
			}
		}
	}
	return nil
}

// odd describes an error in the stretches of a page: one without length or change,
// or a wait over more of them than it overlaps.
func odd(m *timeline.Matches) error {
	for _, c := range m.Contended {
		for i := c.First + 1; i <= c.Last; i++ {
			a, b := &m.Stretches[i-1], &m.Stretches[i]
			if i > c.First+1 && a.Start >= b.Start || slices.Equal(holders(m, a), holders(m, b)) {
				return fmt.Errorf("at %d stretch %+v follows %+v", c.Monitor, *b, *a)
			}
		}
		if end := m.Stretches[c.Last+1].Start; end != m.End {
			return fmt.Errorf("the stretches of %d end at %d", c.Monitor, end)
		}
	}
	for _, w := range m.Waits {
		if w.State == tracefeed.Blocking && w.First != w.Last && !w.Open &&
			(m.Stretches[w.First+1].Start <= w.Start || m.Stretches[w.Last].Start >= w.End) {
			return fmt.Errorf("a wait has too many stretches: %+v", w)
		}
	}
	return nil
}

func differWait(m *timeline.Matches, at []timeline.Wait, moment oracle.Moment, t tracefeed.ThreadID) error {
	d := moment.Threads[t]
	waits := d.State == oracle.Blocking || d.State == oracle.Suspended && d.Other != tracefeed.NoThread
	if !waits {
		at = slices.DeleteFunc(at, func(w timeline.Wait) bool { // the missing waker is not known yet
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
	if w.State.String() != string(d.State) || w.Monitor != d.Monitor || w.Other != d.Other && !(w.Open && w.Other == tracefeed.NoThread) {
		return fmt.Errorf("%+v, and waits %+v", d, w)
	}
	if d.State != oracle.Blocking {
		return nil
	}
	i := w.First
	for i < w.Last && m.Stretches[i+1].Start <= moment.Start {
		i++
	}
	s := &m.Stretches[i]
	if got, want := holders(m, s), moment.Owners[d.Monitor]; !slices.Equal(got, want) || m.Stretches[i+1].Start < moment.End {
		return fmt.Errorf("%v hold what it waits for from %d to %d, want %v", got, s.Start, m.Stretches[i+1].Start, want)
	}
	return nil
}

// holders returns the holders of a stretch.
func holders(m *timeline.Matches, s *timeline.Stretch) []tracefeed.ThreadID {
	switch s.Holders {
	case 0:
		return nil
	case 1:
		return []tracefeed.ThreadID{s.Holder}
	}
	return m.Sharing(s, &timeline.SharingBuffer{})
}

// TestManySharers has a lock with many holders at once, acquired and released by
// several of them in one instant.
func TestManySharers(t *testing.T) {
	for seed := range uint64(20) {
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
		for _, pageLen := range []int{0, 1 + rng.IntN(200)} {
			tl, err := reduce(trace, pageLen)
			if err == nil {
				err = differMatches(tl, oracle.Replay(trace), rng)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestLongTimes has pages so long that the time fills a sort key.
func TestLongTimes(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 2))
		trace := oracle.Random(rng, oracle.Small(rng))
		n := len(trace.Events)
		for i := range trace.Events {
			trace.Events[i].Time *= 1 << 62 / (trace.Events[n-1].Time + 1)
		}
		oracle.Check(t, seed, trace, func(tr oracle.Trace) error {
			tl, err := reduce(tr, 0)
			if err != nil {
				return err
			}
			return differMatches(tl, oracle.Replay(tr), rand.New(rand.NewPCG(seed, 3)))
		})
	}
}

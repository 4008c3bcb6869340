package detect

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tiv/interaction/detect/usage"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// TestSerialLosses compares the time that threads wait for one that runs alone with a
// search step by step, on random traces.
func TestSerialLosses(t *testing.T) {
	t.Parallel()
	compared := tracefeed.Time(0)
	for seed := range oracle.Seeds(300) {
		rng := rand.New(rand.NewPCG(seed, 6))
		oracle.Check(t, seed, oracle.Random(rng, oracle.Small(rng)), func(tr oracle.Trace) error {
			sum, err := checkSerialLosses(tr)
			compared += sum
			return err
		})
	}
	if compared == 0 {
		t.Error("nothing was lost in any trace")
	}
}

func checkSerialLosses(random oracle.Trace) (sum tracefeed.Time, _ error) {
	tl, err := reduced.Timeline(random.Feed(), timeline.Tuning{})
	if err != nil {
		return 0, err
	}
	of := &snapshot{tl, DefaultLimits()}
	s, x := &costs{trace: newTrace(of), signals: usage.NewSignals(tl)}, usage.NewScan(tl)
	tl.EachLockPage(context.Background(), 0, math.MaxInt, func(p *timeline.LockPage) {
		x.Page(p)
		s.signals.Page(p.Waits)
	})
	s.usage = x.Finish()
	type pair struct{ root, waiter tracefeed.ThreadID }
	got, want := map[pair]tracefeed.Time{}, map[pair]tracefeed.Time{}
	for _, loss := range s.serialLosses(serialPhases(s.usage)) {
		for waiter, lost := range loss.lost {
			got[pair{loss.root, waiter}] = lost
			sum += lost
		}
	}
	for id := 1; id < len(tl.Threads); id++ {
		waiter := tracefeed.ThreadID(id)
		tl.Lane(waiter).Spans(0, tl.End, func(w *timeline.Span, end tracefeed.Time) bool {
			open := end == tl.End && tl.Lane(waiter).StateAt(end) == tracefeed.Suspended
			if w.State != tracefeed.Suspended || w.Other == tracefeed.NoThread || end-w.Start < s.usage.Length || open {
				return true
			}
			for i := range s.usage.Program {
				from, to := s.usage.Interval(i)
				if both := min(to, end) - max(from, w.Start); both > 0 && aloneIn(tl, w.Other, from, to) {
					want[pair{w.Other, waiter}] += both
				}
			}
			return true
		})
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		return sum, fmt.Errorf("got %v, want %v", got, want)
	}
	return sum, nil
}

// aloneIn reports whether a thread runs for nine tenths of an interval, and all others
// execute for a tenth at most.
func aloneIn(tl *timeline.Timeline, root tracefeed.ThreadID, from, to tracefeed.Time) bool {
	ran, all := tl.Lane(root).Sum(from, to)[tracefeed.Running], tracefeed.Time(0)
	for id := 1; id < len(tl.Threads); id++ {
		b := tl.Lane(tracefeed.ThreadID(id)).Sum(from, to)
		all += b[tracefeed.Running] + b[tracefeed.Runnable]
	}
	slack := (to - from) / 10
	return ran >= to-from-slack && all-ran <= slack
}

package overtaking

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

// slowAcquisition is an acquisition of a monitor, with the start of the wait before it,
// or its own time.
type slowAcquisition struct {
	monitor   tracefeed.MonitorID
	thread    tracefeed.ThreadID
	asked, at tracefeed.Time
}

// slowAcquisitions follows the owners of all monitors from moment to moment.
func slowAcquisitions(tr oracle.Trace) (all []slowAcquisition) {
	type pair struct {
		monitor tracefeed.MonitorID
		thread  tracefeed.ThreadID
	}
	type release struct {
		pair
		at tracefeed.Time
	}
	waits, owns, released := map[pair]tracefeed.Time{}, map[pair]bool{}, map[release]bool{}
	for _, ev := range tr.Events {
		if ev.Kind == tracefeed.MonitorExit {
			released[release{pair{ev.Monitor, ev.Thread}, ev.Time}] = true
		}
	}
	for _, m := range oracle.Replay(tr) {
		for id, owners := range m.Owners {
			monitor := tracefeed.MonitorID(id)
			for t := range m.Threads {
				p := pair{monitor, tracefeed.ThreadID(t)}
				x := m.Threads[t]
				if owned := slices.Contains(owners, p.thread); owned != owns[p] {
					if owns[p] = owned; owned {
						asked, ok := waits[p]
						if !ok {
							asked = m.Start
						}
						all = append(all, slowAcquisition{monitor, p.thread, asked, m.Start})
					}
					delete(waits, p)
				} else if released[release{p, m.Start}] || x.State == oracle.Unknown { // as soon as it was acquired, or lost
					delete(waits, p)
				} else if x.State == oracle.Suspended && (x.Monitor != tracefeed.NoMonitor || x.Other != tracefeed.NoThread) { // given up
					delete(waits, p)
				}
				if _, ok := waits[p]; !ok && x.State == oracle.Blocking && x.Monitor == monitor {
					waits[p] = m.Start
				}
			}
		}
	}
	return all
}

// TestOvertaking checks that each request was really overtaken as often as is said: by
// acquisitions of others that did not wait when it began.
func TestOvertaking(t *testing.T) {
	t.Parallel()
	total := 0
	for seed := range oracle.Seeds(1000) {
		rng := rand.New(rand.NewPCG(seed, 31))
		shape := oracle.Small(rng)
		if seed%2 == 0 {
			shape = oracle.Shape{Threads: 5, Monitors: 1, Events: 300, Odd: 0.01}
		}
		pages := 1 + rng.IntN(200)
		oracle.Check(t, seed, oracle.Random(rng, shape), func(tr oracle.Trace) error {
			tl, err := reduced.Timeline(tr.Feed(), timeline.Tuning{PageEvents: pages})
			if err != nil {
				return err
			}
			all, o := slowAcquisitions(tr), New(tl)
			tl.EachLockPage(context.Background(), 0, math.MaxInt, func(p *timeline.LockPage) {
				o.Page(p)
				for i := range o.parts {
					r := &o.parts[i]
					later := int32(0)
					for _, a := range all {
						if a.monitor == r.monitor && a.thread != r.thread && a.asked >= r.start && r.start <= a.at && a.at <= r.end {
							later++
						}
					}
					if total += int(r.count); r.count > later && err == nil {
						err = fmt.Errorf("thread %d was overtaken %d times at %d from %v to %v, want at most %d", r.thread,
							r.count, r.monitor, r.start, r.end, later)
					}
				}
				o.parts = o.parts[:0]
			})
			return err
		})
	}
	if total < oracle.Least(1000) {
		t.Errorf("requests were overtaken %d times in all traces: too few for a test", total)
	}
}

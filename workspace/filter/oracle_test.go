package filter_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/interaction/lockname"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/filter"
)

// asked is one thread in one view, as input of the oracle.
type asked struct {
	tl *timeline.Timeline
	// part is the window of h, past the history that ends with it.
	h, part, past   oracle.History
	since, from, to tracefeed.Time
	t               tracefeed.ThreadID
}

func (a *asked) now() oracle.Moment { return a.h.At(a.to) }

func (a *asked) sum(s oracle.State) tracefeed.Time { return a.h.Sum(a.t, a.from, a.to)[s] }

func (a *asked) name(t tracefeed.ThreadID) string { return a.tl.Threads[t].Name }

// waits counts the waits in the window, moment by moment.
func (a *asked) waits() (n int) {
	before := oracle.Doing{State: oracle.NotAlive}
	for _, m := range a.part {
		if m.Start == m.End {
			continue
		}
		d := m.Threads[a.t]
		if d.State == oracle.Blocking && (before.State != oracle.Blocking || before.Monitor != d.Monitor) {
			n++
		}
		before = d
	}
	return n
}

func (a *asked) waitsFor(t tracefeed.ThreadID) []tracefeed.ThreadID {
	if a.now().Threads[t].State != oracle.Blocking {
		return nil
	}
	return a.now().WaitsFor(t)
}

// meanings are expressions with their meanings as functions.
var meanings = []struct {
	text string
	want func(a *asked) bool
}{
	{`state == "blocking"`, func(a *asked) bool { return a.now().Threads[a.t].State == oracle.Blocking }},
	{`alive && state != "running"`, func(a *asked) bool {
		s := a.now().Threads[a.t].State
		return s != oracle.NotAlive && s != oracle.Running
	}},
	{`blocking > 20%`, func(a *asked) bool { return 5*a.sum(oracle.Blocking) > a.to-max(a.from, 0) }},
	{`suspended >= 5ns or unknown > 1ns`, func(a *asked) bool { return a.sum(oracle.Suspended) >= 5 || a.sum(oracle.Unknown) > 1 }},
	{`!(io + runnable <= running)`, func(a *asked) bool { return a.sum(oracle.IO)+a.sum(oracle.Runnable) > a.sum(oracle.Running) }},
	{`waits == 1`, func(a *asked) bool { return a.waits() == 1 }},
	{`waits > 1`, func(a *asked) bool { return a.waits() > 1 }},
	{`lock == "M1"`, func(a *asked) bool {
		d := a.now().Threads[a.t]
		return d.State == oracle.Blocking && a.tl.Monitors[d.Monitor].Name == "M1"
	}},
	{`waits_for ~ "^T2\b"`, func(a *asked) bool {
		return slices.ContainsFunc(a.waitsFor(a.t), func(t tracefeed.ThreadID) bool { return t == 2 })
	}},
	{`blocks != ""`, func(a *asked) bool {
		for t := 1; t < len(a.tl.Threads); t++ {
			if slices.Contains(a.waitsFor(tracefeed.ThreadID(t)), a.t) {
				return true
			}
		}
		return false
	}},
	{`interacts("T2")`, func(a *asked) bool {
		return slices.ContainsFunc(a.past.Edges(), func(e oracle.Edge) bool {
			return e.Blocked == a.t && e.Blocker == 2 || e.Blocked == 2 && e.Blocker == a.t
		})
	}},
}

// differ compares the results of expressions with the oracle's for all threads
// of a trace. seen counts the matching threads of each expression, and the
// others.
func differ(trace oracle.Trace, rng *rand.Rand, seen map[string]*[2]int) error {
	tl, err := reduced.Timeline(trace.Feed(), timeline.Tuning{PageEvents: rng.IntN(2) * rng.IntN(40)})
	if err != nil {
		return err
	}
	a := asked{tl: tl, h: oracle.Replay(trace)}
	var memory filter.Memory // goes from one window to the next
	for n := range 4 {
		memory.SetLimit(1 + rng.IntN(2)<<20)
		a.move(rng, n > 0)
		if err := a.differ(&memory, seen); err != nil {
			return err
		}
	}
	return nil
}

// move looks at another window, or one not far from that before.
func (a *asked) move(rng *rand.Rand, near bool) {
	end := int64(a.h.End())
	if near && rng.IntN(3) > 0 {
		a.to = min(max(a.to+tracefeed.Time(rng.Int64N(21)-10), 1), a.h.End())
		a.from = min(a.from+tracefeed.Time(rng.Int64N(21)-10), a.to-1)
	} else {
		a.to = tracefeed.Time(rng.Int64N(end + 1))
		a.from = a.to - 1 - tracefeed.Time(rng.Int64N(end+2))
	}
	if a.since = a.from; rng.IntN(2) == 0 {
		a.since = a.to - 1 - tracefeed.Time(rng.Int64N(end+2))
	}
}

// differ compares the results of expressions with the oracle's for all threads.
func (a *asked) differ(memory *filter.Memory, seen map[string]*[2]int) error {
	if a.to == 0 {
		return nil
	}
	a.part, a.past = a.h.Window(a.from, a.to), a.h.Window(a.since, a.to)
	v := filter.View{Timeline: a.tl, Moment: a.to, From: a.from, To: a.to, Since: a.since, Until: a.to, Memory: memory,
		Locks: lockname.New(a.tl.Monitors, lockname.Ranks{}, nil)}
	for _, m := range meanings {
		f, err := filter.Parse(m.text)
		if err != nil {
			return err
		}
		got, err := f.Match(context.Background(), v, everyThread(a.tl))
		if err != nil {
			return err
		}
		for _, a.t = range everyThread(a.tl) {
			want := m.want(a)
			if slices.Contains(got, a.t) != want {
				return fmt.Errorf("%s, from %d to %d: it is %v of %s", m.text, a.from, a.to, !want, a.name(a.t))
			}
			if seen[m.text] == nil {
				seen[m.text] = &[2]int{}
			}
			if want {
				seen[m.text][1]++
			} else {
				seen[m.text][0]++
			}
		}
		if !f.Quick(v, 0) {
			return fmt.Errorf("%s, from %d to %d: it was not remembered", m.text, a.from, a.to)
		}
	}
	return nil
}

// TestRandom compares expressions with the oracle on random traces.
func TestRandom(t *testing.T) {
	t.Parallel()
	seen := map[string]*[2]int{}
	for seed := range oracle.Seeds(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		oracle.Check(t, seed, oracle.Random(rng, oracle.Small(rng)), func(tr oracle.Trace) error {
			return differ(tr, rand.New(rand.NewPCG(seed, 2)), seen)
		})
	}
	for _, m := range meanings {
		if n := seen[m.text]; n == nil || min(n[0], n[1]) < 50 {
			t.Errorf("%s: is false and true of too few: %v", m.text, n)
		}
	}
}

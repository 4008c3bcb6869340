package detect

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"tiv/interaction"
	"tiv/interaction/groups"
	"tiv/tracefeed"
)

// Imbalance is the kind of finding for equal threads with unequal work.
const Imbalance = "imbalance"

// Unequal: others wait for the last of some equal threads, because its share of their
// work is the largest.
const Unequal Reason = "unequal"

// Shares describes the work of equal threads during waits for the last of them.
type Shares struct {
	// Group is the name of the equal threads, Members the largest number of them that
	// worked during one wait.
	Group   string
	Members int
	// Waits is the number of waits for the last of them. Most is the running time of
	// the last one in these waits, Fair that of each if all had the same.
	Waits      int
	Most, Fair tracefeed.Time
}

func imbalanceDetector(l Limits) Detector {
	return Detector{
		Kind: Imbalance, Severity: Cost,
		Help:  "equal threads with unequal work, for the last of which others wait",
		begin: func(s *subject) search { return search{findings: func() []Finding { return s.imbalance(l) }} },
	}
}

// imbalance returns a finding for each group of equal threads that others wait for.
//
//  1. Take the suspensions with cause join that one of the group ended, the longest
//     first, and of those that overlap only the longest. That thread was the last to
//     finish. Other causes do not count: the receiver of a channel may wait for the
//     next message of this one thread.
//  2. Compare the running time of the threads of the group during the suspension.
//     Those that did not run had no part in the work.
//  3. With equal shares, the last one would have worked less by some time. The
//     waiting thread, and each of the group that was suspended, lose that time at
//     most.
func (s *subject) imbalance(l Limits) []Finding {
	if s.tl.OfDump() {
		return nil
	}
	waits := slices.DeleteFunc(slices.Clone(s.signals.list), func(w signal) bool {
		waker, length := &s.usage.threads[w.waker], w.end-w.start
		return s.usage.threads[w.thread][joining] < length || 2*(waker[running]+waker[runnable]) < length || s.tl.Threads[w.thread].System
	})
	if len(waits) == 0 {
		return nil
	}
	slices.SortStableFunc(waits, func(a, b signal) int { return cmp.Compare(b.end-b.start, a.end-a.start) })
	all := map[tracefeed.ThreadID]*equals{}
	for _, g := range groups.Several(groups.ByName(s.tl, s.usage.list)) {
		e := &equals{s: s, group: g, lost: map[tracefeed.ThreadID]tracefeed.Time{}, last: map[tracefeed.ThreadID]tracefeed.Time{}}
		for _, t := range g.Threads {
			all[t] = e
		}
	}
	var order []*equals
	budget := l.Sums
	for _, w := range waits {
		e := all[w.waker]
		if e == nil || e.overlaps(w) {
			continue
		}
		if budget -= 1 + len(e.group.Threads); budget < 0 {
			break
		}
		if s.tl.Lane(w.thread).Since(w.start).Cause != tracefeed.CauseJoin {
			continue
		}
		if len(e.seen) == 0 {
			order = append(order, e)
		}
		e.add(w)
	}
	var found []Finding
	for _, e := range order {
		if f, ok := e.finding(&l); ok {
			found = append(found, f)
		}
	}
	return found
}

// equals is a group of equal threads, with the loss in waits for them.
type equals struct {
	s     *subject
	group groups.Group
	seen  []signal
	// lost is the time lost by thread, last the excess by the thread that finished
	// last.
	lost, last map[tracefeed.ThreadID]tracefeed.Time
	shares     Shares
	sum        tracefeed.Time // of lost
	start, end tracefeed.Time
}

// overlaps reports whether a wait for the group has been seen during w.
func (e *equals) overlaps(w signal) bool {
	return slices.ContainsFunc(e.seen, func(o signal) bool { return w.start < o.end && o.start < w.end })
}

// add adds a wait for the group.
func (e *equals) add(w signal) {
	e.seen = append(e.seen, w)
	times := map[tracefeed.ThreadID]tracefeed.StateTimes{}
	var work tracefeed.Time
	n := 0
	for _, t := range e.group.Threads {
		lane := e.s.tl.Lane(t)
		if born, died := lane.Life(); t == w.thread || born >= w.end || died <= w.start {
			continue
		}
		times[t] = lane.Sum(w.start, w.end)
		if ran := times[t][tracefeed.Running]; ran > 0 {
			work, n = work+ran, n+1
		}
	}
	last := times[w.waker]
	most := last[tracefeed.Running]
	if n < 2 || 2*(most+last[tracefeed.Runnable]) < w.end-w.start {
		return
	}
	fair := work / tracefeed.Time(min(n, e.s.usage.processors))
	excess := most - fair
	c := &e.shares
	c.Waits, c.Members, c.Most, c.Fair = c.Waits+1, max(c.Members, n), c.Most+most, c.Fair+min(fair, most)
	if excess <= 0 {
		return
	}
	if e.sum == 0 {
		e.start, e.end = w.start, w.end
	}
	e.start, e.end = min(e.start, w.start), max(e.end, w.end)
	e.last[w.waker] += excess
	e.lose(w.thread, min(excess, w.end-w.start))
	for t, b := range times {
		if b[tracefeed.Running] > 0 && t != w.waker {
			e.lose(t, min(excess, b[tracefeed.Suspended]))
		}
	}
}

func (e *equals) lose(t tracefeed.ThreadID, lost tracefeed.Time) {
	if lost > 0 {
		e.lost[t] += lost
		e.sum += lost
	}
}

// finding returns the finding about the group; ok is false if the shares are not very
// unequal, the loss is small, or the threads run different functions.
func (e *equals) finding(l *Limits) (f Finding, ok bool) {
	c := &e.shares
	if e.shares.Most-e.shares.Fair < e.shares.Most/l.Uneven || !e.s.usage.cost(e.sum, l) || len(groups.ByFunction(e.s.tl, e.group.Threads)) > 1 {
		return f, false
	}
	c.Group = e.group.Name
	f = Finding{Evidence: interaction.Statistical, Reason: Unequal, Start: e.start, End: e.end, Lost: e.sum, Shares: c,
		Threads: largest(e.lost)}
	if first := largest(e.last)[0]; 2*e.last[first] > c.Most-c.Fair {
		f.Root = &Root{Thread: first, State: tracefeed.Running, Since: e.start}
	}
	f.Threads = f.Threads[:min(len(f.Threads), mostThreads)]
	return f, true
}

// largest returns the threads with the most time first.
func largest(times map[tracefeed.ThreadID]tracefeed.Time) []tracefeed.ThreadID {
	return slices.SortedFunc(maps.Keys(times), func(a, b tracefeed.ThreadID) int {
		return cmp.Or(cmp.Compare(times[b], times[a]), cmp.Compare(a, b))
	})
}

// text describes the finding.
func (c *Shares) text(f *Finding, w wording) string {
	last, waits := "the last one", "one wait"
	if f.Root != nil {
		last = w.thread(f.Root.Thread) + ", usually the last one,"
	}
	if c.Waits > 1 {
		waits = fmt.Sprintf("%d waits", c.Waits)
	}
	return fmt.Sprintf("The work of %s is uneven: in %s for them, %s ran for %v, with equal shares %v would have been enough. The others lost %s to that. Divide the work into smaller pieces, or let each thread fetch the next piece when it is done.",
		c.Group, waits, last, c.Most, c.Fair, f.lostShare(""))
}

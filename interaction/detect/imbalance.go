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

// Unequal: others wait for some equal threads, of which Root has the largest share of
// the work.
const Unequal Reason = "unequal"

// Shares describes the work of equal threads during waits for the last of them.
type Shares struct {
	// Group is the name of the equal threads, Members the number of them that worked.
	Group   string
	Members int
	// Waits is the number of waits for the last of them. Most is the running time of
	// Root in these waits, Fair that of each if all had the same.
	Waits      int
	Most, Fair tracefeed.Time
	// Place is 0, or, of threads started anew for each wait, the place of Root in the
	// order of their starts, from 1. Most then counts the threads at that place.
	Place int `json:",omitempty"`
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
//  2. Add up the running time of the threads of the group over all these
//     suspensions. One that did not run had no part in the work. Sums, because in
//     each suspension some thread is the last, by chance. Threads started anew for
//     each suspension count by the order of their starts.
//  3. With equal shares, the thread with the most work would have worked less by some
//     time. Each waiting thread, and each of the group that was suspended, loses that
//     time at most.
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
		e := &equals{s: s, group: g, work: map[share]tracefeed.Time{}, largest: map[share]largestShare{}, idle: map[tracefeed.ThreadID]tracefeed.Time{}, waited: map[tracefeed.ThreadID]tracefeed.Time{}}
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

// equals is a group of equal threads, with sums over the waits for them.
type equals struct {
	s     *subject
	group groups.Group
	seen  []signal
	// work is the running time by share, and largest the part of it in one wait. idle is
	// the time suspended by thread of the group.
	work    map[share]tracefeed.Time
	largest map[share]largestShare
	idle    map[tracefeed.ThreadID]tracefeed.Time
	// waited is the length of the waits by waiting thread.
	waited map[tracefeed.ThreadID]tracefeed.Time
	waits  int
	// start and end are those of the first and the last wait.
	start, end tracefeed.Time
}

// share is what one thread does in all waits, or, of threads started anew for each wait,
// all threads that were started at one place of their order, from 1.
type share struct {
	thread tracefeed.ThreadID
	place  int
}

// largestShare is the thread with the most work in one wait.
type largestShare struct {
	thread tracefeed.ThreadID
	work   tracefeed.Time
}

// sharesIn returns the shares of the threads that ran during a wait. If none of them lives
// much longer than the wait, they were started for it.
func (e *equals) sharesIn(w signal, times map[tracefeed.ThreadID]tracefeed.StateTimes) map[tracefeed.ThreadID]share {
	anew, shares := true, map[tracefeed.ThreadID]share{}
	for n, t := range slices.Sorted(maps.Keys(times)) {
		born, died := e.s.tl.Lane(t).Life()
		anew = anew && died-born <= 2*(w.end-w.start)
		shares[t] = share{place: n + 1}
	}
	for t := range times {
		if !anew {
			shares[t] = share{thread: t}
		}
	}
	return shares
}

// overlaps reports whether a wait for the group has been seen during w.
func (e *equals) overlaps(w signal) bool {
	return slices.ContainsFunc(e.seen, func(o signal) bool { return w.start < o.end && o.start < w.end })
}

// add adds a wait for the group, unless only one of it worked, or the last one mostly
// did something else.
func (e *equals) add(w signal) {
	e.seen = append(e.seen, w)
	times := map[tracefeed.ThreadID]tracefeed.StateTimes{}
	for _, t := range e.group.Threads {
		lane := e.s.tl.Lane(t)
		if born, died := lane.Life(); t == w.thread || born >= w.end || died <= w.start {
			continue
		}
		if b := lane.Sum(w.start, w.end); b[tracefeed.Running] > 0 {
			times[t] = b
		}
	}
	last := times[w.waker]
	if len(times) < 2 || 2*(last[tracefeed.Running]+last[tracefeed.Runnable]) < w.end-w.start {
		return
	}
	shares := e.sharesIn(w, times)
	for t, b := range times {
		k := shares[t]
		e.work[k] += b[tracefeed.Running]
		if l := e.largest[k]; b[tracefeed.Running] > l.work || b[tracefeed.Running] == l.work && t < l.thread {
			e.largest[k] = largestShare{t, b[tracefeed.Running]}
		}
		e.idle[t] += b[tracefeed.Suspended]
	}
	e.waited[w.thread] += w.end - w.start
	if e.waits++; e.waits == 1 {
		e.start, e.end = w.start, w.end
	}
	e.start, e.end = min(e.start, w.start), max(e.end, w.end)
}

// finding returns the finding about the group; ok is false if the shares are not very
// unequal, the loss is small, or the threads run different functions.
func (e *equals) finding(l *Limits) (f Finding, ok bool) {
	if e.waits == 0 {
		return f, false
	}
	all, most, top := tracefeed.Time(0), tracefeed.Time(0), share{}
	for k, work := range e.work {
		all += work
		if work > most || work == most && cmp.Or(cmp.Compare(k.thread, top.thread), cmp.Compare(k.place, top.place)) < 0 {
			most, top = work, k
		}
	}
	busiest := e.largest[top].thread
	fair := all / tracefeed.Time(min(len(e.work), e.s.usage.processors))
	excess := most - fair
	if excess < percentOf(l.Uneven, most) || excess <= 0 {
		return f, false
	}
	delete(e.idle, busiest)
	lost := e.waited
	for t, idle := range e.idle {
		lost[t] += idle
	}
	for t := range lost {
		lost[t] = min(lost[t], excess)
		f.Lost += lost[t]
	}
	if !e.s.usage.cost(f.Lost, l) || len(groups.ByFunction(e.s.tl, e.group.Threads)) > 1 {
		return f, false
	}
	f.Evidence, f.Reason, f.Start, f.End = interaction.Statistical, Unequal, e.start, e.end
	f.Shares = &Shares{Group: e.group.Name, Members: len(e.work), Waits: e.waits, Most: most, Fair: fair, Place: top.place}
	f.Root = &Root{Thread: busiest, State: tracefeed.Running, Since: e.start}
	f.Threads = largest(lost)
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
	waits := "one wait"
	if c.Waits > 1 {
		waits = fmt.Sprintf("%d waits", c.Waits)
	}
	who := w.thread(f.Root.Thread)
	if c.Place > 0 && c.Waits > 1 {
		who = fmt.Sprintf("the one started as number %d each time, such as %s,", c.Place, who)
	}
	return fmt.Sprintf("The work of %s is uneven: in %s for them, %s ran for %v, with equal shares %v would have been enough. The others lost %s to that. Divide the work into smaller pieces, or let each thread fetch the next piece when it is done.",
		members(c.Group, c.Members), waits, who, c.Most, c.Fair, f.lostShare(""))
}

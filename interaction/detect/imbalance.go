package detect

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect/idling"
	"tiv/interaction/detect/usage"
	"tiv/interaction/groups"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Imbalance is the kind of finding for equal threads with unequal work.
const Imbalance = "imbalance"

// Shares is the facts of equal threads with unequal work, during waits for the last of them.
// The root of the finding has the largest share of the work.
type Shares struct {
	// Group is the name of the equal threads, Members the number of them that worked.
	Group   string
	Members int
	// Waits is the number of waits for the last of them. Most is the running time of
	// Root in these waits, Fair the running time of each thread with equal shares.
	Waits      int
	Most, Fair tracefeed.Time
	// Place is 0, or, of threads started anew for each wait, the place of Root in the
	// order of their starts, from 1. Most then counts the threads at that place.
	Place int `json:",omitempty"`
	// Idle is the found loop for whose next items the others waited meanwhile; "" if they did not,
	// or that is not known.
	Idle string `json:",omitempty"`
}

func imbalanceDetector(l Limits) Detector {
	return Detector{
		Kind: Imbalance, Severity: Cost,
		Help: "equal threads with unequal work, for the last of which others wait",
		find: func(s *searched) []Finding { return s.costs.imbalance(l) },
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
func (s *costs) imbalance(l Limits) []Finding {
	if s.tl.Header.OfDump() {
		return nil
	}
	waits := slices.DeleteFunc(slices.Clone(s.signals.List), func(w usage.Signal) bool {
		waker, length := &s.usage.Threads[w.Waker], w.End-w.Start
		return s.usage.Threads[w.Thread][usage.Joining] < length ||
			2*(waker[usage.Running]+waker[usage.Runnable]) < length || s.tl.Threads[w.Thread].System
	})
	if len(waits) == 0 {
		return nil
	}
	slices.SortStableFunc(waits, func(a, b usage.Signal) int { return cmp.Compare(b.End-b.Start, a.End-a.Start) })
	all := map[tracefeed.ThreadID]*equals{}
	for _, g := range groups.Several(groups.ByName(s.tl, s.usage.List)) {
		e := &equals{s: s, group: g}
		for _, t := range g.Threads {
			all[t] = e
		}
	}
	var order []*equals
	budget := l.sums
	for _, w := range waits {
		e := all[w.Waker]
		if e == nil || e.overlaps(w) {
			continue
		}
		if budget -= 1 + len(e.group.Threads); budget < 0 {
			break
		}
		if s.tl.Lane(w.Thread).Since(w.Start).Cause != tracefeed.CauseJoin {
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

// equals is a group of equal threads, with the waits for them in which several worked.
type equals struct {
	s     *costs
	group groups.Group
	// seen are all waits for the group.
	seen   []usage.Signal
	rounds []round
}

// round is one wait for a group.
type round struct {
	wait usage.Signal
	// work are the times of the threads that ran in it, by thread.
	work []worked
	// even: they ended together, so that nothing waited for the last of them alone.
	even bool
}

// worked is what one thread did in a round.
type worked struct {
	thread tracefeed.ThreadID
	times  tracefeed.StateTimes
}

// overlaps reports whether a wait for the group has been seen during w.
func (e *equals) overlaps(w usage.Signal) bool {
	return slices.ContainsFunc(e.seen, func(o usage.Signal) bool { return w.Start < o.End && o.Start < w.End })
}

// add adds a wait for the group, unless only one of it worked, or the last one mostly did
// something else.
func (e *equals) add(w usage.Signal) {
	e.seen = append(e.seen, w)
	r, first := round{wait: w}, w.End
	last := tracefeed.Time(0) // for which the last one worked
	for _, t := range e.group.Threads {
		lane := e.s.tl.Lane(t)
		if born, died := lane.Life(); t == w.Thread || born >= w.End || died <= w.Start {
			continue
		}
		b := lane.Sum(w.Start, w.End)
		if b[tracefeed.Running] == 0 {
			continue
		}
		r.work = append(r.work, worked{t, b})
		if t == w.Waker {
			last = b[tracefeed.Running] + b[tracefeed.Runnable]
		}
		first = min(first, e.done(t, w))
	}
	if r.even = w.End-first <= max(together, (w.End-w.Start)/togetherPart); len(r.work) >= 2 && 2*last >= w.End-w.Start {
		e.rounds = append(e.rounds, r)
	}
}

// Threads whose work ends within this time, or this part of the wait for them, end
// together.
const (
	together     = 2 * tracefeed.Millisecond
	togetherPart = 20
)

// done returns when a thread's work in a wait ended: the end of its last time on a
// processor, or in a queue for one.
func (e *equals) done(t tracefeed.ThreadID, w usage.Signal) (at tracefeed.Time) {
	at = w.Start
	e.s.tl.Lane(t).Spans(w.Start, w.End, func(span *timeline.Span, end tracefeed.Time) bool {
		if span.State == tracefeed.Running || span.State == tracefeed.Runnable {
			at = min(end, w.End)
		}
		return true
	})
	return at
}

// shares are sums over all rounds. If the threads were started anew for each round, they
// are by the order of the starts; the first is 1. Otherwise they are by thread. anew says
// which. largest is the thread with the most work in one round.
type shares struct {
	anew bool
	work map[int]tracefeed.Time
	// fair is the work with equal shares, in the rounds that a thread had a part in. What
	// it did in an even round is fair.
	fair map[int]tracefeed.Time
	most map[int]worked
}

// shares adds up the rounds.
func (e *equals) shares() shares {
	homes, anew := e.homes()
	x := shares{anew: anew, work: map[int]tracefeed.Time{}, fair: map[int]tracefeed.Time{}, most: map[int]worked{}}
	for i, r := range e.rounds {
		work := r.work
		if anew { // without what is left of the threads of other rounds
			work = slices.DeleteFunc(slices.Clone(work), func(w worked) bool { return homes[w.thread] != i })
		}
		all := tracefeed.Time(0)
		for _, w := range work {
			all += w.times[tracefeed.Running]
		}
		for n, w := range work {
			k, ran := int(w.thread), w.times[tracefeed.Running]
			if anew {
				k = n + 1
			}
			x.work[k] += ran
			if r.even {
				x.fair[k] += ran
			} else {
				x.fair[k] += all / tracefeed.Time(min(len(work), e.s.usage.Processors))
			}
			if old, ok := x.most[k]; !ok || ran > old.times[tracefeed.Running] ||
				ran == old.times[tracefeed.Running] && w.thread < old.thread {
				x.most[k] = w
			}
		}
	}
	return x
}

// homes returns the round in which each thread worked most. anew reports whether nearly
// all of them were started for that round: they worked in no other one, and lived not much
// longer. Some end late on a busy machine.
func (e *equals) homes() (homes map[tracefeed.ThreadID]int, anew bool) {
	homes = map[tracefeed.ThreadID]int{}
	most, all := map[tracefeed.ThreadID]tracefeed.Time{}, map[tracefeed.ThreadID]tracefeed.Time{}
	for i, r := range e.rounds {
		for _, w := range r.work {
			ran := w.times[tracefeed.Running]
			if all[w.thread] += ran; ran > most[w.thread] {
				homes[w.thread], most[w.thread] = i, ran
			}
		}
	}
	fresh, rounds := 0, map[int]bool{}
	for t, i := range homes {
		born, died := e.s.tl.Lane(t).Life()
		if w := e.rounds[i].wait; died-born <= 2*(w.End-w.Start) && 10*most[t] >= 9*all[t] {
			fresh++
		}
		rounds[i] = true
	}
	return homes, len(rounds) > 1 && 5*fresh >= 4*len(homes)
}

// finding returns the finding about the group; ok is false if the shares are not very
// unequal, the loss is small, or the threads run different functions.
func (e *equals) finding(l *Limits) (f Finding, ok bool) {
	if len(e.rounds) == 0 {
		return f, false
	}
	x := e.shares()
	excess, top := tracefeed.Time(0), 0
	for _, k := range slices.Sorted(maps.Keys(x.work)) {
		if more := x.work[k] - x.fair[k]; more > excess {
			excess, top = more, k
		}
	}
	busiest, most := x.most[top].thread, x.work[top]
	if excess < percentOf(l.uneven, most) || excess <= 0 {
		return f, false
	}
	lost := e.lost(busiest)
	for t := range lost {
		lost[t] = min(lost[t], excess)
		f.Lost += lost[t]
	}
	if !e.s.usage.AtLeast(f.Lost, l.costShare) || len(groups.ByFunction(e.s.tl, e.group.Threads)) > 1 {
		return f, false
	}
	f.Start, f.End = e.rounds[0].wait.Start, e.rounds[0].wait.End
	for _, r := range e.rounds {
		f.Start, f.End = min(f.Start, r.wait.Start), max(f.End, r.wait.End)
	}
	shares := &Shares{Group: e.group.Name, Members: len(x.work), Waits: len(e.rounds), Most: most, Fair: most - excess}
	if x.anew {
		shares.Place = top
	}
	f.Evidence, f.Facts = interaction.Statistical, shares
	f.Root = &Root{Thread: busiest, State: tracefeed.Running, Since: f.Start}
	f.Threads = largest(lost)
	return f, true
}

// lost returns the time for which threads waited for the group, and those of the group but
// the busiest were suspended meanwhile, in rounds that were not even.
func (e *equals) lost(busiest tracefeed.ThreadID) map[tracefeed.ThreadID]tracefeed.Time {
	lost := map[tracefeed.ThreadID]tracefeed.Time{}
	for _, r := range e.rounds {
		if r.even {
			continue
		}
		lost[r.wait.Thread] += r.wait.End - r.wait.Start
		for _, w := range r.work {
			if w.thread != busiest {
				lost[w.thread] += w.times[tracefeed.Suspended]
			}
		}
	}
	return lost
}

// largest returns the threads with the most time first.
func largest(times map[tracefeed.ThreadID]tracefeed.Time) []tracefeed.ThreadID {
	return slices.SortedFunc(maps.Keys(times), func(a, b tracefeed.ThreadID) int {
		return cmp.Or(cmp.Compare(times[b], times[a]), cmp.Compare(a, b))
	})
}

func (c *Shares) reason() string { return "unequal" }

func (c *Shares) fits(f *Finding, _ extent) bool { return f.Root != nil }

func (c *Shares) text(f *Finding, w wording) string {
	waits := "one wait"
	if c.Waits > 1 {
		waits = fmt.Sprintf("%d waits", c.Waits)
	}
	who := w.thread(f.Root.Thread)
	if c.Place > 0 && c.Waits > 1 {
		who = fmt.Sprintf("the one started as number %d each time, such as %s,", c.Place, who)
	}
	text := fmt.Sprintf("The work of %s is uneven: in %s for them, %s ran for %v, with equal shares %v would have "+
		"been enough. The others lost %s to that", members(c.Group, c.Members), waits, who, c.Most, c.Fair, f.lostShare(""))
	if c.Idle != "" { // they do fetch pieces
		return text + ", idle: they waited for the next item in " + c.Idle + ". Divide the work into smaller pieces."
	}
	return text + ". Divide the work into smaller pieces, or let each thread fetch the next piece when it is done."
}

func (c *Shares) rest(f *Finding, x *idling.Threads) { c.Idle = x.Within(f.Asked(), f.Start, f.End) }

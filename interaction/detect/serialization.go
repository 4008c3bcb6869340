package detect

import (
	"cmp"
	"fmt"
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect/usage"
	"tiv/interaction/groups"
	"tiv/tracefeed"
)

// Serialization is the kind of finding for phases in which one thread runs and the
// rest wait for it.
const Serialization = "serialization"

// Serial is the facts of phases in which the root of a finding runs alone, while threads wait
// for it that have work otherwise.
type Serial struct {
	// Time is the length of all phases, Phases their number. The longest is from
	// Start to End.
	Time, Start, End tracefeed.Time
	Phases           int
	// Roots is the number of equal threads that do so in turn, Root among them.
	Roots int
	// Group is the name of the group of threads that loses most, Members their
	// number.
	Group   string
	Members int
}

func serializationDetector(l Limits) Detector {
	return Detector{
		Kind: Serialization, Severity: Cost,
		Help: "phases in which one thread runs and the rest wait for it",
		find: func(s *searched) []Finding { return s.costs.serialization(l) },
	}
}

// phases are the parts of the trace in which one thread runs alone, in order of time.
type phases struct {
	list []phase
	time tracefeed.Time // the sum of their lengths
}

// phase is some consecutive steps; before is the time of all phases before it.
type phase struct{ start, end, before tracefeed.Time }

// until returns the time of the phases up to a time.
func (p *phases) until(at tracefeed.Time) tracefeed.Time {
	i, _ := slices.BinarySearchFunc(p.list, at, func(q phase, at tracefeed.Time) int { return cmp.Compare(q.start, at) })
	if i == 0 {
		return 0
	}
	q := &p.list[i-1]
	return q.before + min(at, q.end) - q.start
}

// serialPhases returns, for each thread that ever runs alone, the phases in which it
// does: steps in which it runs for nine tenths of the time, and all other threads of
// the program together run, could run, or are in unknown states for a tenth of it at most.
func serialPhases(x *usage.Usage) map[tracefeed.ThreadID]*phases {
	all := map[tracefeed.ThreadID]*phases{}
	for i, b := range x.Busiest {
		start, end := x.Interval(i)
		others := x.Program[i][usage.Running] + x.Program[i][usage.Runnable] + x.Program[i][usage.Unknown] - b.Ran
		if slack := (end - start) / 10; b.Thread == tracefeed.NoThread || b.Ran < end-start-slack || others > slack {
			continue
		}
		p := all[b.Thread]
		if p == nil {
			p = &phases{}
			all[b.Thread] = p
		}
		if n := len(p.list); n > 0 && p.list[n-1].end == start {
			p.list[n-1].end = end
		} else {
			p.list = append(p.list, phase{start, end, p.time})
		}
		p.time += end - start
	}
	return all
}

// serialLoss is the time that threads wait for one that runs alone.
type serialLoss struct {
	root tracefeed.ThreadID
	lost map[tracefeed.ThreadID]tracefeed.Time // by waiting thread
	// any is the time for which at least one of them waits, counted up to until.
	any, until tracefeed.Time
}

// serialLosses adds up the time of suspensions in phases in which the thread that ends
// them runs alone, by that thread.
func (s *costs) serialLosses(all map[tracefeed.ThreadID]*phases) []serialLoss {
	waits := slices.Clone(s.signals.List)
	slices.SortStableFunc(waits, func(a, b usage.Signal) int { return cmp.Compare(a.Start, b.Start) })
	var losses []serialLoss
	index := map[tracefeed.ThreadID]int{}
	for _, w := range waits {
		p := all[w.Waker]
		if p == nil || s.tl.Threads[w.Thread].System {
			continue
		}
		lost := p.until(w.End) - p.until(w.Start)
		if lost <= 0 {
			continue
		}
		i, ok := index[w.Waker]
		if !ok {
			i = len(losses)
			index[w.Waker] = i
			losses = append(losses, serialLoss{root: w.Waker, lost: map[tracefeed.ThreadID]tracefeed.Time{}})
		}
		x := &losses[i]
		x.lost[w.Thread] += lost
		x.any += max(0, p.until(w.End)-p.until(max(w.Start, x.until)))
		x.until = max(x.until, w.End)
	}
	return losses
}

// serialization returns a finding for each thread, or for equal ones together, that
// others wait for while it runs alone. Only threads with work and an equal one count:
// others are helpers with little to do, which could not take a part of the work. On
// average at least one and a half of them wait.
func (s *costs) serialization(l Limits) []Finding {
	x := s.usage
	if x.Processors < 2 || s.tl.Header.OfDump() {
		return nil
	}
	all := serialPhases(x)
	losses := map[tracefeed.ThreadID]serialLoss{}
	var roots []tracefeed.ThreadID
	for _, loss := range s.serialLosses(all) {
		losses[loss.root], roots = loss, append(roots, loss.root)
	}
	var found []Finding
	for _, equal := range groups.ByName(s.tl, roots) {
		c := &Serial{}
		f := Finding{Evidence: interaction.Observed, Start: s.tl.End, Facts: c}
		lost, any, first := map[tracefeed.ThreadID]tracefeed.Time{}, tracefeed.Time(0), equal.Threads[0]
		for _, root := range equal.Threads {
			c.add(&f, all[root])
			for t, time := range losses[root].lost {
				lost[t] += time
			}
			if any += losses[root].any; losses[root].any > losses[first].any {
				first = root
			}
		}
		f.Root = &Root{Thread: first, State: tracefeed.Running, Since: all[first].list[0].start}
		for _, g := range groups.Several(groups.ByName(s.tl, s.withWork(largest(lost), &l))) {
			for _, t := range g.Threads {
				f.Threads = append(f.Threads, t)
				f.Lost += lost[t]
			}
		}
		if !x.AtLeast(f.Lost, l.costShare) || 2*f.Lost < 3*any {
			continue
		}
		c.Roots = len(equal.Threads)
		c.Group, c.Members = s.largestGroup(f.Threads, func(t tracefeed.ThreadID) tracefeed.Time { return lost[t] })
		found = append(found, f)
	}
	return found
}

// add adds the phases of one thread.
func (c *Serial) add(f *Finding, p *phases) {
	f.Start, f.End = min(f.Start, p.list[0].start), max(f.End, p.list[len(p.list)-1].end)
	c.Time, c.Phases = c.Time+p.time, c.Phases+len(p.list)
	longest := slices.MaxFunc(p.list, func(a, b phase) int { return cmp.Compare(a.end-a.start, b.end-b.start) })
	if longest.end-longest.start > c.End-c.Start {
		c.Start, c.End = longest.start, longest.end
	}
}

// withWork returns the threads that are not idle all the time.
func (s *costs) withWork(threads []tracefeed.ThreadID, l *Limits) []tracefeed.ThreadID {
	return slices.DeleteFunc(threads, func(t tracefeed.ThreadID) bool {
		use := &s.usage.Threads[t]
		return use[usage.Running]+use[usage.Runnable] < use.Alive()/l.busy
	})
}

func (c *Serial) reason() string { return "alone" }

func (c *Serial) fits(f *Finding, _ extent) bool { return f.Root != nil }

func (c *Serial) text(f *Finding, w wording) string {
	longest := fmt.Sprintf("from %v to %v", c.Start, c.End)
	if c.Phases > 1 {
		longest = fmt.Sprintf("in %d phases, the longest %s", c.Phases, longest)
	}
	root, they := w.thread(f.Root.Thread), "it"
	if c.Roots > 1 {
		root, they = fmt.Sprintf("%s and %s, in turn,", root, tracefeed.Plural(c.Roots-1, "equal thread")), "them"
	}
	return fmt.Sprintf("%s ran alone for %v (%s) while %s waited for %s: %s. Look at what %s computes there: split "+
		"that work, or give the others something to do meanwhile.",
		root, c.Time, longest, mostly(len(f.Threads), c.Group, c.Members), they, f.lostShare(" in all"), w.thread(f.Root.Thread))
}

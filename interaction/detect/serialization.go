package detect

import (
	"cmp"
	"fmt"
	"slices"

	"tiv/interaction"
	"tiv/tracefeed"
)

// Serialization is the kind of finding for phases in which one thread runs and the
// rest wait for it.
const Serialization = "serialization"

// Alone: Root runs alone while threads wait for it that are often busy.
const Alone Reason = "alone"

// Serial describes phases in which one thread runs alone.
type Serial struct {
	// Time is the length of all phases, Phases their number. The longest is from
	// Start to End.
	Time, Start, End tracefeed.Time
	Phases           int
	// Group is the name of the group of threads that loses most, Members their
	// number.
	Group   string
	Members int
}

func serializationDetector(l Limits) Detector {
	return Detector{
		Kind: Serialization, Severity: Cost,
		Help:  "phases in which one thread runs and the rest wait for it",
		begin: func(s *subject) search { return search{findings: func() []Finding { return s.serialization(l) }} },
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
// the program together run or could run for a tenth of it at most.
func (x *usage) serialPhases() map[tracefeed.ThreadID]*phases {
	all := map[tracefeed.ThreadID]*phases{}
	for i, b := range x.busiest {
		start, end := x.interval(i)
		others := x.program[i][running] + x.program[i][runnable] - b.ran
		if slack := (end - start) / 10; b.thread == tracefeed.NoThread || b.ran < end-start-slack || others > slack {
			continue
		}
		p := all[b.thread]
		if p == nil {
			p = &phases{}
			all[b.thread] = p
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
}

// serialLosses adds up the time of suspensions in phases in which the thread that ends
// them runs alone, by that thread.
func (s *subject) serialLosses(all map[tracefeed.ThreadID]*phases) []serialLoss {
	var losses []serialLoss
	index := map[tracefeed.ThreadID]int{}
	for _, w := range s.signals.list {
		p := all[w.waker]
		if p == nil || s.tl.Threads[w.thread].System {
			continue
		}
		lost := p.until(w.end) - p.until(w.start)
		if lost <= 0 {
			continue
		}
		i, ok := index[w.waker]
		if !ok {
			i = len(losses)
			index[w.waker] = i
			losses = append(losses, serialLoss{w.waker, map[tracefeed.ThreadID]tracefeed.Time{}})
		}
		losses[i].lost[w.thread] += lost
	}
	return losses
}

// serialization returns a finding for each thread that others wait for while it runs
// alone. Only busy threads count: the others have little to do anyway.
func (s *subject) serialization(l Limits) []Finding {
	x := s.usage
	if x.processors < 2 || s.tl.OfDump() {
		return nil
	}
	all := x.serialPhases()
	var found []Finding
	for _, loss := range s.serialLosses(all) {
		p := all[loss.root]
		f := Finding{Evidence: interaction.Observed, Reason: Alone, Start: p.list[0].start, End: p.list[len(p.list)-1].end,
			Root: &Root{Thread: loss.root, State: tracefeed.Running, Since: p.list[0].start}}
		for _, t := range largest(loss.lost) {
			if use := &x.threads[t]; use[running]+use[runnable] >= use.alive()/l.Busy {
				f.Threads = append(f.Threads, t)
				f.Lost += loss.lost[t]
			}
		}
		if len(f.Threads) < 2 || !x.cost(f.Lost, &l) {
			continue
		}
		longest := slices.MaxFunc(p.list, func(a, b phase) int { return cmp.Compare(a.end-a.start, b.end-b.start) })
		f.Serial = &Serial{Time: p.time, Phases: len(p.list), Start: longest.start, End: longest.end}
		f.Serial.Group, f.Serial.Members = s.largestGroup(f.Threads, func(t tracefeed.ThreadID) tracefeed.Time { return loss.lost[t] })
		f.Threads = f.Threads[:min(len(f.Threads), mostThreads)]
		found = append(found, f)
	}
	return found
}

// text describes the finding.
func (c *Serial) text(f *Finding, w wording) string {
	longest := fmt.Sprintf("from %v to %v", c.Start, c.End)
	if c.Phases > 1 {
		longest = fmt.Sprintf("in %d phases, the longest %s", c.Phases, longest)
	}
	root := w.thread(f.Root.Thread)
	return fmt.Sprintf("%s ran alone for %v (%s) while %s waited for it: %s. They are often busy. Look at what %s computes there: split that work, or give the others something to do meanwhile.",
		root, c.Time, longest, mostly(len(f.Threads), c.Group, c.Members), f.lostShare(" in all"), root)
}

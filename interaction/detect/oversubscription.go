package detect

import (
	"fmt"

	"tiv/interaction"
	"tiv/interaction/detect/usage"
	"tiv/interaction/groups"
	"tiv/tracefeed"
)

// Oversubscription is the kind of finding for more threads that want to run than
// processors, for long.
const Oversubscription = "oversubscription"

// Crowd is the facts of threads that wait for processors: at least as many as there are
// processors.
type Crowd struct {
	// Processors is the number of processors that the program can use at once.
	Processors int
	// Crowded is the part of the trace in which the processors are crowded, from 0
	// to 1. Waiting is the mean number of threads that wait for one meanwhile.
	Crowded, Waiting float64
	// Runtime is the part of the processors that threads of the runtime, such as
	// the garbage collector, take meanwhile.
	Runtime float64
	// Group is the name of the group of equal threads that waits most, Members their
	// number.
	Group   string
	Members int
}

func oversubscriptionDetector(l Limits) Detector {
	return Detector{
		Kind: Oversubscription, Severity: Cost,
		Help: "more threads that could run than processors, for long",
		find: func(s *searched) []Finding { return s.costs.oversubscription(l) },
	}
}

// oversubscription adds up the steps in which at least as many of the program's
// threads wait for a processor as there are processors. Steps in which the runtime's
// own threads take most of the processors do not count.
func (s *costs) oversubscription(l Limits) []Finding {
	if !s.tl.Header.Sched || s.tl.Header.OfDump() {
		return nil // the trace does not tell running from runnable
	}
	x := s.usage
	f, c := Finding{Evidence: interaction.Observed}, &Crowd{Processors: x.Processors}
	var crowded, program, runtime tracefeed.Time
	for i := range x.Program {
		start, end := x.Interval(i)
		waited, ran, others := x.Program[i][usage.Runnable], x.Program[i][usage.Running], x.Runtime[i][usage.Running]
		if waited < tracefeed.Time(x.Processors)*(end-start) || ran < others {
			continue
		}
		if f.Lost == 0 {
			f.Start = start
		}
		f.End = end
		f.Lost += waited
		crowded, program, runtime = crowded+end-start, program+ran, runtime+others
	}
	if !x.AtLeast(f.Lost, l.costShare) || crowded < percentOf(l.crowded, s.tl.End) {
		return nil
	}
	threads := x.By(usage.Runnable)
	c.Crowded = float64(crowded) / float64(s.tl.End)
	c.Waiting = float64(f.Lost) / float64(crowded)
	c.Runtime = float64(runtime) / float64(max(1, program+runtime))
	c.Group, c.Members = s.largestGroup(threads, func(t tracefeed.ThreadID) tracefeed.Time { return x.Threads[t][usage.Runnable] })
	f.Threads, f.Facts = threads, c
	return []Finding{f}
}

// largestGroup returns the group of equal names with the most time, and the number of
// its threads. A thread alone is a group, too.
func (s *trace) largestGroup(threads []tracefeed.ThreadID, time func(tracefeed.ThreadID) tracefeed.Time) (name string, members int) {
	most := tracefeed.Time(-1)
	for _, g := range groups.ByName(s.tl, threads) {
		sum := tracefeed.Time(0)
		for _, t := range g.Threads {
			sum += time(t)
		}
		if sum > most {
			name, members, most = g.Name, len(g.Threads), sum
		}
	}
	return name, members
}

func (c *Crowd) reason() string { return "crowded" }

func (c *Crowd) fits(*Finding, extent) bool { return true }

// identify: the finding is about the whole program.
func (c *Crowd) identify(_ *Finding, id *Identity) { *id = Identity{Kind: id.Kind} }

// waiting returns the mean number of threads that waited, without a power of ten.
func (c *Crowd) waiting() string {
	if c.Waiting >= 100 {
		return tracefeed.Count(int(c.Waiting + 0.5))
	}
	return fmt.Sprintf("%.3g", c.Waiting)
}

func (c *Crowd) text(f *Finding, _ wording) string {
	s := fmt.Sprintf("On average %s threads waited for a processor while %s busy, during %s of the trace: %s, most of it by %s.",
		c.waiting(), busyProcessors(c.Processors), percent(c.Crowded), f.lostShare(" in all"), members(c.Group, c.Members))
	if c.Runtime >= 0.1 {
		s += fmt.Sprintf(" The runtime's own threads, such as those of the garbage collector, took %s of the processor time.",
			percent(c.Runtime))
	}
	return s + " More threads cannot make it faster: look at what they compute, or let fewer of them work at once."
}

func busyProcessors(n int) string {
	if n == 1 {
		return "the processor was"
	}
	return fmt.Sprintf("%d processors were", n)
}

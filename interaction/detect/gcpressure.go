package detect

import (
	"fmt"

	"tiv/interaction"
	"tiv/interaction/detect/usage"
	"tiv/tracefeed"
)

// GCPressure is the kind of finding for time lost to the garbage collector.
const GCPressure = "gc-pressure"

// Collections is the facts of threads that are suspended for the garbage collector, or wait
// for processors that it uses.
type Collections struct {
	// Count is the number of collections, Time the time in which there is one, and
	// Share that part of the trace.
	Count int
	Time  tracefeed.Time
	Share float64
	// Suspended is the time for which threads were suspended for the collector,
	// Waited the time for which they waited for processors that it used.
	Suspended, Waited tracefeed.Time
	// Processors is the part of all processor time that the collector took.
	Processors float64
}

func gcPressureDetector(l Limits) Detector {
	return Detector{
		Kind: GCPressure, Severity: Cost,
		Help: "threads that lose time to the garbage collector",
		find: func(s *searched) []Finding { return s.costs.gcPressure(l) },
	}
}

// gcPressure adds up the time for which the program's threads are suspended for the
// collector, and for which they wait for a processor that the runtime's own threads
// use in steps with a collection: in each step, the smaller one of the two times.
func (s *costs) gcPressure(l Limits) []Finding {
	tl, x := s.tl, s.usage
	if float64(len(tl.GC)) < l.collections || tl.Header.OfDump() {
		return nil
	}
	c := &Collections{Count: len(tl.GC)}
	for _, t := range x.List {
		c.Suspended += x.Threads[t][usage.Collector]
	}
	until, next := tracefeed.Time(0), 0 // the time and the step up to which collections are counted
	var used tracefeed.Time
	for _, gc := range tl.GC {
		c.Time += max(0, gc.End-max(gc.Start, until))
		until = max(until, gc.End)
		for next = max(next, int(gc.Start/x.Length)); next < len(x.Program) && tracefeed.Time(next)*x.Length < gc.End; next++ {
			c.Waited += min(x.Program[next][usage.Runnable], x.Runtime[next][usage.Running])
			used += x.Runtime[next][usage.Running]
		}
	}
	lost := c.Suspended + c.Waited
	if !x.AtLeast(lost, l.costShare) {
		return nil
	}
	c.Share = float64(c.Time) / float64(tl.End)
	c.Processors = float64(used) / float64(tl.End) / float64(x.Processors)
	u := usage.Collector
	if c.Suspended == 0 {
		u = usage.Runnable
	}
	threads := x.By(u)
	return []Finding{{Evidence: interaction.Observed, Start: tl.GC[0].Start, End: until,
		Threads: threads, Lost: lost, Facts: c}}
}

func (c *Collections) reason() string { return "collecting" }

func (c *Collections) fits(*Finding, extent) bool { return true }

// identify: the finding is about the whole program.
func (c *Collections) identify(_ *Finding, id *Identity) { *id = Identity{Kind: id.Kind} }

func (c *Collections) text(f *Finding, _ wording) string {
	return fmt.Sprintf("The garbage collector was at work for %s of the trace, in %s. Threads were suspended for it "+
		"for %v, and waited %v for processors that it used (%s of all processor time): %s. Look at what allocates "+
		"most: reuse memory, or allow a larger heap.",
		percent(c.Share), tracefeed.Plural(c.Count, "collection"), c.Suspended, c.Waited, percent(c.Processors), f.lostShare(" in all"))
}

package detect

import (
	"tiv/interaction/detect/answers"
	"tiv/interaction/detect/ending"
	"tiv/interaction/detect/herds"
	"tiv/interaction/detect/lockorder"
	"tiv/interaction/detect/overtaking"
	"tiv/interaction/detect/usage"
	"tiv/timeline"
)

// snapshot is the snapshot of a trace that is searched. Collectors share it: it has another
// timeline when a search continues.
type snapshot struct {
	tl     *timeline.Timeline
	limits Limits
}

// ending returns the end of the trace.
func (t *snapshot) ending() *ending.Ending {
	return ending.New(t.tl, ending.Limits{Settled: t.limits.settledFor(t.tl.End), Hang: t.limits.hangFor(t.tl.End),
		Wakers: t.limits.wakers})
}

// trace is a snapshot with queries.
type trace struct {
	*snapshot
	parts ending.PartEnds
}

func newTrace(s *snapshot) *trace { return &trace{s, ending.PartEndsOf(s.tl)} }

// rings are the waits at the end of a trace, divided.
type rings struct {
	*trace
	*ending.Rings
}

// costs is the use of time by all threads of a trace, with the longest suspensions that other
// threads ended.
type costs struct {
	*trace
	usage   *usage.Usage
	signals *usage.Signals
}

// searched is the data that detectors share, after the last page.
type searched struct {
	*trace
	rings  *rings
	costs  *costs
	blames *blames
	// opened are the cycles of waits that opened again.
	opened     *ending.Cycles
	orders     *lockorder.Orders
	overtaking *overtaking.Counts
	herds      *herds.Herds
	answers    *answers.Waits
	// stuck are the findings about threads that cannot proceed: behind a stuck thread, or
	// abandoned by the wakers of their monitor.
	stuck []Finding
	// hangs are the threads that do not go on.
	hangs hangs
	// unchecked counts the lock orders left out because of the limits. The detector of
	// inversions sets it.
	unchecked int
}

// lost reports whether threads wait without end for a reason of their own, not only because
// the whole program waits.
func (s *searched) lost() bool {
	return len(s.rings.Dead)+len(s.rings.Reads)+len(s.rings.Endless)+len(s.stuck) > 0
}

package detect

import (
	"tiv/interaction/detect/lockorder"
	"tiv/interaction/detect/overtaking"
	"tiv/timeline"
)

// snapshot is the snapshot of a trace that is searched. Collectors share it: it has another
// timeline when a search continues.
type snapshot struct {
	tl     *timeline.Timeline
	limits Limits
}

// trace is a snapshot with queries.
type trace struct {
	*snapshot
	parts partEnds
}

func newTrace(s *snapshot) *trace { return &trace{s, partEndsOf(s.tl)} }

// ending is the waits that are open at the end of a trace, with their wait-for graph.
type ending struct {
	*trace
	open  []openWait
	graph *waitGraph
}

func newEnding(t *trace) *ending {
	open := openWaits(t.tl)
	return &ending{t, open, newWaitGraph(t.tl, open, t.limits.settledFor(t.tl.End))}
}

// costs is the use of time by all threads of a trace, with the longest suspensions that other
// threads ended.
type costs struct {
	*trace
	usage   *usage
	signals *signals
}

// searched is the data that detectors share, after the last page.
type searched struct {
	*trace
	rings  *rings
	costs  *costs
	blames *blames
	// opened are the cycles of waits that opened again.
	opened     *cycles
	orders     *lockorder.Orders
	overtaking *overtaking.Counts
	herds      *herds
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
	return len(s.rings.dead)+len(s.rings.endless)+len(s.stuck) > 0
}

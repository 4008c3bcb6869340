package detect

import (
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// trace is the trace that is searched.
type trace struct {
	tl     *timeline.Timeline
	limits Limits
}

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
	opened *cycles
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

// owners is the owners of monitors that a trace names.
type owners struct {
	tl *timeline.Timeline
	// named says, by monitor, whether the trace ever names an owner.
	named []bool
	// elsewhere are the monitors that a thread of another process held.
	elsewhere map[tracefeed.MonitorID]bool
}

// page processes the holds and waits of the next page.
func (o *owners) page(p *timeline.LockPage) {
	for i := range p.Holds {
		o.named[p.Holds[i].Monitor] = true
	}
	for i := range p.Waits {
		if w := &p.Waits[i]; w.State == tracefeed.Blocking && w.Other != tracefeed.NoThread && !o.tl.Lane(w.Other).Seen() {
			o.elsewhere[w.Monitor] = true
		}
	}
}

// gathering collects the data that detectors share, page by page.
type gathering struct {
	ending  *ending
	census  *lockname.Census
	uses    *useScan
	signals *signals
	chains  *chains
	opened  *cycles
	owners  *owners
	// customs, wakers and enders collect only about the waits that are open at the end.
	customs *customs
	wakers  *wakers
	enders  *enders
}

func newGathering(t *trace) *gathering {
	e := newEnding(t)
	return &gathering{
		ending: e, census: lockname.NewCensus(t.tl), uses: newUseScan(t.tl),
		signals: newSignals(t.tl), chains: newChains(t.tl), opened: newCycles(t.tl),
		owners:  &owners{t.tl, make([]bool, len(t.tl.Monitors)), map[tracefeed.MonitorID]bool{}},
		customs: newCustoms(e), wakers: newWakers(e), enders: newEnders(e),
	}
}

// page processes the next page.
func (g *gathering) page(p *timeline.LockPage) {
	g.census.Page(p)
	g.chains.add(p)
	g.uses.page(p)
	g.signals.page(p.Waits)
	g.opened.page(p.Waits, p.End)
	g.owners.page(p)
	g.customs.page(p)
	g.wakers.page(p.Waits)
	g.enders.page(p)
}

// settle returns the data after the last page.
func (g *gathering) settle() *searched {
	t := g.ending.trace
	s := &searched{trace: t, costs: &costs{t, g.uses.finish(), g.signals}, rings: g.ending.settle(g.customs), opened: g.opened}
	s.blames = newBlames(s.costs, g.chains, g.owners)
	s.stuck = append(s.rings.behind(), s.rings.abandoned(g.wakers)...)
	s.hangs = s.rings.hanging(g.enders)
	return s
}

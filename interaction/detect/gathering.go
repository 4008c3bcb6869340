package detect

import (
	"tiv/interaction/detect/answers"
	"tiv/interaction/detect/chains"
	"tiv/interaction/detect/ending"
	"tiv/interaction/detect/herds"
	"tiv/interaction/detect/lockorder"
	"tiv/interaction/detect/overtaking"
	"tiv/interaction/detect/usage"
	"tiv/interaction/lockname"
	"tiv/timeline"
)

// gathering collects the data that detectors share, page by page. A clone goes on from there
// on its own, so that the pages at the end of a growing trace, which will change, can be
// added to the clone.
type gathering struct {
	*snapshot
	census     *lockname.Census
	signals    *usage.Signals
	chains     *chains.Charges
	opened     *ending.Cycles
	owners     *chains.Owners
	orders     *lockorder.Orders
	overtaking *overtaking.Counts
	herds      *herds.Herds
	answers    *answers.Waits

	// The fields below depend on the end of the trace: on its length, and on the waits that are
	// open then. If they want other data than before, they need all pages again.
	uses    *usage.Scan
	customs *ending.Customs
	wakers  *ending.Wakers
	enders  *ending.Enders // nil as long as nothing can hang
}

func newGathering(t *snapshot) *gathering {
	return &gathering{
		snapshot: t, census: lockname.NewCensus(t.tl), signals: usage.NewSignals(t.tl),
		chains: chains.New(t.tl), opened: ending.NewCycles(t.tl), owners: chains.NewOwners(t.tl),
		orders: lockorder.New(t.tl, t.limits.Limits), overtaking: overtaking.New(t.tl), herds: herds.New(t.tl, int(t.limits.herd)),
		answers: answers.New(t.tl),
	}
}

// grow continues in the present snapshot of the trace, which extends another one.
func (g *gathering) grow(before *timeline.Timeline) {
	g.census.Extend(g.tl)
	g.signals.Extend(g.tl)
	g.chains.Extend(g.tl)
	g.opened.Extend(g.tl)
	g.owners.Extend(g.tl)
	g.orders.Extend(g.tl)
	g.overtaking.Extend(g.tl)
	g.herds.Extend(g.tl)
	g.answers.Extend(g.tl)
	if g.enders != nil && !g.enders.Extend(g.tl, before) {
		g.enders = nil
	}
}

// want prepares for an end of the trace. It returns the functions that need the pages up to
// now again; before is the snapshot up to now.
func (g *gathering) want(e *ending.Ending, before *timeline.Timeline) (behind []func(*timeline.LockPage)) {
	if g.uses == nil || !g.uses.Fits(g.tl) {
		g.uses = usage.NewScan(g.tl)
		behind = append(behind, g.uses.Page)
	} else {
		g.uses.Extend(g.tl)
	}
	customs, wakers := ending.NewCustoms(e), ending.NewWakers(e)
	if g.customs == nil || !customs.Resume(g.customs) {
		behind = append(behind, customs.Page)
	}
	if g.wakers == nil || !wakers.Resume(g.wakers, len(before.Monitors)) {
		behind = append(behind, wakers.Page)
	}
	g.customs, g.wakers = customs, wakers
	if !e.MayHang() {
		return behind
	}
	fresh := g.enders == nil
	if fresh {
		g.enders = ending.NewEnders(g.tl)
	}
	if !g.enders.Want(e.Open, before) && !fresh {
		g.enders, fresh = g.enders.Again(), true
	}
	if fresh {
		behind = append(behind, g.enders.Page)
	}
	return behind
}

// clone returns a copy between two pages.
func (g *gathering) clone() *gathering {
	return &gathering{
		snapshot: g.snapshot, census: g.census.Clone(), signals: g.signals.Clone(), chains: g.chains.Clone(), opened: g.opened.Clone(),
		owners: g.owners.Clone(), orders: g.orders.Clone(), overtaking: g.overtaking.Clone(), herds: g.herds.Clone(),
		answers: g.answers.Clone(),
		uses:    g.uses.Clone(), customs: g.customs.Clone(), wakers: g.wakers.Clone(), enders: g.enders.Clone(),
	}
}

// page processes the next page.
func (g *gathering) page(p *timeline.LockPage) {
	g.census.Page(p)
	g.signals.Page(p.Waits)
	g.chains.Page(p)
	g.opened.Page(p.Waits, p.End)
	g.owners.Page(p)
	g.orders.Page(p)
	g.overtaking.Page(p)
	g.herds.Page(p)
	g.answers.Page(p)
	g.uses.Page(p)
	g.customs.Page(p)
	g.wakers.Page(p)
	g.enders.Page(p)
}

// settle returns the data after the last page of the trace, which ends as given.
func (g *gathering) settle(e *ending.Ending) *searched {
	t := newTrace(g.snapshot)
	g.signals.Finish()
	g.owners.Finish()
	s := &searched{trace: t, costs: &costs{t, g.uses.Finish(), g.signals}, rings: &rings{t, e.Settle(g.customs)}, opened: g.opened,
		orders: g.orders, overtaking: g.overtaking, herds: g.herds, answers: g.answers}
	s.blames = newBlames(s.costs, g.chains, g.owners)
	s.stuck = append(s.rings.behind(), s.rings.abandoned(g.wakers)...)
	if e.MayHang() {
		s.hangs = s.rings.hanging(g.enders)
	}
	return s
}

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

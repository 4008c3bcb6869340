package detect

import (
	"tiv/interaction/detect/chains"
	"tiv/interaction/detect/lockorder"
	"tiv/interaction/detect/overtaking"
	"tiv/interaction/lockname"
	"tiv/timeline"
)

// gathering collects the data that detectors share, page by page. A clone goes on from there
// on its own, so that the pages at the end of a growing trace, which will change, can be
// added to the clone.
type gathering struct {
	*snapshot
	census     *lockname.Census
	signals    *signals
	chains     *chains.Charges
	opened     *cycles
	owners     *owners
	orders     *lockorder.Orders
	overtaking *overtaking.Counts
	herds      *herds

	// The fields below depend on the end of the trace: on its length, and on the waits that are
	// open then. If they want other data than before, they need all pages again.
	uses    *useScan
	customs *customs
	wakers  *wakers
	enders  *enders // nil as long as nothing can hang
}

func newGathering(t *snapshot) *gathering {
	return &gathering{
		snapshot: t, census: lockname.NewCensus(t.tl), signals: newSignals(t), chains: chains.New(t.tl), opened: newCycles(t),
		owners: newOwners(t), orders: lockorder.New(t.tl, t.limits.Limits), overtaking: overtaking.New(t.tl), herds: newHerds(t),
	}
}

// grow continues in the present snapshot of the trace, which extends another one.
func (g *gathering) grow(before *timeline.Timeline) {
	g.census.Extend(g.tl)
	g.chains.Extend(g.tl)
	g.opened.grow()
	g.owners.grow()
	g.orders.Extend(g.tl)
	g.overtaking.Extend(g.tl)
	g.herds.grow()
	if g.enders != nil && g.enders.functions.renamed(before) {
		g.enders = nil
	}
}

// want prepares for an end of the trace. It returns the functions that need the pages up to
// now again; before is the snapshot up to now.
func (g *gathering) want(e *ending, before *timeline.Timeline) (behind []func(*timeline.LockPage)) {
	if g.uses == nil || g.uses.length != g.stepLength() {
		g.uses = newUseScan(g.snapshot)
		behind = append(behind, g.uses.page)
	} else {
		g.uses.grow()
	}
	customs, wakers := newCustoms(e), newWakers(e)
	if g.customs == nil || !customs.resume(g.customs) {
		behind = append(behind, customs.page)
	}
	if g.wakers == nil || !wakers.resume(g.wakers, len(before.Monitors)) {
		behind = append(behind, wakers.page)
	}
	g.customs, g.wakers = customs, wakers
	if !e.mayHang() {
		return behind
	}
	fresh := g.enders == nil
	if fresh {
		g.enders = newEnders(g.snapshot)
	}
	if !g.enders.want(e.open, before) && !fresh {
		g.enders, fresh = g.enders.again(), true
	}
	if fresh {
		behind = append(behind, g.enders.page)
	}
	return behind
}

// clone returns a copy between two pages.
func (g *gathering) clone() *gathering {
	return &gathering{
		snapshot: g.snapshot, census: g.census.Clone(), signals: g.signals.clone(), chains: g.chains.Clone(), opened: g.opened.clone(),
		owners: g.owners.clone(), orders: g.orders.Clone(), overtaking: g.overtaking.Clone(), herds: g.herds.clone(),
		uses: g.uses.clone(), customs: g.customs.clone(), wakers: g.wakers.clone(), enders: g.enders.clone(),
	}
}

// page processes the next page.
func (g *gathering) page(p *timeline.LockPage) {
	g.census.Page(p)
	g.signals.page(p.Waits)
	g.chains.Page(p)
	g.opened.page(p.Waits, p.End)
	g.owners.page(p)
	g.orders.Page(p)
	g.overtaking.Page(p)
	g.herds.page(p)
	g.uses.page(p)
	g.customs.page(p)
	g.wakers.page(p)
	g.enders.page(p)
}

// settle returns the data after the last page of the trace, which ends as given.
func (g *gathering) settle(e *ending) *searched {
	t := e.trace
	g.signals.finish()
	g.owners.finish()
	s := &searched{trace: t, costs: &costs{t, g.uses.finish(), g.signals}, rings: e.settle(g.customs), opened: g.opened,
		orders: g.orders, overtaking: g.overtaking, herds: g.herds}
	s.blames = newBlames(s.costs, g.chains, g.owners)
	s.stuck = append(s.rings.behind(), s.rings.abandoned(g.wakers)...)
	if e.mayHang() {
		s.hangs = s.rings.hanging(g.enders)
	}
	return s
}

// grown returns a list with at least some length, with zero values at its end.
func grown[T any](list []T, length int) []T {
	return append(list, make([]T, max(0, length-len(list)))...)
}

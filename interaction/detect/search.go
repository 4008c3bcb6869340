package detect

import (
	"cmp"
	"context"
	"math"
	"slices"

	"tiv/interaction/detect/ending"
	"tiv/interaction/detect/idling"
	"tiv/timeline"
)

// Search searches snapshots of one trace for problems. It continues where the last snapshot
// ended: the cost of a snapshot follows the events since the last one, besides those of the
// unfinished page and the data about threads, monitors and open waits. A Search belongs to one
// goroutine.
type Search struct {
	changes Changes
	limits  Limits
	// gathered is the data of the first pages of snapshot; nil at first.
	gathered *gathering
	pages    int
	snapshot *timeline.Timeline
}

// NewSearch returns a search with changed thresholds.
func NewSearch(changes Changes) *Search { return &Search{changes: changes, limits: changes.limits()} }

// Find returns the findings of the next snapshot of the trace, the same as FindWith. After
// another trace, and if the meaning of earlier pages has changed, it begins anew
// (timeline.Extends). progress, if not nil, is called with the fraction of the snapshot
// visited, from 0 to 1. Once ctx is done, Find returns an empty Report soon, and the next call
// continues from there.
func (x *Search) Find(ctx context.Context, tl *timeline.Timeline, progress func(float64)) Report {
	e, ok := x.read(ctx, tl, progress)
	if !ok {
		return Report{}
	}
	last := x.gathered
	if tl.Complete {
		x.gathered, x.snapshot = nil, nil // no page can follow
	} else {
		last = last.clone()
		tl.EachLockPage(ctx, x.pages, math.MaxInt, last.page)
	}
	if ctx.Err() != nil {
		return Report{}
	}
	report := last.report(ctx, e)
	report.Changes = x.changes
	return report
}

// read processes the settled pages of a snapshot. It returns the end of the snapshot; ok is
// false if ctx was done before.
func (x *Search) read(ctx context.Context, tl *timeline.Timeline, progress func(float64)) (e *ending.Ending, ok bool) {
	if x.gathered == nil || tl.Err() != nil || !tl.Extends(x.snapshot) {
		x.gathered, x.pages, x.snapshot = newGathering(&snapshot{tl, x.limits}), 0, tl
	} else {
		x.gathered.tl = tl
		x.gathered.grow(x.snapshot)
	}
	e = x.gathered.ending()
	behind := x.gathered.want(e, x.snapshot)
	x.snapshot = tl
	visited := func(p *timeline.LockPage) {
		if progress != nil {
			progress(float64(p.End) / float64(max(tl.End, 1)))
		}
	}
	if len(behind) > 0 {
		tl.EachLockPage(ctx, 0, x.pages, func(p *timeline.LockPage) {
			for _, page := range behind {
				page(p)
			}
			visited(p)
		})
		if ctx.Err() != nil { // what is behind has read a part
			g := x.gathered
			g.uses, g.customs, g.wakers, g.enders = nil, nil, nil, nil
			return nil, false
		}
	}
	tl.EachLockPage(ctx, x.pages, tl.Settled, func(p *timeline.LockPage) {
		x.gathered.page(p)
		x.pages++
		visited(p)
	})
	return e, ctx.Err() == nil
}

// report returns the findings after the last page of a trace with an end. Once ctx is done, it
// returns an empty Report.
func (g *gathering) report(ctx context.Context, e *ending.Ending) Report {
	s := g.settle(e)
	var found []Finding
	for _, d := range Detectors(g.limits) {
		if ctx.Err() != nil {
			return Report{}
		}
		if d.find == nil {
			continue
		}
		for _, f := range d.find(s) {
			f.Kind, f.Severity = d.Kind, max(f.Severity, d.Severity)
			if f.Severity == Cost {
				f.Share = float64(f.Lost) / float64(max(1, s.costs.usage.Alive))
			}
			found = append(found, f)
		}
	}
	s.blames.addThreads(found)
	idle := idling.New(ctx, g.tl)
	found = nameIdle(foldCauses(joinAlike(s.trace, dropCovered(found))), idle)
	if ctx.Err() != nil {
		return Report{}
	}
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Kind, b.Kind), slices.Compare(a.Threads, b.Threads))
	})
	report := Report{Findings: found, End: g.tl.End, Locks: g.census.Ranks(), Unchecked: s.unchecked, Idle: idle.Found()}
	report.Owners = slices.Contains(g.owners.Named, true)
	report.Ownerless, report.Stateless = g.owners.Ownerless(), s.costs.usage.Stateless(g.tl)
	report.Loser, report.Lost, report.Alive = s.costs.usage.Loser()
	report.describe(report.wording(g.tl, nil))
	return report
}

package detect

import (
	"cmp"
	"context"
	"slices"

	"tiv/timeline"
)

// Detector searches for the findings of one kind.
type Detector struct {
	// Kind is the kind of its findings, as the command line spells it.
	Kind string
	// Severity is the severity of its findings. Single findings can be more severe.
	Severity Severity
	// Help explains the kind in one line.
	Help string
	// begin starts the search of one trace.
	begin func(*trace) search
}

// Detectors returns all detectors with the given thresholds, the most severe kind
// first.
func Detectors(l Limits) []Detector {
	return []Detector{
		deadlockDetector(),
		stuckDetector(l),
		leakDetector(l),
		hangDetector(),
		blockingChainDetector(),
		longHoldDetector(),
		convoyDetector(l),
		contentionDetector(),
		lockOrderDetector(l),
		starvationDetector(l),
		thunderingHerdDetector(l),
		oversubscriptionDetector(l),
		serializationDetector(l),
		imbalanceDetector(l),
		gcPressureDetector(l),
		ioWaitDetector(l),
		cycleDetector(),
		longWaitDetector(l),
		pileUpDetector(l),
	}
}

// Kinds returns all kinds of finding, the most severe first.
func Kinds() []string {
	var kinds []string
	for _, d := range Detectors(DefaultLimits()) {
		kinds = append(kinds, d.Kind)
	}
	return kinds
}

// search is the work of one detector on one trace.
type search struct {
	// page receives the waits and holds of each page, in order of time; nil if the detector
	// does not need them. They are valid only during the call.
	page func(*timeline.LockPage)
	// findings returns the findings, without kinds and texts, after the last page.
	// They get the severity of the detector, unless theirs is higher.
	findings func(*searched) []Finding
}

// after begins a search that needs only the data that all detectors share.
func after(findings func(*searched) []Finding) func(*trace) search {
	return func(*trace) search { return search{findings: findings} }
}

// Find returns the findings of a timeline. Its time is linear in the events: it
// visits all waits and holds once. progress, if not nil, is called with
// the fraction of the trace visited, from 0 to 1. Once ctx is done, Find returns an
// empty Report soon.
func Find(ctx context.Context, tl *timeline.Timeline, progress func(float64)) Report {
	return FindWith(ctx, tl, nil, progress)
}

// FindWith is Find with changed thresholds.
func FindWith(ctx context.Context, tl *timeline.Timeline, changes Changes, progress func(float64)) Report {
	report := find(ctx, tl, changes.limits(), progress)
	report.Changes = changes
	return report
}

// find is Find with any limits.
func find(ctx context.Context, tl *timeline.Timeline, l Limits, progress func(float64)) Report {
	t := &trace{tl, l}
	detectors := Detectors(l)
	var searches []search
	for _, d := range detectors {
		searches = append(searches, d.begin(t))
	}
	shared := newGathering(t)
	tl.EachLockPage(ctx, func(p *timeline.LockPage) {
		shared.page(p)
		for _, x := range searches {
			if x.page != nil {
				x.page(p)
			}
		}
		if progress != nil {
			progress(float64(p.End) / float64(max(tl.End, 1)))
		}
	})
	if ctx.Err() != nil {
		return Report{}
	}
	s := shared.settle()
	var found []Finding
	for i, x := range searches {
		if ctx.Err() != nil {
			return Report{}
		}
		for _, f := range x.findings(s) {
			f.Kind, f.Severity = detectors[i].Kind, max(f.Severity, detectors[i].Severity)
			if f.Severity == Cost {
				f.Share = float64(f.Lost) / float64(max(1, s.costs.usage.alive))
			}
			found = append(found, f)
		}
	}
	s.blames.addThreads(found)
	found = foldCauses(dropCovered(found))
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Kind, b.Kind), slices.Compare(a.Threads, b.Threads))
	})
	report := Report{Findings: found, Locks: shared.census.Ranks(), Unchecked: s.unchecked}
	report.Owners = slices.Contains(shared.owners.named, true)
	report.Loser, report.Lost, report.Alive = s.costs.usage.loser()
	report.describe(report.wording(tl, nil))
	return report
}

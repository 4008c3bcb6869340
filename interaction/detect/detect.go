package detect

import (
	"cmp"
	"context"
	"slices"

	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
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
	begin func(*subject) search
}

// Detectors returns all detectors with the given thresholds, the most severe kind
// first.
func Detectors(l Limits) []Detector {
	return []Detector{
		deadlockDetector(),
		stuckDetector(l),
		leakDetector(l),
		hangDetector(l),
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

// search is the work of one detector on one trace. The functions that it does not
// need are nil.
type search struct {
	// page receives the waits and holds of each page, in order of time.
	// They are valid only during the call.
	page func(*timeline.LockPage)
	// findings returns the findings, without kinds and texts, after the last page.
	// They get the severity of the detector, unless theirs is higher.
	findings func() []Finding
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
	s := newSubject(tl, l)
	detectors := Detectors(l)
	census := lockname.NewCensus(tl)
	var searches []search
	for _, d := range detectors {
		searches = append(searches, d.begin(s))
	}
	uses := newUseScan(tl)
	s.signals = newSignals(tl)
	tl.EachLockPage(ctx, func(p *timeline.LockPage) {
		census.Page(p)
		s.chains.add(p)
		uses.page(p)
		s.signals.page(p.Waits)
		s.customs.page(p)
		for i := range p.Holds {
			s.owned[p.Holds[i].Monitor] = true
		}
		for i := range p.Waits {
			if w := &p.Waits[i]; w.State == tracefeed.Blocking && w.Other != tracefeed.NoThread && !tl.Lane(w.Other).Seen() {
				s.elsewhere[w.Monitor] = true
			}
		}
		for _, x := range searches {
			if x.page != nil {
				x.page(p)
			}
		}
		if progress != nil {
			progress(float64(p.End) / float64(max(tl.End, 1)))
		}
	})
	s.usage = uses.finish(s)
	s.settle()
	var found []Finding
	for i, x := range searches {
		if ctx.Err() != nil {
			return Report{}
		}
		for _, f := range x.findings() {
			f.Kind, f.Severity = detectors[i].Kind, max(f.Severity, detectors[i].Severity)
			if f.Severity == Cost {
				f.Share = float64(f.Lost) / float64(max(1, s.usage.alive))
			}
			found = append(found, f)
		}
	}
	s.blamed().addThreads(found)
	found = foldCauses(dropCovered(found))
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Kind, b.Kind), slices.Compare(a.Threads, b.Threads))
	})
	report := Report{Findings: found, Locks: census.Ranks(), Owners: slices.Contains(s.owned, true), Unchecked: s.unchecked}
	report.Loser, report.Lost, report.Alive = s.usage.loser()
	report.describe(report.wording(tl, nil))
	return report
}

// subject is the trace that is searched, with the data that detectors share: the
// waits that are open at its end and their wait-for graph.
type subject struct {
	tl     *timeline.Timeline
	limits Limits
	open   []openWait
	graph  *waitGraph
	// customs tells the cycles of the graph that nothing can open (dead) from those that
	// another thread may open (undecided). These, the roots of the graph, and the groups
	// of endless waits at one place (endless) are known after the last page.
	customs         *customs
	dead, undecided []deadlock
	endless         []queue
	// opened are the cycles of waits that opened again. They are complete after the
	// last page.
	opened *cycles
	// chains charges waits to their roots. It is complete after the last page, and
	// blames then has its results.
	chains *chains
	blames *blames
	// semaphores says of some monitors whether they are semaphores.
	semaphores map[tracefeed.MonitorID]bool
	// usage is the use of time by all threads. It is complete after the last page.
	usage *usage
	// signals are the suspensions that other threads ended. They are complete after
	// the last page.
	signals *signals
	// owned says, by monitor, whether the trace ever names an owner. It is complete after
	// the last page.
	owned []bool
	// elsewhere are the monitors that a thread of another process held. They are complete
	// after the last page.
	elsewhere map[tracefeed.MonitorID]bool
	// hangs are the threads that do not go on. They are complete after the last page.
	hangs hangs
	// lost is true if there are threads that wait without end for a reason other than that
	// all do. It is known after the findings of stuckDetector.
	lost bool
	// unchecked counts the lock orders left out because of the limits.
	unchecked int
}

func newSubject(tl *timeline.Timeline, l Limits) *subject {
	s := &subject{tl: tl, limits: l, open: openWaits(tl), opened: newCycles(tl), chains: newChains(tl),
		owned: make([]bool, len(tl.Monitors)), elsewhere: map[tracefeed.MonitorID]bool{}, semaphores: map[tracefeed.MonitorID]bool{}}
	s.graph = newWaitGraph(tl, s.open, l.settledFor(tl.End))
	s.customs = newCustoms(s)
	return s
}

package interaction

import (
	"cmp"
	"context"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Kinds of finding, as the command line spells them.
const (
	Deadlock = "deadlock"
	Stuck    = "stuck"
	Leak     = "leak"
	Cycle    = "cycle"
	LongWait = "long-wait"
	PileUp   = "pile-up"
)

// FindingKinds returns all kinds of finding, the most severe first.
func FindingKinds() []string { return []string{Deadlock, Stuck, Leak, Cycle, LongWait, PileUp} }

// Severity orders findings.
type Severity uint8

const (
	// Note: worth knowing; nothing is shown to be wrong.
	Note Severity = iota
	// Warning: a part of the program cannot proceed.
	Warning
	// Error: the program cannot proceed as intended.
	Error
)

// String returns the word that JSON uses.
func (s Severity) String() string {
	return [...]string{"note", "warning", "error"}[s]
}

// Finding is a result of the analysis, with its evidence.
type Finding struct {
	Kind     string
	Severity Severity
	// Start is when the condition began: for a deadlock, when the cycle closed. End
	// is when it ended, or the end of the trace.
	Start, End tracefeed.Time
	// Threads are the threads that cannot proceed: for a deadlock in the order of
	// the ring, in which each waits for the next.
	Threads []tracefeed.ThreadID
	// Monitors are the monitors that they wait for: for a deadlock in the order of
	// Threads, otherwise without duplicates.
	Monitors []tracefeed.MonitorID
	Evidence Evidence
	// Text describes the finding and its reason in a few sentences.
	Text string
	// Sites are the places in the code involved.
	Sites []Site
}

// Report is all findings of one timeline.
type Report struct {
	// Findings are sorted by start, kind and threads.
	Findings []Finding
}

// Find returns the findings of a timeline. Those about open waits follow from the
// state at the end of the trace; finished waits are visited once, in time linear in
// the events. Once ctx is done, it returns an empty Report soon.
func Find(ctx context.Context, tl *timeline.Timeline) Report {
	open := openWaits(tl)
	g := newWaitGraph(tl, open)
	dead := g.deadlocks()
	g.findRoots(dead)
	var found []Finding
	for i := range dead {
		found = append(found, g.deadlockFinding(&dead[i]))
	}
	e, c := newWakers(g, open), newCycles(tl)
	if len(tl.Monitors) > 1 {
		tl.EachWait(ctx, 0, tl.End, func(waits []timeline.Wait, until tracefeed.Time) {
			e.page(waits)
			c.page(waits, until)
		})
	}
	found = append(found, g.stuck(open, dead, e)...)
	found = append(found, c.findings()...)
	found = append(found, g.longWaits(open)...)
	found = append(found, pileUps(tl, open)...)
	if ctx.Err() != nil {
		return Report{}
	}
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Kind, b.Kind), slices.Compare(a.Threads, b.Threads))
	})
	return Report{Findings: found}
}

// openWaits returns, sorted by thread, the waits that last to the end of the trace
// and that only another thread can end.
func openWaits(tl *timeline.Timeline) (open []openWait) {
	for id := 1; id < len(tl.Threads); id++ {
		t := tracefeed.ThreadID(id)
		if tl.Threads[id].System {
			continue
		}
		switch lane := tl.Lane(t); lane.StateAt(tl.End) {
		case timeline.Blocking:
			s, _ := lane.At(tl.End)
			open = append(open, openWait{t, s, waitSince(lane, s)})
		case timeline.Suspended:
			if s, _ := lane.At(tl.End); s.Forever || s.Other == tracefeed.NoThread && needsOther(s.Cause) {
				open = append(open, openWait{t, s, s.Start})
			}
		}
	}
	return open
}

// needsOther reports whether only another thread can end a suspension. A plain park
// may have a timeout.
func needsOther(c tracefeed.Cause) bool {
	return c == tracefeed.CauseWait || c == tracefeed.CauseChannel || c == tracefeed.CauseJoin
}

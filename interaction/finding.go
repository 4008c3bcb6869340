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
)

// FindingKinds lists all kinds of finding.
func FindingKinds() []string { return []string{Deadlock, Stuck} }

// Severity orders findings.
type Severity uint8

const (
	// Warning: worth a look.
	Warning Severity = iota
	// Error: the program cannot go on as it should.
	Error
)

// String returns the word that JSON uses.
func (s Severity) String() string {
	if s == Error {
		return "error"
	}
	return "warning"
}

// Finding is something that is wrong, with what it rests on.
type Finding struct {
	Kind     string
	Severity Severity
	// Start is when it began: for a deadlock, when the cycle closed. End is
	// when it was over, or the end of the trace.
	Start, End tracefeed.Time
	// Threads are who cannot go on: for a deadlock in the order of the ring,
	// each waits for the next.
	Threads []tracefeed.ThreadID
	// Monitors are what they wait for, in the same order.
	Monitors []tracefeed.MonitorID
	Evidence Evidence
	// Text says it in a sentence or two, with the rule it was found by.
	Text string
}

// Report is all findings of one timeline.
type Report struct {
	// Findings are sorted by start, kind and threads.
	Findings []Finding
	// GaveUp is the time from which deadlocks were no longer looked for,
	// because the waits of the trace are too tangled; -1 if that never
	// happened.
	GaveUp tracefeed.Time
}

// Find looks for everything that is wrong in a timeline. Once ctx is done it
// returns soon, with nothing: what it has found by then is not all, nor certain.
func Find(ctx context.Context, tl *timeline.Timeline) Report {
	dead, gaveUp := deadlocks(ctx, tl)
	report := Report{GaveUp: gaveUp}
	for _, d := range dead {
		report.Findings = append(report.Findings, d.finding(tl))
	}
	report.Findings = append(report.Findings, stuck(ctx, tl, dead)...)
	if ctx.Err() != nil {
		return Report{GaveUp: -1}
	}
	slices.SortStableFunc(report.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Kind, b.Kind), slices.Compare(a.Threads, b.Threads))
	})
	return report
}

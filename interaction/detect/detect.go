package detect

import (
	"context"

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
	// find returns the findings, without kinds and texts. They get the severity of the
	// detector, unless theirs is higher. It is nil for the kinds about tasks: package
	// task/findings finds these, because they need the tasks.
	find func(*searched) []Finding
}

// The kinds of finding about tasks.
const (
	// Queueing is the kind for tasks that lie in a queue: no thread works for them.
	Queueing = "queueing"
	// TaskInterference is the kind for tasks that are blocked by what is done for others.
	TaskInterference = "task-interference"
	// SlowTasks is the kind for tasks that take far longer than others of their type.
	SlowTasks = "slow-tasks"
)

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
		lockOrderDetector(),
		starvationDetector(l),
		thunderingHerdDetector(l),
		oversubscriptionDetector(l),
		serializationDetector(l),
		imbalanceDetector(l),
		gcPressureDetector(l),
		ioWaitDetector(l),
		answerWaitDetector(l),
		{Kind: TaskInterference, Severity: Cost, Help: "tasks blocked by locks that threads held for other tasks"},
		{Kind: Queueing, Severity: Cost, Help: "tasks that lie in a queue, while no thread works for them"},
		{Kind: SlowTasks, Severity: Cost, Help: "tasks that take far longer than others of their type, and why"},
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

// Find returns the findings of a timeline. Its time is linear in the events: it
// visits all waits and holds once. progress, if not nil, is called with
// the fraction of the trace visited, from 0 to 1. Once ctx is done, Find returns an
// empty Report soon.
func Find(ctx context.Context, tl *timeline.Timeline, progress func(float64)) Report {
	return FindWith(ctx, tl, nil, progress)
}

// FindWith is Find with changed thresholds.
func FindWith(ctx context.Context, tl *timeline.Timeline, changes Changes, progress func(float64)) Report {
	return NewSearch(changes).Find(ctx, tl, progress)
}

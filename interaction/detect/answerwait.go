package detect

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/interaction/detect/answers"
	"tiv/tracefeed"
)

// AnswerWait is the kind of finding for threads that wait for answers of another process.
const AnswerWait = "answer-wait"

// Answers is the facts of threads of one process that wait for the answers of another.
type Answers struct {
	Of, By tracefeed.ProcessID
	// Waits is their number, Longest the longest of them.
	Waits   int
	Longest answers.Wait
	// Way is what the threads do meanwhile for which the longest wait is.
	Way []answers.Step
}

func answerWaitDetector(l Limits) Detector {
	return Detector{
		Kind: AnswerWait, Severity: Cost,
		Help: "threads that wait for answers of another process, and for whom that waits",
		find: func(s *searched) []Finding { return s.costs.answerWaits(s.answers, l) },
	}
}

// answerWaits returns a finding for each process whose threads wait long for the answers of another
// one.
func (s *costs) answerWaits(x *answers.Waits, l Limits) (found []Finding) {
	for _, p := range x.Pairs() {
		if !s.usage.AtLeast(p.Total, l.costShare) {
			continue
		}
		facts := &Answers{Of: p.Of, By: p.By, Waits: p.Count, Longest: p.Longest, Way: answers.Way(s.tl, p.Longest)}
		f := Finding{Start: p.First, End: p.Last, Evidence: interaction.Observed, Lost: p.Total,
			Threads: slices.Sorted(maps.Keys(p.Threads)), Facts: facts}
		for _, step := range facts.Way {
			if step.Evidence == interaction.Inferred {
				f.Evidence = interaction.Inferred
			}
			if step.State == tracefeed.Blocking && step.Monitor != tracefeed.NoMonitor && !slices.Contains(f.Monitors, step.Monitor) {
				f.Monitors = append(f.Monitors, step.Monitor)
			}
		}
		found = append(found, f)
	}
	return found
}

func (a *Answers) reason() string { return "answered" }

func (a *Answers) fits(_ *Finding, in extent) bool {
	process := func(p tracefeed.ProcessID) bool { return 0 <= p && int(p) < max(1, len(in.tl.Processes)) }
	odd := func(s answers.Step) bool {
		return s.Thread == tracefeed.NoThread || !in.thread(s.Thread) || !in.thread(s.For) || !in.monitor(s.Monitor) ||
			!in.interval(s.Start, s.End) || s.State > tracefeed.NotAlive
	}
	w := &a.Longest
	return process(a.Of) && process(a.By) && in.thread(w.Thread) && in.thread(w.By) && in.interval(w.Start, w.End) &&
		len(a.Way) > 0 && !slices.ContainsFunc(a.Way, odd)
}

func (a *Answers) accused(*Finding) tracefeed.ThreadID { return a.Way[len(a.Way)-1].Thread }

func (a *Answers) advice(*Finding) string {
	return "Go to the longest wait, select the waiting thread, and follow its chain: the last thread is the one to look at."
}

func (a *Answers) text(f *Finding, w wording) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %s waited %s for answers of %s, in %s. The longest took %v, from %v: ", threads(len(f.Threads)),
		w.process(a.Of), f.lostShare(""), w.process(a.By), tracefeed.Plural(a.Waits, "wait"),
		a.Longest.End-a.Longest.Start, a.Longest.Start)
	fmt.Fprintf(&b, "%s waited for %s", w.inProcess(a.Longest.Thread), w.inProcess(a.Longest.By))
	for i := range a.Way {
		s := &a.Way[i]
		if i > 0 {
			b.WriteString("; that one")
		} else {
			b.WriteString(", which meanwhile")
		}
		fmt.Fprintf(&b, " %s for %v", a.did(s, w), s.Time)
	}
	return b.String() + "."
}

// did says what a thread did, as a verb in the past.
func (a *Answers) did(s *answers.Step, w wording) string {
	if s.For == tracefeed.NoThread {
		return pastOf(s, w)
	}
	other := w.inProcess(s.For)
	switch s.State {
	case tracefeed.Blocking:
		if s.Monitor == tracefeed.NoMonitor {
			return "was blocked by " + other
		}
		return fmt.Sprintf("was blocked at %s, held by %s,", w.locks.Full(s.Monitor), other)
	case tracefeed.IO:
		return "waited for an answer of " + other
	}
	return "waited for " + other
}

// pastOf says what a thread did that waited for no known thread.
func pastOf(s *answers.Step, w wording) string {
	switch s.State {
	case tracefeed.Running:
		return "ran"
	case tracefeed.Blocking:
		return "was blocked" + w.at(s.Monitor)
	case tracefeed.Suspended:
		if s.Cause == tracefeed.CauseSleep {
			return "slept"
		}
		return "waited" + s.Cause.Object()
	}
	return "was " + during(s.State)
}

func (a *Answers) brief(f *Finding, w wording) string {
	last := a.Way[len(a.Way)-1].Thread
	return fmt.Sprintf("%s waits for answers of %s, most for %s: %s", w.process(a.Of), w.process(a.By), w.brief(last), f.of())
}

func (a *Answers) identify(_ *Finding, id *Identity) {
	id.Monitors = nil
}

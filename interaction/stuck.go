package interaction

import (
	"context"
	"fmt"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// openWait is a wait that lasts to the end of the trace and that only another
// thread could end.
type openWait struct {
	thread tracefeed.ThreadID
	span   timeline.Span
	since  tracefeed.Time
}

// stuck returns the threads that wait at the end of the trace and will, as far
// as the trace can tell, wait for ever. The rules, the first that holds counts:
//
//   - never: the wait is by its nature without end (a nil channel).
//   - behind: it waits for threads that are deadlocked, gone, or stuck
//     themselves.
//   - alone: nothing that runs, sleeps or does IO is left in the program.
//   - orphaned: all threads that ever let this thread go on at this place are
//     gone, and one of them went while it waited.
//   - longest: it has lasted longer than any finished wait like it, and either
//     it is for a lock and lasts a tenth of the trace at least, or others have
//     since begun and finished such waits. Where there was no finished wait
//     like it, a wait for a lock must have lasted a quarter of the trace, and nobody
//     who is known to hold it must be running.
//
// Waits are like each other if they are of the same kind at the same place in
// the code, or, where stacks are unknown, at the same monitor. Threads of a
// deadlock that lasts to the end are not reported again.
func stuck(ctx context.Context, tl *timeline.Timeline, dead []deadlock) []Finding {
	open, live := openWaits(tl)
	deadNow := map[tracefeed.ThreadID]bool{}
	for _, d := range dead {
		for _, t := range d.threads {
			if d.atEnd {
				deadNow[t] = true
			}
		}
	}
	why := map[tracefeed.ThreadID]string{}
	for _, w := range open {
		if w.span.Forever {
			why[w.thread] = "such a wait never ends"
		}
	}
	behind(tl, open, deadNow, why)
	likes := learn(ctx, tl)
	for _, w := range open {
		if why[w.thread] != "" || deadNow[w.thread] {
			continue
		}
		if reason := alone(w, live, likes, tl); reason != "" {
			why[w.thread] = reason
		}
	}
	behind(tl, open, deadNow, why)
	var found []Finding
	for _, w := range open {
		if reason, ok := why[w.thread]; ok {
			found = append(found, w.finding(tl, reason))
		}
	}
	return found
}

// openWaits lists the waits at the end of the trace by thread, and counts the
// threads of the program that can still do something by themselves.
func openWaits(tl *timeline.Timeline) (open []openWait, live int) {
	for id := 1; id < len(tl.Threads); id++ {
		t := tracefeed.ThreadID(id)
		s, _ := tl.Lane(t).At(tl.End)
		switch {
		case tl.Threads[id].System || s.State == timeline.NotAlive:
		case s.State == timeline.Blocking:
			open = append(open, openWait{t, s, waitSince(tl.Lane(t), s)})
		case s.State == timeline.Suspended && s.Other == tracefeed.NoThread && needsOther(s.Cause):
			open = append(open, openWait{t, s, s.Start})
		default:
			live++
		}
	}
	return open, live
}

// needsOther reports whether only another thread can end a suspension. What
// merely parks may have a timer.
func needsOther(c tracefeed.Cause) bool {
	return c == tracefeed.CauseWait || c == tracefeed.CauseChannel || c == tracefeed.CauseJoin
}

// alone returns the rule by which a wait is stuck on its own account, in words.
func alone(w openWait, live int, likes likeness, tl *timeline.Timeline) string {
	like := likes.of(w.span)
	length := tl.End - w.since
	blocking := w.span.State == timeline.Blocking
	switch {
	case live == 0 && !anyHolder(tl, w):
		return "nothing in the program runs any more that could end it"
	case likes.orphaned(w, tl):
		return "every thread that ever let it go on here has ended, one of them since"
	case like.count == 0:
		if blocking && tl.End > 0 && length >= tl.End/4 && !holderRuns(tl, w) {
			return "no other wait like it was seen, and it lasts to the end"
		}
	case length <= like.longest:
	case blocking && length >= tl.End/10, !blocking && like.lastStart > w.since:
		return fmt.Sprintf("it is longer than all %d finished waits like it (the longest took %v)", like.count, like.longest)
	}
	return ""
}

// anyHolder reports whether the trace names who could end the wait.
func anyHolder(tl *timeline.Timeline, w openWait) bool {
	return w.span.State == timeline.Blocking && len(tl.Holds(w.span.Monitor).At(tl.End)) > 0
}

// holderRuns reports whether somebody who could end the wait has a processor or
// waits for one, and so may come to it.
func holderRuns(tl *timeline.Timeline, w openWait) bool {
	return slices.ContainsFunc(blockersAtEnd(tl, w), func(t tracefeed.ThreadID) bool {
		s, _ := tl.Lane(t).At(tl.End)
		return s.State == timeline.Running || s.State == timeline.Runnable
	})
}

// behind adds the waits for threads that are deadlocked, gone or stuck, until
// there are no more.
func behind(tl *timeline.Timeline, open []openWait, dead map[tracefeed.ThreadID]bool, why map[tracefeed.ThreadID]string) {
	waiters := map[tracefeed.ThreadID][]openWait{} // by who is waited for
	left := map[tracefeed.ThreadID]int{}           // of those, who may still go on
	var gone []tracefeed.ThreadID
	for _, w := range open {
		if dead[w.thread] {
			gone = append(gone, w.thread)
			continue
		}
		if _, ok := why[w.thread]; ok {
			gone = append(gone, w.thread)
		}
		for _, b := range blockersAtEnd(tl, w) {
			waiters[b] = append(waiters[b], w)
			left[w.thread]++
		}
	}
	for b := range waiters {
		if s, _ := tl.Lane(b).At(tl.End); s.State == timeline.NotAlive {
			gone = append(gone, b)
		}
	}
	for ; len(gone) > 0; gone = gone[1:] {
		for _, w := range waiters[gone[0]] {
			left[w.thread]--
			if _, known := why[w.thread]; left[w.thread] == 0 && !known {
				why[w.thread] = "who it waits for can never let it go: " + fate(tl, gone[0], dead)
				gone = append(gone, w.thread)
			}
		}
	}
}

func blockersAtEnd(tl *timeline.Timeline, w openWait) []tracefeed.ThreadID {
	at, _ := WaitAt(tl, w.thread, tl.End)
	return at.Blockers
}

func fate(tl *timeline.Timeline, t tracefeed.ThreadID, dead map[tracefeed.ThreadID]bool) string {
	switch s, _ := tl.Lane(t).At(tl.End); {
	case dead[t]:
		return threadName(tl, t) + " is deadlocked"
	case s.State == timeline.NotAlive:
		return threadName(tl, t) + " has ended"
	}
	return threadName(tl, t) + " is stuck itself"
}

func (w openWait) finding(tl *timeline.Timeline, reason string) Finding {
	f := Finding{Kind: Stuck, Severity: Warning, Start: w.since, End: tl.End,
		Threads: []tracefeed.ThreadID{w.thread}, Evidence: NoEvidence}
	what := "waits (" + w.span.Cause.String() + ")"
	if w.span.State == timeline.Blocking {
		what = "waits for a lock"
		at, _ := WaitAt(tl, w.thread, tl.End)
		f.Evidence = at.Evidence
		if w.span.Monitor != tracefeed.NoMonitor {
			f.Monitors = []tracefeed.MonitorID{w.span.Monitor}
			what = "waits" + monitorPhrase(tl, w.span.Monitor)
		}
	}
	f.Text = fmt.Sprintf("%s %s since %v, to the end of the trace, %v: %s.", threadName(tl, w.thread), what, w.since,
		tl.End-w.since, reason)
	return f
}

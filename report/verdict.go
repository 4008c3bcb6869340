package report

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Verdict heads the findings of a trace. If there is a hang, it says since when. Otherwise it
// says in figures that the trace has no deadlock and no stuck thread, or only a ring that may open: the shares of
// the threads' time spent waiting for locks and for processors, and the lock with the
// longest total of waits; without a cost, also the largest loss of one thread. Where the
// trace does not name the holders of locks, it says that deadlocks cannot be found; where
// it does not name those of some locks, or was sampled, that some cannot; where all threads
// wait at the end and something else may continue them, it says so; where it has no states,
// that nothing can; where a twentieth of the time or more is unknown, how much. It is "" if
// some finding is more than a note. With a base, it is about the time in that.
func Verdict(tl *timeline.Timeline, locks *lockname.Names, r detect.Report, figures Figures) string {
	if hung := Hung(r); hung != "" {
		return hung
	}
	worst := detect.Note
	for i := range r.Findings {
		worst = max(worst, r.Findings[i].Severity)
	}
	if worst.Accuses() {
		return ""
	}
	ring := closedRing(r.Findings)
	if tl.OfDump() {
		return dumpVerdict(tl, ring)
	}
	const muchRunnable, muchUnknown = 0.1, 0.05
	all, of := figures.Times, "all thread time"
	alive, in := all.Alive(), ""
	partly := float64(all[tracefeed.Unknown]) >= muchUnknown*float64(alive)
	if figures.Base != "" {
		in, of = fmt.Sprintf(" in %q", figures.Base), "its time"
		if alive == 0 {
			return fmt.Sprintf("The base %q covers no time of the program's threads.", figures.Base)
		}
	}
	if alive == all[tracefeed.Unknown] {
		return "The trace has no states of threads, so problems cannot be found."
	}
	var b strings.Builder
	if ring {
		b.WriteString("A ring of waits is still closed at the end; another thread may open it. ")
	} else if all[tracefeed.Blocking] > 0 && !r.Owners {
		b.WriteString("The trace does not name the holders of locks, so deadlocks cannot be found")
		if tl.Header.Format == "go" {
			b.WriteString("; recordings by tiv record name them")
		}
		b.WriteString(". ")
	} else if all[tracefeed.Blocking] > 0 && (figures.Most == tracefeed.NoMonitor || unowned(r.Findings, figures.Most)) {
		fmt.Fprintf(&b, "No deadlock was seen%s; the trace does not name the holders of the locks that threads waited for most. ", in)
	} else if tl.Header.Kind == tracefeed.Sampled {
		fmt.Fprintf(&b, "No deadlock was seen%s; the owners of some kinds of locks cannot be. ", in)
	} else if idle(r.Findings) {
		fmt.Fprintf(&b, "No deadlock%s. All threads wait at the end, which something outside of the program may end. ", in)
	} else if partly {
		fmt.Fprintf(&b, "No deadlock, no stuck thread was seen%s. ", in)
	} else {
		fmt.Fprintf(&b, "No deadlock, no stuck thread%s. ", in)
	}
	if all[tracefeed.Blocking] == 0 && (tl.Header.Kind == tracefeed.Sampled || partly) {
		fmt.Fprintf(&b, "No thread was seen to wait for a lock%s.", in)
	} else if all[tracefeed.Blocking] == 0 {
		fmt.Fprintf(&b, "No thread waited for a lock%s.", in)
	} else {
		fmt.Fprintf(&b, "Waiting for locks: %s of %s", tracefeed.Percent(all[tracefeed.Blocking], alive), of)
		if figures.Most != tracefeed.NoMonitor {
			b.WriteString("; most at " + locks.Full(figures.Most))
		}
		b.WriteString(".")
		if worst < detect.Cost && in == "" && figures.Most != tracefeed.NoMonitor && r.Loser != tracefeed.NoThread {
			fmt.Fprintf(&b, " No thread lost more than %v to another (%s, %s of its time).", r.Lost, tl.Threads[r.Loser].Name, tracefeed.Percent(r.Lost, r.Alive))
		}
	}
	if runnable := all[tracefeed.Runnable]; float64(runnable) >= muchRunnable*float64(alive) && runnable > 0 {
		fmt.Fprintf(&b, " Waiting for a processor: %s.", tracefeed.Percent(runnable, alive))
	}
	if partly {
		fmt.Fprintf(&b, " What threads did for %v is unknown: %s of %s.", all[tracefeed.Unknown], tracefeed.Percent(all[tracefeed.Unknown], alive), of)
	}
	return b.String()
}

// unowned reports whether a finding is about the time lost to a lock of which the trace
// never names a holder.
func unowned(found []detect.Finding, m tracefeed.MonitorID) bool {
	return slices.ContainsFunc(found, func(f detect.Finding) bool {
		b := f.Blame()
		return b != nil && b.Monitor == m && b.Unowned || unowned(f.Also, m)
	})
}

// Hung says since when the threads of a hang do not go on: of the first hang of a report.
// It is "" if there is none.
func Hung(r detect.Report) string {
	var first *detect.Standstill
	since := tracefeed.Time(0)
	for i := range r.Findings {
		if s, ok := r.Findings[i].Facts.(*detect.Standstill); ok && (first == nil || r.Findings[i].Start < since) {
			first, since = s, r.Findings[i].Start
		}
	}
	if first == nil {
		return ""
	}
	return fmt.Sprintf("Hung since %v: %d of %d threads do not go on.", since, first.Hung.Waiting, first.Hung.Living)
}

// idle reports whether a finding is about a program that something else may continue.
func idle(found []detect.Finding) bool {
	return slices.ContainsFunc(found, func(f detect.Finding) bool {
		_, still := f.Facts.(*detect.Still)
		return still || idle(f.Also)
	})
}

// closedRing reports whether a finding is about a ring that is closed at the end of the
// trace, and that another thread may open.
func closedRing(found []detect.Finding) bool {
	return slices.ContainsFunc(found, func(f detect.Finding) bool {
		ring, ok := f.Facts.(*detect.Ring)
		return ok && ring.MayOpen || closedRing(f.Also)
	})
}

package report

import (
	"fmt"
	"strings"

	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Verdict says in figures that a trace has no deadlock and no stuck thread: the shares of
// the threads' time spent waiting for locks and for processors, and the lock with the
// longest total of waits; without a cost, also the largest loss of one thread. Where the
// trace does not name the holders of locks, it says that deadlocks cannot be found; where
// it was sampled, that some cannot; where it has no states, that nothing can. It is "" if
// some finding is more than a note. With a base, it is about the time in that.
func Verdict(tl *timeline.Timeline, locks *lockname.Names, r detect.Report, figures Figures) string {
	worst := detect.Note
	for i := range r.Findings {
		worst = max(worst, r.Findings[i].Severity)
	}
	if worst.Accuses() {
		return ""
	}
	if tl.OfDump() {
		return dumpVerdict(tl)
	}
	const muchRunnable = 0.1
	all, of := figures.Times, "all thread time"
	alive, in := all.Alive(), ""
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
	if all[tracefeed.Blocking] > 0 && figures.Most == tracefeed.NoMonitor {
		b.WriteString("The trace does not name the holders of locks, so deadlocks cannot be found")
		if tl.Header.Format == "go" {
			b.WriteString("; recordings by tiv record name them")
		}
		b.WriteString(". ")
	} else if timeline.Sampled(tl) {
		fmt.Fprintf(&b, "No deadlock was seen%s; the owners of some kinds of locks cannot be. ", in)
	} else {
		fmt.Fprintf(&b, "No deadlock, no stuck thread%s. ", in)
	}
	if all[tracefeed.Blocking] == 0 && timeline.Sampled(tl) {
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
	return b.String()
}

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
// it was sampled, that some cannot; where it has no states, that nothing can. It is "" if some finding is more than a note. Its cost is
// that of Timeline.Totals.
func Verdict(tl *timeline.Timeline, locks *lockname.Names, r detect.Report) string {
	worst := detect.Note
	for i := range r.Findings {
		worst = max(worst, r.Findings[i].Severity)
	}
	if worst.Accuses() {
		return ""
	}
	if tl.OfDump() { // its times are invented
		return "No deadlock, no stuck thread at this moment."
	}
	const muchRunnable = 0.1
	all := tl.Totals()
	alive := all.Alive()
	if alive == all[tracefeed.Unknown] {
		return "The trace has no states of threads, so problems cannot be found."
	}
	most := locks.MostWaited(1)
	var b strings.Builder
	if all[tracefeed.Blocking] > 0 && len(most) == 0 {
		b.WriteString("The trace does not name the holders of locks, so deadlocks cannot be found")
		if tl.Header.Format == "go" {
			b.WriteString("; recordings by tiv record name them")
		}
		b.WriteString(". ")
	} else if timeline.Sampled(tl) {
		b.WriteString("No deadlock was seen; the owners of some kinds of locks cannot be. ")
	} else {
		b.WriteString("No deadlock, no stuck thread. ")
	}
	if all[tracefeed.Blocking] == 0 && timeline.Sampled(tl) {
		b.WriteString("No thread was seen to wait for a lock.")
	} else if all[tracefeed.Blocking] == 0 {
		b.WriteString("No thread waited for a lock.")
	} else {
		fmt.Fprintf(&b, "Waiting for locks: %s of all thread time", tracefeed.Percent(all[tracefeed.Blocking], alive))
		if len(most) > 0 {
			b.WriteString("; most at " + locks.Full(most[0]))
		}
		b.WriteString(".")
		if worst < detect.Cost && len(most) > 0 && r.Loser != tracefeed.NoThread {
			fmt.Fprintf(&b, " No thread lost more than %v to another (%s, %s of its time).", r.Lost, tl.Threads[r.Loser].Name, tracefeed.Percent(r.Lost, r.Alive))
		}
	}
	if runnable := all[tracefeed.Runnable]; float64(runnable) >= muchRunnable*float64(alive) && runnable > 0 {
		fmt.Fprintf(&b, " Waiting for a processor: %s.", tracefeed.Percent(runnable, alive))
	}
	return b.String()
}

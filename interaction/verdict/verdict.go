// Package verdict says in a few sentences what a search for problems means as a whole: that
// there is none, or why some could not be found. A trace, its findings and its times go in;
// text comes out.
package verdict

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Figures are the times of a verdict and of budgets: of the program's threads, in a base if
// there is one.
type Figures struct {
	// Base is the name of the base; "" for none.
	Base  string
	Times tracefeed.StateTimes
	// Most is the lock with the longest total of waits; NoMonitor for none.
	Most tracefeed.MonitorID
}

// Whole returns the figures of a whole trace. It costs as much as Timeline.Totals.
func Whole(tl *timeline.Timeline, locks *lockname.Names) Figures {
	f := Figures{Times: tl.Totals()}
	if most := locks.MostWaited(1); len(most) > 0 {
		f.Most = most[0]
	}
	return f
}

// Text returns the text above the findings of a trace. For a hang it is the time since when;
// for other findings that accuse, it is "". Otherwise it has, of the base if there is one:
//
//   - that there is no deadlock and no stuck thread, or that a ring may open, or that all
//     threads wait at the end, or why deadlocks cannot be found, or not all of them: the trace,
//     or its part of a process, does not name holders of locks, or was sampled;
//   - the share of waits for locks, the lock with the longest total of waits, and, without a
//     cost, the largest loss of one thread;
//   - the share of waits for a processor, if it is large;
//   - the share of unknown time, if it is a twentieth or more.
//
// A trace without states has only the sentence that nothing can be found.
func Text(tl *timeline.Timeline, locks *lockname.Names, r detect.Report, figures Figures) string {
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
	if tl.Header.OfDump() {
		return dumpVerdict(tl, ring)
	}
	return newVerdict(tl, locks, r, figures, worst).text(ring)
}

// verdict is the text about a trace in which nothing is accused.
type verdict struct {
	strings.Builder
	tl      *timeline.Timeline
	locks   *lockname.Names
	r       detect.Report
	figures Figures
	worst   detect.Severity // of the findings
	alive   tracefeed.Time
	// in names the base as a place (" in ..."), of the whole that shares refer to.
	in, of string
	// partly: much of the time is unknown. sampled: short waits are not seen.
	partly, sampled bool
}

func newVerdict(tl *timeline.Timeline, locks *lockname.Names, r detect.Report, figures Figures, worst detect.Severity) *verdict {
	const muchUnknown = 0.05
	v := &verdict{tl: tl, locks: locks, r: r, figures: figures, worst: worst, alive: figures.Times.Alive(), of: "all thread time"}
	v.partly = float64(figures.Times[tracefeed.Unknown]) >= muchUnknown*float64(v.alive)
	v.sampled = tl.Header.Kind == tracefeed.Sampled
	if figures.Base != "" {
		v.in, v.of = fmt.Sprintf(" in %q", figures.Base), "its time"
	}
	return v
}

// text returns the verdict. A ring can be closed at the end.
func (v *verdict) text(ring bool) string {
	switch {
	case v.figures.Base != "" && v.alive == 0:
		return fmt.Sprintf("The base %q covers no time of the program's threads.", v.figures.Base)
	case v.alive == v.figures.Times[tracefeed.Unknown]:
		return "The trace has no states of threads, so problems cannot be found."
	}
	v.addDeadlocks(ring)
	v.addLocks()
	const muchRunnable = 0.1
	if runnable := v.figures.Times[tracefeed.Runnable]; float64(runnable) >= muchRunnable*float64(v.alive) && runnable > 0 {
		fmt.Fprintf(v, " Waiting for a processor: %s.", tracefeed.Percent(runnable, v.alive))
	}
	if unknown := v.figures.Times[tracefeed.Unknown]; v.partly {
		fmt.Fprintf(v, " What threads did for %v is unknown: %s of %s.", unknown, tracefeed.Percent(unknown, v.alive), v.of)
	}
	return v.String()
}

// addDeadlocks adds what is known about deadlocks and stuck threads.
func (v *verdict) addDeadlocks(ring bool) {
	waits, most := v.figures.Times[tracefeed.Blocking] > 0, v.figures.Most
	switch {
	case ring:
		v.WriteString("A ring of waits is still closed at the end; another thread may open it. ")
	case waits && !v.r.Owners:
		v.WriteString("The trace does not name the holders of locks, so deadlocks cannot be found")
		if v.tl.Header.Format == "go" {
			v.WriteString("; recordings by tiv record name them")
		}
		v.WriteString(". ")
	case waits && (most == tracefeed.NoMonitor || unowned(v.r.Findings, most)):
		fmt.Fprintf(v, "No deadlock was seen%s; the trace does not name the holders of the locks that threads waited for most. ", v.in)
	case len(v.r.Ownerless)+len(v.r.Stateless) > 0:
		fmt.Fprintf(v, "No deadlock was seen%s; ", v.in)
		v.addBlind()
	case Unread(v.tl) != "":
		fmt.Fprintf(v, "No deadlock was seen%s; %s. ", v.in, Unread(v.tl))
	case v.sampled:
		fmt.Fprintf(v, "No deadlock was seen%s; the owners of some kinds of locks cannot be. ", v.in)
	case idle(v.r.Findings):
		fmt.Fprintf(v, "No deadlock%s. All threads wait at the end, which something outside of the program may end. ", v.in)
	case v.partly:
		fmt.Fprintf(v, "No deadlock, no stuck thread was seen%s. ", v.in)
	default:
		fmt.Fprintf(v, "No deadlock, no stuck thread%s. ", v.in)
	}
}

// addBlind adds the processes whose deadlocks cannot be found.
func (v *verdict) addBlind() {
	var parts []string
	for _, x := range []struct {
		of   []tracefeed.ProcessID
		lack string
	}{{v.r.Ownerless, "the holders of locks are not known"}, {v.r.Stateless, "no states of threads are known"}} {
		if len(x.of) > 0 {
			parts = append(parts, "of "+v.processes(x.of)+", "+x.lack)
		}
	}
	v.WriteString(strings.Join(parts, "; ") + ". ")
}

// processes names processes: the first ones, and the number of others.
func (v *verdict) processes(ids []tracefeed.ProcessID) string {
	const most = 3
	var names []string
	for _, id := range ids {
		names = append(names, v.tl.Processes[id].Name)
	}
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	return tracefeed.Listed(names)
}

// addLocks adds the share of waits for locks.
func (v *verdict) addLocks() {
	waited, most := v.figures.Times[tracefeed.Blocking], v.figures.Most
	switch {
	case waited == 0 && (v.sampled || v.partly):
		fmt.Fprintf(v, "No thread was seen to wait for a lock%s.", v.in)
		return
	case waited == 0:
		fmt.Fprintf(v, "No thread waited for a lock%s.", v.in)
		return
	}
	fmt.Fprintf(v, "Waiting for locks: %s of %s", tracefeed.Percent(waited, v.alive), v.of)
	if most == tracefeed.NoMonitor {
		v.WriteString(".")
		return
	}
	v.WriteString("; most at " + v.locks.Full(most) + ".")
	if loser := v.r.Loser; v.worst < detect.Cost && v.in == "" && loser != tracefeed.NoThread {
		fmt.Fprintf(v, " No thread lost more than %v to another (%s, %s of its time).", v.r.Lost, v.tl.Threads[loser].Name,
			tracefeed.Percent(v.r.Lost, v.r.Alive))
	}
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
	return fmt.Sprintf("Hung from %v on: %s of %s threads do not go on.", since,
		tracefeed.Count(first.Hung.Waiting), tracefeed.Count(first.Hung.Living))
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

package detect

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/interaction/detect/ending"
	"tiv/interaction/detect/idling"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Waiting describes waits that last to the end of the trace.
type Waiting struct {
	// Since is the start of the first of them.
	Since tracefeed.Time
	// Lock is true for waits for a lock. Monitor is that lock, or the object of other
	// waits, if it is known and the same for all; Cause is the cause of other waits.
	Lock    bool
	Monitor tracefeed.MonitorID
	Cause   tracefeed.Cause
	// Mixed is true if the waits are for different objects; Monitor and Cause then
	// are those of the first.
	Mixed bool
	// Roots is the number of equal threads at the ends of their chains, of which the root of
	// the finding is the first, or of locks without a root; 0 for one.
	Roots int `json:",omitempty"`
	// Told is the last hold of a condition's lock before the first of them; nil if it
	// tells nothing.
	Told *ending.Told `json:",omitempty"`
	// Answered is the end of the thread that ended the last wait before the first of them;
	// nil if it tells nothing.
	Answered *ending.Answered `json:",omitempty"`
	// Site is the place of all of them; it is zero if that is not known or not the
	// same.
	Site Site
	// Idle are the found loops for whose next events threads of the finding wait.
	Idle []idling.Loop `json:",omitempty"`
}

// waitFinding returns a finding about open waits with the same cause, without facts.
func waitFinding(tl *timeline.Timeline, q ending.Queue, e interaction.Evidence) Finding {
	f := Finding{Start: q[0].Since, Evidence: e}
	known := map[tracefeed.MonitorID]bool{tracefeed.NoMonitor: true}
	for _, w := range q {
		f.Threads = append(f.Threads, w.Thread)
		f.Lost += w.Lost(tl)
		f.End = max(f.End, w.Until)
		if m := w.Span.Monitor; !known[m] {
			known[m] = true
			f.Monitors = append(f.Monitors, m)
		}
	}
	f.Sites = waitSites(tl, f.Threads)
	return f
}

// waitingOf describes open waits.
func waitingOf(tl *timeline.Timeline, q ending.Queue) Waiting {
	first := q[0].Span
	w := Waiting{Since: q[0].Since, Lock: first.State == tracefeed.Blocking, Monitor: first.Monitor, Cause: first.Cause}
	differ := slices.ContainsFunc(q, func(o ending.Wait) bool { return o.Span.Monitor != first.Monitor })
	w.Mixed = differ && w.Lock || slices.ContainsFunc(q, func(o ending.Wait) bool { return o.Span.Cause != first.Cause })
	if differ && !w.Lock {
		w.Monitor = tracefeed.NoMonitor
	}
	if !slices.ContainsFunc(q, func(o ending.Wait) bool { return o.Span.Stack != first.Stack }) {
		w.Site, _ = siteOf(tl, first.Stack)
	}
	return w
}

// join returns waits together with those of later findings, behind other roots, whose threads
// and monitors it adds to the finding.
func (w Waiting) join(f *Finding, later []Finding, waiting func(Facts) *Waiting) Waiting {
	f.Threads, f.Monitors, f.Sites = slices.Clone(f.Threads), slices.Clone(f.Monitors), slices.Clone(f.Sites)
	for i := range later {
		x := &later[i]
		o := waiting(x.Facts)
		w.Since = min(w.Since, o.Since)
		w.Mixed = w.Mixed || o.Mixed || w.Monitor != o.Monitor || w.Cause != o.Cause
		if w.Site != o.Site {
			w.Site = Site{}
		}
		f.Threads, f.Monitors = append(f.Threads, x.Threads...), append(f.Monitors, x.Monitors...)
		for _, s := range x.Sites {
			if len(f.Sites) < maxSites && !slices.ContainsFunc(f.Sites, s.same) {
				f.Sites = append(f.Sites, s)
			}
		}
	}
	slices.Sort(f.Monitors)
	f.Monitors = slices.Compact(f.Monitors)
	w.Roots = len(later) + 1
	return w
}

func (w *Waiting) fits(in extent) bool {
	t, a := w.Told, w.Answered
	return in.monitor(w.Monitor) && w.Roots >= 0 &&
		!slices.ContainsFunc(w.Idle, func(l idling.Loop) bool { return l.Threads <= 0 }) &&
		(t == nil || in.thread(t.Waiter) && in.thread(t.Thread) && in.monitor(t.Monitor)) &&
		(a == nil || in.thread(a.Waiter) && a.Thread != tracefeed.NoThread && in.thread(a.Thread) && in.interval(a.Ended, in.tl.End))
}

// text describes the waits of the threads of a finding: threads, object, place and start.
func (w *Waiting) text(f *Finding, names wording) string {
	object := ""
	if !w.Mixed {
		object = w.object(names)
	}
	what := object + w.place()
	switch {
	case len(f.Threads) == 1:
		return names.thread(f.Threads[0]) + " " + w.waits(f, names, what) + w.idle(f) + "."
	case names.dump:
		since := dumpedSince(", the first ", f.End-w.Since)
		return fmt.Sprintf("%s wait%s%s: %s%s.", threads(len(f.Threads)), what, since, names.list(f.Threads), w.idle(f))
	}
	return fmt.Sprintf("%s have been waiting%s, the first since %v: %s%s.", threads(len(f.Threads)), what, w.Since, names.list(f.Threads),
		w.idle(f))
}

// idlers returns the number of threads that are idle.
func (w *Waiting) idlers() (n int) {
	for _, l := range w.Idle {
		n += l.Threads
	}
	return n
}

// allIdle reports whether all threads of a finding are idle.
func (w *Waiting) allIdle(f *Finding) bool { return w.idlers() == len(f.Threads) }

// idle says which of the threads are idle; "" if none is.
func (w *Waiting) idle(f *Finding) string {
	n := w.idlers()
	var loops []string
	for _, l := range w.Idle {
		loops = append(loops, l.Func)
	}
	const most = 3
	if len(loops) > most {
		loops = append(loops[:most], "others")
	}
	in := strings.Join(loops, ", ")
	switch {
	case n == 0:
		return ""
	case len(f.Threads) == 1:
		return ", idle: waits for the next item in " + in
	case w.allIdle(f):
		return ", idle: they wait for the next item in " + in
	}
	return fmt.Sprintf("; of them %d idle: wait for the next item in %s", n, in)
}

// waits says that one thread waits for something, and since when.
func (w *Waiting) waits(f *Finding, names wording, object string) string {
	switch {
	case names.dump:
		return "waits" + object + dumpedSince(", ", f.End-w.Since)
	case w.Lock:
		return fmt.Sprintf("has been waiting%s since %v and never got it (%v)", object, w.Since, f.End-w.Since)
	}
	return fmt.Sprintf("has been waiting%s since %v (%v)", object, w.Since, f.End-w.Since)
}

// first says since when the first of several threads waits.
func (w *Waiting) first(f *Finding, names wording) string {
	if names.dump {
		return "They wait" + dumpedSince(", the first ", f.End-w.Since)
	}
	return fmt.Sprintf("The first has been waiting since %v", w.Since)
}

// behind describes threads that wait for the root of a finding: the root first, because it
// is the cause. Those that are stuck can never proceed.
func (w *Waiting) behind(f *Finding, names wording, stuck bool) string {
	r := f.Root
	cause := names.thread(r.Thread) + ", which "
	if r.Holds != tracefeed.NoMonitor {
		cause += "holds " + names.locks.Full(r.Holds) + " and "
	}
	cause += r.doing(names, stuck)
	tail, verb, verbs := " It may still let go.", "waits", "wait"
	switch {
	case stuck:
		tail, verb, verbs = "", "is stuck", "are stuck"
	case r.State == tracefeed.NotAlive:
		tail = " Another thread may still release the lock, which Go allows."
	}
	if w.Roots > 1 {
		cause = fmt.Sprintf("%d equal threads. The first of these is %s", w.Roots, cause)
		tail = strings.Replace(tail, "It may", "They may", 1)
	}
	if n := len(f.Threads); n > 1 {
		return fmt.Sprintf("%s %s behind %s. %s: %s%s.%s", threads(n), verbs, cause, w.first(f, names), names.list(f.Threads),
			w.idle(f), tail)
	}
	text := fmt.Sprintf("%s %s behind %s.", names.thread(f.Threads[0]), verb, cause)
	if waits := w.waits(f, names, w.place()); waits != "waits" {
		text += " It " + waits + w.idle(f) + "."
	}
	return text + tail
}

// dumpedSince says how long a wait in a thread dump has lasted at least; "" if that
// is unknown. Dumps give whole minutes, and a trace of one is less than a minute
// longer, or exactly that.
func dumpedSince(before string, d tracefeed.Time) string {
	if d <= tracefeed.Minute {
		return ""
	}
	return before + fmt.Sprintf("for at least %v", (d-1)/tracefeed.Minute*tracefeed.Minute)
}

// place returns the place of all waits with a leading space; "" if it is not known.
func (w *Waiting) place() string {
	if w.Site.Func == "" {
		return ""
	}
	return " in " + w.Site.String()
}

// object returns the object of the waits, with a leading space.
func (w *Waiting) object(names wording) string {
	switch {
	case !w.Lock && w.Monitor == tracefeed.NoMonitor:
		return object(w.Cause)
	case !w.Lock && w.Cause == tracefeed.CauseWait:
		return " for a signal of " + names.locks.Full(w.Monitor)
	case w.Monitor == tracefeed.NoMonitor:
		return " for a lock"
	}
	return " for " + names.locks.Full(w.Monitor)
}

// object returns the object of a wait with a cause, with a leading space.
func object(c tracefeed.Cause) string {
	if o := c.Object(); o != "" || c == tracefeed.NoCause {
		return o
	}
	return " (" + c.String() + ")"
}

// activity describes a thread's state as a verb phrase.
func activity(s tracefeed.State) string {
	switch s {
	case tracefeed.Running:
		return "has been running"
	case tracefeed.Runnable:
		return "has been waiting for a processor"
	case tracefeed.Suspended:
		return "has been suspended"
	case tracefeed.Blocking:
		return "has been waiting for a lock"
	case tracefeed.IO:
		return "has been waiting for IO"
	}
	return "has been doing something unknown"
}

// doing describes the root of waits; for stuck threads, why it can never proceed.
func (r *Root) doing(w wording, stuck bool) string {
	switch {
	case r.Deadlocked:
		return "is deadlocked"
	case r.State == tracefeed.NotAlive:
		return "has ended"
	case stuck:
		return "waits without end itself"
	}
	place := ""
	if r.Site.Func != "" {
		place = " in " + r.Site.String()
	}
	if r.Idle != "" {
		place += " (idle: waits for the next item in " + r.Idle + ")"
	}
	if w.dump {
		return strings.Replace(activity(r.State), "has been", "is", 1) + place
	}
	return fmt.Sprintf("%s since %v%s", activity(r.State), r.Since, place)
}

// told describes the last hold of a condition's lock.
func told(t *ending.Told, w wording) string {
	return " " + w.thread(t.Thread) + " held its lock, " + w.locks.Full(t.Monitor) + ", until " + t.Until.String() +
		", and has ended: if it signalled then, " + w.thread(t.Waiter) + " did not wait yet."
}

// answered describes the end of the thread that ended the last wait.
func answered(a *ending.Answered, w wording) string {
	return " " + w.thread(a.Thread) + " ended its last wait there, and has ended at " + a.Ended.String() +
		", while " + w.thread(a.Waiter) + " waited: it may have been the one to end this wait (statistical)."
}

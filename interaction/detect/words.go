package detect

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// wording has the names that texts of findings use.
type wording struct {
	threads []tracefeed.Thread
	locks   *lockname.Names
	dump    bool // the trace is a thread dump
}

func (r *Report) wording(tl *timeline.Timeline, own map[tracefeed.MonitorID]string) wording {
	return wording{tl.Threads, lockname.New(tl.Monitors, r.Locks, own), tl.OfDump()}
}

// describe sets the texts of all findings.
func (r *Report) describe(w wording) {
	describeAll(r.Findings, w)
}

func describeAll(found []Finding, w wording) {
	for i := range found {
		f := &found[i]
		f.Text = f.sentence(w)
		f.Also = slices.Clone(f.Also) // older reports keep their texts
		describeAll(f.Also, w)
		for k := range f.Also {
			if a := &f.Also[k]; a.Blame != nil && a.Reason != HeldIdle && f.namesHold(a.Blame.Hold) {
				a.Text = strings.TrimSuffix(a.Text, a.holdText(w))
			}
		}
	}
}

// Renamed returns the report with texts in which some monitors have the user's own
// names. The receiver must be a report of tl.
func (r Report) Renamed(tl *timeline.Timeline, own map[tracefeed.MonitorID]string) Report {
	r.Findings = slices.Clone(r.Findings)
	r.describe(r.wording(tl, own))
	return r
}

// AfterPreview returns the report with the letters that an older report of the same
// trace, when it was shorter, gave to its monitors.
func (r Report) AfterPreview(tl *timeline.Timeline, older Report) Report {
	r.Locks = r.Locks.After(older.Locks)
	r.describe(r.wording(tl, nil))
	return r
}

// sentence returns the text of a finding, made from its other fields.
func (f *Finding) sentence(w wording) string {
	switch f.Reason {
	case Closed, Releasable, MayOpen:
		return f.ringText(w)
	case Inverted:
		return f.orderText(w)
	case Opened:
		s := fmt.Sprintf("%s. The cycle closed at %v and opened again after %v: a wait ended without its lock.",
			w.ring(f.Threads, f.Monitors), f.Start, f.End-f.Start)
		if f.Count > 1 {
			s += fmt.Sprintf(" It closed at least %d times; this was the longest.", f.Count)
		}
		return s
	}
	if f.Blame != nil {
		return f.blameText(w)
	}
	if s := f.costText(w); s != "" {
		return s
	}
	if f.Hung != nil {
		return f.hungText(w)
	}
	if f.Root != nil {
		return f.behindText(w)
	}
	s := f.waitText(w)
	switch f.Reason {
	case Endless:
		s += " Nothing can ever wake " + map[bool]string{true: "them.", false: "it."}[len(f.Threads) > 1]
		if t := f.Waiting.Told; t != nil {
			s += t.text(w)
		}
		return s
	case Abandoned:
		return s + fmt.Sprintf(" The threads that ended all %d earlier waits for it have ended themselves.", f.Count)
	case Still:
		return s + f.stillText()
	case PiledUp:
		return s + fmt.Sprintf(" They were started one after the other, %.2g a second, and none has gone on from there yet: they pile up.", f.Rate)
	case Lasting:
		return s + " The holder is unknown."
	}
	return s
}

// orderText describes the cycle of a lock-order inversion.
func (f *Finding) orderText(w wording) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d threads acquired locks in orders that can deadlock: ", len(f.Orders))
	for i, o := range f.Orders {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s acquired %s%s while it held %s%s", w.thread(o.Thread), w.locks.Full(o.Wanted), reading(o.WantedShared),
			w.locks.Full(o.Held), reading(o.HeldShared))
	}
	b.WriteString(". It did not happen in this trace. It can if each of them has its first lock before one has its second, unless something else, such as a channel, prevents that.")
	if f.Count > 1 {
		fmt.Fprintf(&b, " The same places in the code do this with %d sets of locks; this is one of them.", f.Count)
	}
	return b.String()
}

// reading marks a monitor that is held as a reader.
func reading(shared bool) string {
	if shared {
		return " as a reader"
	}
	return ""
}

// behindText describes threads that wait for Root: the root first, because it is the
// cause.
func (f *Finding) behindText(w wording) string {
	r, waiting, stuck := f.Root, f.Waiting, f.Reason == Behind
	cause := w.thread(r.Thread) + ", which "
	if r.Holds != tracefeed.NoMonitor {
		cause += "holds " + w.locks.Full(r.Holds) + " and "
	}
	cause += r.doing(w, stuck)
	tail := ""
	switch {
	case stuck:
	case r.State == tracefeed.NotAlive:
		tail = " Another thread may still release the lock, which Go allows."
	default:
		tail = " It may still let go."
	}
	if n := len(f.Threads); n > 1 {
		verb := "wait"
		if stuck {
			verb = "are stuck"
		}
		return fmt.Sprintf("%d threads %s behind %s. %s: %s.%s", n, verb, cause, f.first(w), w.list(f.Threads), tail)
	}
	verb := "waits"
	if stuck {
		verb = "is stuck"
	}
	text := fmt.Sprintf("%s %s behind %s.", w.thread(f.Threads[0]), verb, cause)
	if waits := f.waits(w, waiting.place()); waits != "waits" {
		text += " It " + waits + "."
	}
	return text + tail
}

// waits says that one thread waits for something, and since when.
func (f *Finding) waits(w wording, object string) string {
	since := f.Waiting.Since
	switch {
	case w.dump:
		return "waits" + object + dumpedSince(", ", f.End-since)
	case f.Waiting.Lock:
		return fmt.Sprintf("has been waiting%s since %v and never got it (%v)", object, since, f.End-since)
	}
	return fmt.Sprintf("has been waiting%s since %v (%v)", object, since, f.End-since)
}

// first says since when the first of several threads waits.
func (f *Finding) first(w wording) string {
	if w.dump {
		return "They wait" + dumpedSince(", the first ", f.End-f.Waiting.Since)
	}
	return fmt.Sprintf("The first has been waiting since %v", f.Waiting.Since)
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
	if w.dump {
		return strings.Replace(activity(r.State), "has been", "is", 1) + place
	}
	return fmt.Sprintf("%s since %v%s", activity(r.State), r.Since, place)
}

// maxNames is the number of threads that a text names.
const maxNames = 4

// list names the first of some threads.
func (w wording) list(threads []tracefeed.ThreadID) string {
	names := make([]string, 0, maxNames+1)
	for _, t := range threads[:min(len(threads), maxNames)] {
		names = append(names, w.thread(t))
	}
	if more := len(threads) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// waitText describes the waits of f.Threads: threads, object, place and start.
func (f *Finding) waitText(w wording) string {
	waiting, object := f.Waiting, ""
	if !waiting.Mixed {
		object = waiting.object(w)
	}
	what := object + waiting.place()
	switch {
	case len(f.Threads) == 1:
		return w.thread(f.Threads[0]) + " " + f.waits(w, what) + "."
	case w.dump:
		return fmt.Sprintf("%d threads wait%s%s: %s.", len(f.Threads), what, dumpedSince(", the first ", f.End-waiting.Since), w.list(f.Threads))
	}
	return fmt.Sprintf("%d threads have been waiting%s, the first since %v: %s.", len(f.Threads), what, waiting.Since, w.list(f.Threads))
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
	switch c {
	case tracefeed.CauseChannel:
		return " on a channel"
	case tracefeed.CauseWait:
		return " for a signal"
	case tracefeed.CauseJoin:
		return " for other threads to end"
	case tracefeed.NoCause:
		return ""
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

func (w wording) thread(t tracefeed.ThreadID) string { return w.threads[t].Name }

// at returns the name of the monitor waited for, if the source has it, as a phrase
// with a leading space.
func (w wording) at(m tracefeed.MonitorID) string {
	if m == tracefeed.NoMonitor {
		return ""
	}
	return " at " + w.locks.Full(m)
}

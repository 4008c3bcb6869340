package subject

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
)

// sentence says what goes on at a moment.
func (t *Teller) sentence(f *detect.Finding, w *waiting, moment tracefeed.Time) string {
	switch {
	case !t.tells(f, moment):
		return f.Brief
	case f.Kind == detect.Deadlock:
		return t.rings(f, moment)
	case waitsOf(f, w):
		return t.waits(f, w, moment)
	}
	return f.Brief
}

// tells reports whether a finding is true at a moment.
func (t *Teller) tells(f *detect.Finding, moment tracefeed.Time) bool {
	return moment == f.End || f.InProgress(t.Timeline, moment, t.Report.End)
}

// waitsOf reports whether a finding is told by the waits of its threads at a moment.
func waitsOf(f *detect.Finding, w *waiting) bool {
	return f.Lasts() && len(w.threads) > 0
}

// rings describes the rings of a deadlock that have closed.
func (t *Teller) rings(f *detect.Finding, moment tracefeed.Time) string {
	closed := f.Closed(t.Timeline, moment)
	since := t.since(" from %v on", f.Start) + ": a deadlock"
	if len(closed) > 1 {
		count := 0
		for _, r := range closed {
			count += len(r.Threads)
		}
		return fmt.Sprintf("%s threads wait for each other in %d rings%s", tracefeed.Count(count), len(closed), since)
	}
	switch ring := closed[0].Threads; len(ring) {
	case 1:
		return t.name(ring[0]) + " waits for itself" + since
	case 2, 3:
		return t.list(ring) + " wait for each other" + since
	default:
		return tracefeed.Count(len(ring)) + " threads wait for each other in a ring" + since
	}
}

// waiting is the threads of a finding that wait at a moment.
type waiting struct {
	threads []tracefeed.ThreadID
	since   tracefeed.Time
	// lock is true for waits for locks. monitor is what all of them wait for, holder the
	// thread that holds it; none if they differ or are unknown.
	lock    bool
	cause   tracefeed.Cause
	monitor tracefeed.MonitorID
	holder  tracefeed.ThreadID
}

// waiting finds the waits of a finding at a moment. If it looks at some of its threads only, all of
// them count as waiting.
func (t *Teller) waiting(f *detect.Finding, moment tracefeed.Time) (w waiting) {
	w.since = moment
	asked := f.Asked()
	for _, thread := range asked {
		lane := t.Timeline.Lane(thread)
		switch span := lane.Since(moment); span.State {
		case tracefeed.Blocking:
			w.add(thread, &span, interaction.WaitStart(lane, span))
		case tracefeed.Suspended:
			w.add(thread, &span, span.Start)
		}
	}
	if len(asked) < len(f.Threads) {
		w.threads = f.Threads
	}
	w.holder = f.Culprit()
	if w.holder == tracefeed.NoThread && w.lock && w.monitor != tracefeed.NoMonitor {
		if owners := t.Timeline.Owners(w.monitor, moment); len(owners) == 1 {
			w.holder = owners[0]
		}
	}
	return w
}

// add adds a thread that waits since some time.
func (w *waiting) add(thread tracefeed.ThreadID, span *timeline.Span, since tracefeed.Time) {
	lock := span.State == tracefeed.Blocking
	if len(w.threads) == 0 {
		w.lock, w.cause, w.monitor = lock, span.Cause, span.Monitor
	}
	w.threads = append(w.threads, thread)
	w.since = min(w.since, since)
	w.lock = w.lock && lock
	if span.Monitor != w.monitor {
		w.monitor = tracefeed.NoMonitor
	}
	if span.Cause != w.cause {
		w.cause = tracefeed.NoCause
	}
}

// waits says who waits, since when, for whom, and what that thread does.
func (t *Teller) waits(f *detect.Finding, w *waiting, moment tracefeed.Time) string {
	text, since := t.name(w.threads[0])+" waits", t.since(" from %v on", w.since)
	if n := len(w.threads); n > 1 {
		text, since = tracefeed.Count(n)+" threads wait", t.since(", the first from %v on,", w.since)
	}
	if w.holder == tracefeed.NoThread {
		return t.unheld(f, w, text, since)
	}
	text += since + " for " + t.name(w.holder)
	var does []string
	if w.monitor != tracefeed.NoMonitor && slices.Contains(t.Timeline.Owners(w.monitor, moment), w.holder) {
		does = append(does, "holds "+t.Locks.Brief(w.monitor))
	}
	if what := t.doing(w.holder, moment); what != "" {
		does = append(does, what)
	}
	if len(does) > 0 {
		text += ", which " + strings.Join(does, " and ")
	}
	return text
}

// since puts a time into words; "" for a dump, whose times are invented.
func (t *Teller) since(words string, at tracefeed.Time) string {
	if t.Timeline.Header.OfDump() {
		return ""
	}
	return fmt.Sprintf(words, at)
}

// unheld completes the sentence about threads that wait for what no known thread holds. since is the time
// from when on they wait.
func (t *Teller) unheld(f *detect.Finding, w *waiting, text, since string) string {
	it := "it"
	if len(w.threads) > 1 {
		it = "them"
	}
	switch {
	case w.monitor != tracefeed.NoMonitor && w.lock:
		return text + since + " for " + t.Locks.Brief(w.monitor) + ": its holder is unknown"
	case w.lock && len(w.threads) > 1:
		return text + since + " for locks: their holders are unknown"
	case w.lock:
		return text + since + " for a lock: its holder is unknown"
	}
	text += w.cause.Object() + strings.TrimSuffix(since, ",")
	if f.Evidence == interaction.Proven {
		text += ", and nothing can wake " + it
	}
	return text
}

// doing says what a thread does at a moment, as a verb.
func (t *Teller) doing(thread tracefeed.ThreadID, moment tracefeed.Time) string {
	switch span := t.Timeline.Lane(thread).Since(moment); span.State {
	case tracefeed.Running:
		return "runs"
	case tracefeed.Runnable:
		return "waits for a processor"
	case tracefeed.IO:
		return cmp.Or(span.Cause.Waits(), "waits for a device")
	case tracefeed.Blocking:
		if span.Monitor == tracefeed.NoMonitor {
			return "waits for a lock"
		}
		return "waits for " + t.Locks.Brief(span.Monitor)
	case tracefeed.Suspended:
		return cmp.Or(span.Cause.Waits(), "waits")
	case tracefeed.NotAlive:
		return "has ended"
	}
	return ""
}

// Kinds lists the kinds of findings in their order, with the number of findings of one kind; single
// describes the only one of its kind.
func Kinds(findings []*detect.Finding, single func(*detect.Finding) string) string {
	var kinds []string
	count, first := map[string]int{}, map[string]*detect.Finding{}
	for _, f := range findings {
		if count[f.Kind]++; count[f.Kind] == 1 {
			kinds, first[f.Kind] = append(kinds, f.Kind), f
		}
	}
	for i, k := range kinds {
		if n := count[k]; n > 1 {
			kinds[i] = fmt.Sprintf("%d × %s", n, k)
		} else {
			kinds[i] = single(first[k])
		}
	}
	return strings.Join(kinds, " · ")
}

func (t *Teller) name(thread tracefeed.ThreadID) string {
	return t.Names.Short(t.Timeline.Threads[thread].Name)
}

// list names up to three threads.
func (t *Teller) list(threads []tracefeed.ThreadID) string {
	names := make([]string, len(threads))
	for i, thread := range threads {
		names[i] = t.name(thread)
	}
	return tracefeed.Listed(names)
}

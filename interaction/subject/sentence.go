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
	since := t.since(" since %v", f.Start) + ": a deadlock"
	has, have := "has waited", "have waited"
	if t.Timeline.Header.OfDump() {
		has, have = "waits", "wait"
	}
	if len(closed) > 1 {
		count := 0
		for _, r := range closed {
			count += len(r.Threads)
		}
		return fmt.Sprintf("%s threads %s for each other in %d rings%s", tracefeed.Count(count), have, len(closed), since)
	}
	switch ring := closed[0].Threads; len(ring) {
	case 1:
		return t.name(ring[0]) + " " + has + " for itself" + since
	case 2, 3:
		return t.list(ring) + " " + have + " for each other" + since
	default:
		return tracefeed.Count(len(ring)) + " threads " + have + " for each other in a ring" + since
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
	text, it := t.name(w.threads[0])+" has waited"+t.since(" since %v", w.since), "it"
	if t.Timeline.Header.OfDump() {
		text = t.name(w.threads[0]) + " waits"
	}
	if n := len(w.threads); n > 1 {
		text, it = tracefeed.Count(n)+" threads wait"+t.since(", the first since %v,", w.since), "them"
	}
	if w.holder == tracefeed.NoThread {
		return strings.TrimSuffix(text+t.unheld(f, w, moment, it), ",")
	}
	text += " for " + t.name(w.holder)
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

// unheld says what threads wait for that no known thread holds.
func (t *Teller) unheld(f *detect.Finding, w *waiting, moment tracefeed.Time, it string) string {
	switch {
	case w.monitor != tracefeed.NoMonitor && w.lock:
		return " for " + t.Locks.Brief(w.monitor) + ": its holder is unknown"
	case w.lock && len(w.threads) > 1:
		return " for locks: their holders are unknown"
	case w.lock:
		return " for a lock: its holder is unknown"
	case f.Evidence != interaction.Proven:
		return w.cause.Object()
	}
	return w.cause.Object() + ", and nothing can wake " + it
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

// others names findings by their kinds, and a single one before that in its own words. long are waits
// of which it is not known whether they end: in a picture of a program that hangs, their threads are
// as conspicuous as those of the sentence.
func others(findings, long []*detect.Finding) (lines []string) {
	if len(findings) == 1 && findings[0].Brief != "" && len(long) == 0 {
		lines = append(lines, "also: "+findings[0].Brief)
	}
	if n := threadsOf(long); n > 0 {
		also := "also: 1 thread waits for a lock, perhaps for ever"
		if n > 1 {
			also = fmt.Sprintf("also: %s threads wait for locks, perhaps for ever", tracefeed.Count(n))
		}
		kinds := others(findings, nil)
		if len(kinds) > 0 {
			lines = append(lines, also+" · "+strings.TrimPrefix(kinds[len(kinds)-1], "also: "))
		}
		return append(append(lines, also), kinds...)
	}
	kinds := Kinds(findings, func(f *detect.Finding) string {
		if n := len(f.Threads); n > 1 {
			return fmt.Sprintf("%s (%s threads)", f.Kind, tracefeed.Count(n))
		}
		return f.Kind
	})
	if kinds != "" {
		lines = append(lines, "also: "+kinds)
	}
	return lines
}

// threadsOf counts the threads of long waits for locks.
func threadsOf(findings []*detect.Finding) int {
	threads := map[tracefeed.ThreadID]bool{}
	for _, f := range findings {
		if _, ok := f.Facts.(*detect.Lasting); ok {
			for _, t := range f.Asked() {
				threads[t] = true
			}
		}
	}
	return len(threads)
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

package subject

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/tracefeed"
)

// details returns what a sentence leaves out, as texts of whole sentences, the longest first: who
// holds what, what follows, how certain it is, and how much.
func (t *Teller) details(f *detect.Finding, w *waiting, moment tracefeed.Time) []string {
	var parts []string
	switch {
	case !t.tells(f, moment):
	case f.Kind == detect.Deadlock:
		parts = t.ringParts(f, moment)
	case waitsOf(f, w):
		parts = t.waitParts(f, w, moment)
	case f.Severity == detect.Cost:
		if t.costs == nil {
			t.costs = map[*detect.Finding][]string{}
		}
		if t.costs[f] == nil {
			t.costs[f] = t.costParts(f)
		}
		parts = t.costs[f]
	}
	return shorter(parts)
}

// shorter returns sentences as texts, from all of them to the first alone.
func shorter(parts []string) (texts []string) {
	for n := len(parts); n > 0; n-- {
		texts = append(texts, strings.Join(parts[:n], ". ")+".")
	}
	return texts
}

// mostInRing is the largest ring of which each thread is described with its locks.
const mostInRing = 4

// ringParts says which thread of the first closed ring holds which lock.
func (t *Teller) ringParts(f *detect.Finding, moment tracefeed.Time) []string {
	monitors, closed := f.Monitors, f.Closed(t.Timeline, moment)
	for _, r := range f.Rings() {
		n := len(r.Threads)
		if len(closed) > 0 && slices.Equal(r.Threads, closed[0].Threads) && len(monitors) >= n {
			text, all := t.ring(r.Threads, monitors[:n]), "None of them can go on"
			switch {
			case len(closed) > 1:
				return []string{"The first ring: " + text, all}
			case n == 1:
				all = "It cannot go on"
			}
			return []string{text, all}
		}
		monitors = monitors[min(n, len(monitors)):]
	}
	return nil
}

// ring says what each thread of a ring holds and waits for.
func (t *Teller) ring(ring []tracefeed.ThreadID, monitors []tracefeed.MonitorID) string {
	n := len(ring)
	if n > mostInRing {
		names := []string{t.name(ring[0]), t.name(ring[1]), t.name(ring[2]), tracefeed.Count(n-3) + " more"}
		return "Each waits for what the next one holds: " + tracefeed.Listed(names)
	}
	known := func(m tracefeed.MonitorID) bool { return m != tracefeed.NoMonitor && t.Locks.Owned(m) }
	var parts []string
	for i, thread := range ring {
		holds, waits, text := monitors[(i+n-1)%n], monitors[i], t.name(thread)
		if known(holds) {
			text += " holds " + t.Locks.Brief(holds) + " and"
		}
		switch {
		case n == 1 && known(waits):
			text += " waits for it again"
		case known(waits):
			text += " waits for " + t.Locks.Brief(waits)
		default:
			text += " waits for " + t.name(ring[(i+1)%n])
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// words are those for one thread, or for several.
type words struct{ they, them, waits, goes string }

var one, several = words{"It", "it", "waits", "goes"}, words{"They", "them", "wait", "go"}

// waitParts says when threads that wait can go on, and how that is known.
func (t *Teller) waitParts(f *detect.Finding, w *waiting, moment tracefeed.Time) (parts []string) {
	it := several
	if len(w.threads) == 1 {
		it = one
	}
	if w.holder != tracefeed.NoThread {
		if before := f.HeldBefore(); before > 0 {
			parts = append(parts, fmt.Sprintf("The lock was never held for longer than %v before", before))
		}
		switch {
		case f.Stuck():
			parts = append(parts, it.they+" can never go on")
		case w.lock:
			parts = append(parts, fmt.Sprintf("%s %s on only when %s lets go", it.they, it.goes, t.name(w.holder)))
		}
		return append(parts, t.rootParts(f, w)...)
	}
	if w.lock && f.Evidence != interaction.Proven {
		return []string{"This can be a deadlock, or a holder that is slow: the trace does not tell",
			it.they + " still " + it.waits + " at its end"}
	}
	if f.Evidence == interaction.Proven {
		parts = append(parts, "Proven: no thread that can go on has what could wake "+it.them)
	}
	if _, ok := f.Facts.(*detect.Still); ok {
		parts = append(parts, "Nothing in the program runs, sleeps or waits for a device, so nothing can wake "+it.them)
	}
	if debt, ok := f.Debt(); ok && t.Timeline.Lane(debt.Gone).Since(moment).State == tracefeed.NotAlive {
		_, died := t.Timeline.Lane(debt.Gone).Life()
		ended := t.name(debt.Gone) + ", which woke " + it.them + " the last time, has ended%s: perhaps it was to answer"
		if e, ok := f.Facts.(*detect.Endless); ok && e.Waiting.Answered == nil {
			ended = t.name(debt.Gone) + ", which held the lock of the condition before, has ended%s: perhaps it signalled too early"
		}
		parts = append(parts, fmt.Sprintf(ended, t.since(" at %v", died)))
	}
	return append(parts, t.placeParts(f, it.they+" "+it.waits)...)
}

// rootParts says where the thread is that others wait for.
func (t *Teller) rootParts(f *detect.Finding, w *waiting) []string {
	if f.Root == nil || f.Root.Thread != w.holder || f.Root.Site.Func == "" {
		return nil
	}
	return []string{t.name(w.holder) + " is in " + f.Root.Site.String()}
}

// placeParts says where all threads of a finding wait, if that is one place.
func (t *Teller) placeParts(f *detect.Finding, wait string) []string {
	if len(f.Sites) != 1 || f.Sites[0].Func == "" {
		return nil
	}
	return []string{wait + " in " + f.Sites[0].String()}
}

// costParts says how a cost comes about, what part of the time of its own threads it is, and what
// the search found besides.
func (t *Teller) costParts(f *detect.Finding) (parts []string) {
	switch facts := f.Facts.(type) {
	case *detect.Crowd:
		parts = append(parts, t.crowdParts(f, facts)...)
	case *detect.Collections:
		parts = append(parts, fmt.Sprintf("Threads were suspended for it for %v, and waited %v for processors that it used",
			facts.Suspended, facts.Waited))
	case *detect.HeldIdle:
		parts = append(parts, holds(facts.Holds, facts.Hold))
	}
	if b := f.Blame(); b != nil {
		if b.Holds == 0 && b.Waits > 0 && b.Indirect == 0 {
			parts = append(parts, fmt.Sprintf("%s, each %v on average", tracefeed.Plural(b.Waits, "wait"), f.Lost/tracefeed.Time(b.Waits)))
		}
		if own := t.own(f); own != "" {
			parts = append(parts, own)
		}
	}
	if text, _, _ := strings.Cut(t.verdict(), ". "); text != "" {
		parts = append(parts, strings.TrimSuffix(text, "."))
	}
	return parts
}

// holds describes the holds of a lock during which its holder waits for something else.
func holds(n int, longest *detect.Hold) string {
	text := "One such hold,"
	if n > 1 {
		text = tracefeed.Plural(n, "such hold") + ", the costliest"
	}
	return text + fmt.Sprintf(" %v long, with %s behind it", longest.End-longest.Start, tracefeed.Plural(longest.Behind, "thread"))
}

// own is the part of the time of the threads of a finding that they lose to it; "" of very many.
func (t *Teller) own(f *detect.Finding) string {
	if len(f.Threads) > len(f.Asked()) {
		return ""
	}
	var alive tracefeed.Time
	for _, thread := range f.Threads {
		times := t.Timeline.Lane(thread).Sum(0, t.Timeline.End)
		alive += times.Alive()
	}
	if alive == 0 {
		return ""
	}
	part := tracefeed.Percent(f.Lost, alive)
	if len(f.Threads) == 1 {
		return fmt.Sprintf("%s loses %s of its time that way", t.name(f.Threads[0]), part)
	}
	return fmt.Sprintf("The %s waiting threads lose %s of their time that way", tracefeed.Count(len(f.Threads)), part)
}

// crowdParts says how much threads that wait for processors get of them, and if they lose little,
// what threads do else.
func (t *Teller) crowdParts(f *detect.Finding, c *detect.Crowd) (parts []string) {
	times := t.whole().Times
	if could := times[tracefeed.Running] + times[tracefeed.Runnable]; could > 0 {
		wait := tracefeed.Percent(times[tracefeed.Runnable], could)
		parts = append(parts, "Threads that can run wait "+wait+" of the time for a processor")
	}
	if locks := times[tracefeed.Blocking]; locks > f.Lost {
		parts = append(parts, "They wait more for locks: "+tracefeed.Percent(locks, times.Alive())+" of all thread time")
	}
	if f.Slight() {
		what, most := "wait for IO", times[tracefeed.IO]
		if times[tracefeed.Suspended] > most {
			what, most = "sleep or wait for others", times[tracefeed.Suspended]
		}
		parts = append(parts, fmt.Sprintf("Processors are short in %s of the trace; for %s of all time threads %s",
			tracefeed.PercentOf(c.Crowded), tracefeed.Percent(most, times.Alive()), what))
	}
	return parts
}

package detect

import (
	"fmt"
	"strings"

	"tiv/interaction/lockname"
	"tiv/tracefeed"
)

// blaming are the facts of findings about time lost to a monitor.
type blaming interface {
	Facts
	blame() *Blame
}

// Contended is the facts of threads that wait for a monitor, directly or indirectly.
type Contended struct{ Blame }

// Chained is the facts of time of which a large part is in waits for other monitors.
type Chained struct{ Blame }

// HeldIdle is the facts of a monitor whose holder mostly slept or waited for something else.
type HeldIdle struct{ Blame }

// Queued is the facts of a queue that began, and that was never empty.
type Queued struct{ Blame }

func (b *Contended) reason() string { return "contended" }
func (b *Chained) reason() string   { return "chained" }
func (b *HeldIdle) reason() string  { return "held-idle" }
func (b *Queued) reason() string    { return "queued" }

func (b *HeldIdle) fits(f *Finding, in extent) bool { return b.Hold != nil && b.Blame.fits(f, in) }
func (b *Queued) fits(f *Finding, in extent) bool   { return b.Queue != nil && b.Blame.fits(f, in) }

func (b *Contended) advice(*Finding) string {
	return "Look at the code that runs while the lock is held: " +
		"do less of it there, take the lock less often, or divide what it protects."
}

func (b *Chained) advice(*Finding) string {
	return "Look at why threads take another lock while they hold this one: " +
		"release one before the other, or hold both for a shorter time."
}

func (b *Queued) advice(*Finding) string {
	return "Look at what changed when the queue began: a longer hold, or more threads. " +
		"Hold the lock for a shorter time, or take it less often."
}

func (b *Contended) text(f *Finding, w wording) string {
	var t strings.Builder
	lock := w.locks.Full(b.Monitor)
	if b.Place != nil {
		lock = fmt.Sprintf("%d locks of %s", len(f.Monitors), b.Place)
	}
	fmt.Fprintf(&t, "%s lost %s to %s, in %s.", threads(len(f.Threads)), f.lostShare(""), lock, tracefeed.Plural(b.Waits, "wait"))
	if b.Place != nil {
		fmt.Fprintf(&t, " The costliest lock: %s (%v).", w.locks.Full(b.Monitor), b.Most)
		if b.Queue != nil {
			t.WriteString(" " + b.Queue.text("it"))
		}
	}
	if notable(b.Indirect, f.Lost) {
		fmt.Fprintf(&t, " Of that, %v are waits for other locks, whose holders waited for %s.", b.Indirect, b.this())
	}
	switch {
	case b.Elsewhere && notable(b.Free, f.Lost):
		fmt.Fprintf(&t, " %v of it while no thread of this process held %s: another process did, at least for a part.", b.Free, b.the())
	case b.Unowned:
		t.WriteString(" The trace does not name its holders.")
	case notable(b.Free, f.Lost):
		fmt.Fprintf(&t, " %v of it without a known holder of %s: waiters went on late, or the trace does not name the holder.",
			b.Free, b.the())
	}
	if notable(b.Readers, f.Lost) {
		fmt.Fprintf(&t, " %v of it while several threads held %s at once.", b.Readers, b.the())
	}
	if b.Queue != nil && b.Place == nil {
		t.WriteString(" " + b.Queue.text("it"))
	}
	t.WriteString(b.holdText(w))
	return t.String()
}

// alikeText says that the same holds for other locks.
func (b *Blame) alikeText() string {
	switch b.Alike {
	case 0:
		return ""
	case 1:
		return " So it is with one more of these locks; the time lost is that of both."
	}
	return fmt.Sprintf(" So it is with %d more of these locks; the time lost is that of all.", b.Alike)
}

// the and this are words for the monitor, or for one of the group.
func (b *Blame) the() string {
	if b.Place != nil {
		return "the lock that they waited for"
	}
	return "the lock"
}

func (b *Blame) this() string {
	if b.Place != nil {
		return "one of these"
	}
	return "this one"
}

func (b *Chained) text(f *Finding, w wording) string {
	var t strings.Builder
	fmt.Fprintf(&t, "%s lost %s behind %s, %v of it in waits for other locks, whose holders waited for this one.",
		threads(len(f.Threads)), f.lostShare(""), w.locks.Full(b.Monitor), b.Indirect)
	if b.Through != tracefeed.NoMonitor && b.Through != b.Monitor {
		fmt.Fprintf(&t, " Most of them waited for %s.", w.locks.Full(b.Through))
	}
	t.WriteString(b.holdText(w) + b.alikeText())
	return t.String()
}

func (b *HeldIdle) text(f *Finding, w wording) string {
	h := b.Hold
	var t strings.Builder
	fmt.Fprintf(&t, "%s held %s for %v", w.thread(h.Thread), w.locks.Full(b.Monitor), h.End-h.Start)
	if h.Site.Func != "" {
		t.WriteString(" from " + h.Site.String())
	}
	doing := during(h.Doing)
	if h.Doing != tracefeed.IO && h.Doing != tracefeed.Suspended { // each of the two took less time
		doing = "waiting for IO, asleep or waiting for an event"
	}
	t.WriteString(", most of it " + doing + ", with " + threads(h.Behind) + " behind it.")
	if n := b.Holds; n > 1 {
		fmt.Fprintf(&t, " %s holds are like it; threads lost %s behind them.", tracefeed.Count(n), f.lostShare(""))
	} else {
		fmt.Fprintf(&t, " That lost %s.", f.lostShare(""))
	}
	t.WriteString(b.alikeText())
	if kind, _, _ := w.locks.Site(b.Monitor); kind == lockname.Once {
		t.WriteString(" Run it before other threads need its result.")
	} else {
		t.WriteString(" Release it before the wait.")
	}
	return t.String()
}

func (b *Queued) text(f *Finding, w wording) string {
	q := b.Queue
	return fmt.Sprintf("%s It was acquired %.3g times a second, before %.3g times. %s lost %s.%s%s", q.text(w.locks.Full(b.Monitor)),
		perSecond(q.Acquired, q.End-q.Start), perSecond(q.Before, q.Start), threads(len(f.Threads)), f.lostShare(""),
		b.holdText(w), b.alikeText())
}

// text describes a queue.
func (q *Queue) text(monitor string) string {
	return fmt.Sprintf("From %v to %v some thread always waited for %s, up to %d at once.", q.Start, q.End, monitor, q.Longest)
}

// holdText describes the hold behind which the most time was lost, unless it is already named.
func (b *Blame) holdText(w wording) string {
	h := b.Hold
	if h == nil || w.named != nil && *w.named == *h {
		return ""
	}
	place := ""
	if h.Site.Func != "" {
		place = " in " + h.Site.String()
	}
	return fmt.Sprintf(" The costliest hold: %s%s, %v from %v, most of it %s, with %s behind it (%v).", w.thread(h.Thread), place,
		h.End-h.Start, h.Start, h.doing(w), threads(h.Behind), h.Lost)
}

// doing describes the state in which the holder spent most of the hold.
func (h *Hold) doing(w wording) string {
	if h.Ran == tracefeed.NoThread {
		return during(h.Doing)
	}
	return during(h.Doing) + " while " + w.thread(h.Ran) + " ran (a priority inversion)"
}

// during describes a state in which a thread holds a monitor.
func during(s tracefeed.State) string {
	switch s {
	case tracefeed.Runnable:
		return "waiting for a processor"
	case tracefeed.Suspended:
		return "asleep or waiting for an event"
	case tracefeed.Blocking:
		return "waiting for another lock"
	case tracefeed.IO:
		return "waiting for IO"
	case tracefeed.Running:
		return "running"
	case tracefeed.NotAlive:
		return "after its end"
	}
	return "in an unknown state"
}

func threads(n int) string { return tracefeed.Plural(n, "thread") }

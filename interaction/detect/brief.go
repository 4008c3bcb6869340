package detect

import (
	"fmt"
	"strings"

	"tiv/tracefeed"
)

// briefing are facts that describe their finding in a few words, for a picture. The others
// have the first sentence of their text.
type briefing interface {
	brief(f *Finding, w wording) string
}

// brief describes a finding in a few words.
func (f *Finding) brief(w wording) string {
	if b, ok := f.Facts.(briefing); ok {
		return b.brief(f, w)
	}
	first, _, _ := strings.Cut(f.Text, ". ")
	return strings.TrimSuffix(first, ".")
}

// share says what part of the time of all threads is lost.
func (f *Finding) share() string { return percent(f.Share) + " of all thread time" }

// of is share with a judgement, as people don't know whether 2 % is much.
func (f *Finding) of() string {
	if f.Slight() {
		return f.share() + ", which is little"
	}
	return f.share()
}

func (b *Contended) brief(f *Finding, w wording) string {
	lock := w.locks.Brief(b.Monitor)
	if b.Place != nil {
		lock = fmt.Sprintf("%d locks of %s", len(f.Monitors), w.short.Short(b.Place.Func))
	}
	if len(f.Threads) == 1 {
		return fmt.Sprintf("%s often waits for %s: %s", w.brief(f.Threads[0]), lock, f.of())
	}
	return fmt.Sprintf("%s wait in turn for %s: %s", threads(len(f.Threads)), lock, f.of())
}

func (b *Chained) brief(f *Finding, w wording) string {
	return fmt.Sprintf("%s waited for %s, or for threads that waited for it: %s",
		threads(len(f.Threads)), w.locks.Brief(b.Monitor), f.of())
}

func (b *HeldIdle) brief(f *Finding, w wording) string {
	return fmt.Sprintf("%s holds %s while it %s: that costs %s", w.brief(b.Hold.Thread), w.locks.Brief(b.Monitor), b.Hold.waits(), f.of())
}

// waits says what a thread waits for during most of its hold, as a verb.
func (h *Hold) waits() string {
	switch {
	case h.Doing != tracefeed.IO && h.Doing != tracefeed.Suspended:
		return "waits"
	case h.Cause.Waits() != "":
		return h.Cause.Waits()
	case h.Doing == tracefeed.IO:
		return "waits for IO"
	}
	return "sleeps or waits for others"
}

func (b *Queued) brief(f *Finding, w wording) string {
	return fmt.Sprintf("From %v on some thread always waits for %s: %s", b.Queue.Start, w.locks.Brief(b.Monitor), f.of())
}

func (c *Crowd) brief(f *Finding, _ wording) string {
	return fmt.Sprintf("On average %s threads wait for a processor while %s busy: %s", c.waiting(), busyNow(c.Processors), f.share())
}

func busyNow(n int) string {
	if n == 1 {
		return "the processor is"
	}
	return fmt.Sprintf("%d processors are", n)
}

func (c *Collections) brief(f *Finding, _ wording) string {
	return fmt.Sprintf("The garbage collector works for %s of the time: that costs %s", percent(c.Share), f.of())
}

func (c *Starved) brief(f *Finding, w wording) string {
	who := w.brief(f.Threads[0]) + " is"
	if n := len(f.Threads); n > 1 {
		who = threads(n) + " are"
	}
	return fmt.Sprintf("%s overtaken %d times at %s, most often by %s", who, c.Count, w.locks.Brief(f.Monitors[0]), w.brief(c.By))
}

func (c *Serial) brief(f *Finding, w wording) string {
	return fmt.Sprintf("%s waited while %s ran alone: %s", threads(len(f.Threads)), w.brief(f.Root.Thread), f.of())
}

// brief returns the short name of a thread.
func (w wording) brief(t tracefeed.ThreadID) string { return w.short.Short(w.thread(t)) }

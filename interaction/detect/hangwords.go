package detect

import (
	"fmt"
	"strings"

	"tiv/tracefeed"
)

// hungText describes threads that do not go on: how many they are, the root or the place,
// since when, and how it is known.
func (f *Finding) hungText(w wording) string {
	h := f.Hung
	if f.Root == nil {
		return f.hungTogether(w)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s waited %v for %s, which ", f.hanging(w), f.End-f.Waiting.Since, w.thread(f.Root.Thread))
	if f.Root.Holds != tracefeed.NoMonitor {
		fmt.Fprintf(&b, "holds %s and ", w.locks.Full(f.Root.Holds))
	}
	b.WriteString(f.rootWaits() + ".")
	if len(f.Threads) > 1 {
		fmt.Fprintf(&b, " Nothing behind it has moved since %v: %s.", f.Start, w.list(f.Threads))
	}
	switch {
	case f.Reason == Overdue:
		fmt.Fprintf(&b, " The lock was never held for longer than %v before.", h.Before)
	default:
		b.WriteString(" All threads that can end that wait, by the waits that ended before, wait themselves for this thread or behind it.")
	}
	return b.String()
}

// hungTogether describes threads that wait for each other without a root.
func (f *Finding) hungTogether(w wording) string {
	h := f.Hung
	what := ""
	if h.Sends {
		what = " to send to a channel"
	} else if !f.Waiting.Mixed {
		what = f.Waiting.object(w)
	}
	text := fmt.Sprintf("%s waited%s%s for %v", f.hanging(w), what, f.Waiting.place(), f.End-f.Waiting.Since)
	if len(f.Threads) > 1 {
		text += ": " + w.list(f.Threads)
	}
	text += fmt.Sprintf(". Nothing of this has moved since %v.", f.Start)
	if h.Sends && f.Waiting.Site.Func != "" {
		return text + fmt.Sprintf(" The threads that ended all %d earlier waits there, or do the same as they, wait there themselves: if the channel is a semaphore, its places were not given back.", h.Ended)
	}
	return text + fmt.Sprintf(" The threads that ended all %d earlier waits of this kind, or do the same as they, are among them.", h.Ended)
}

// rootWaits describes the wait of the root.
func (f *Finding) rootWaits() string {
	r, place := f.Root, ""
	if r.Site.Func != "" {
		place = " in " + r.Site.String()
	}
	if f.Hung.Sends {
		return "sends to a channel" + place
	}
	what := "waits"
	if r.State == tracefeed.IO {
		what = "waits for the network"
	}
	return what + place
}

// hanging is the subject of a sentence about the threads, with its auxiliary verb.
func (f *Finding) hanging(w wording) string {
	if len(f.Threads) == 1 {
		return w.thread(f.Threads[0]) + " has"
	}
	return fmt.Sprintf("%d of %d threads have", len(f.Threads), f.Hung.Living)
}

package detect

import (
	"fmt"
	"strings"

	"tiv/tracefeed"
)

// Standstill is the facts of threads that do not go on.
type Standstill struct {
	// Overdue: the root has kept a lock far longer than ever before. Otherwise the enders of
	// such waits all wait themselves.
	Overdue bool `json:"-"`
	Waiting Waiting
	Hung    Hung
}

// Hung describes threads that do not go on.
type Hung struct {
	// Living is the number of existing threads, Waiting the number of hung ones.
	Living, Waiting int
	// Sends is true if the root, or all threads without one, send to a channel.
	Sends bool
	// Ended is the number of earlier waits of this kind (not Overdue).
	Ended int `json:",omitempty"`
	// Before is the longest earlier hold of the root's lock (Overdue).
	Before tracefeed.Time `json:",omitempty"`
}

// HeldBefore returns the longest earlier hold of the lock that the root of a hang keeps; 0 if it
// is not known.
func (f *Finding) HeldBefore() tracefeed.Time {
	if s, ok := f.Facts.(*Standstill); ok {
		return s.Hung.Before
	}
	return 0
}

func (s *Standstill) reason() string {
	if s.Overdue {
		return "overdue"
	}
	return "enclosed"
}

func (s *Standstill) fits(f *Finding, in extent) bool {
	return s.Waiting.fits(in) && (f.Root != nil || !s.Overdue)
}

func (s *Standstill) advice(*Finding) string {
	if s.Overdue {
		return "Look at what the holder waits for, and why it never comes. Release the lock before that wait, or limit the wait."
	}
	return "Look at the thread at the root, or at the path on which a place is taken and never given back. " +
		"Release the lock before that wait, or give the wait a second way to end, such as a timeout."
}

// text describes threads that do not go on: how many they are, the root or the place,
// since when, and how it is known.
func (s *Standstill) text(f *Finding, w wording) string {
	if f.Root == nil {
		return s.together(f, w)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s waited %v for %s, which ", s.Hung.subject(f, w), f.End-s.Waiting.Since, w.thread(f.Root.Thread))
	if f.Root.Holds != tracefeed.NoMonitor {
		fmt.Fprintf(&b, "holds %s and ", w.locks.Full(f.Root.Holds))
	}
	b.WriteString(s.Hung.rootWaits(f.Root) + ".")
	if len(f.Threads) > 1 {
		fmt.Fprintf(&b, " Nothing behind it has moved since %v: %s.", f.Start, w.list(f.Threads))
	}
	if s.Overdue {
		fmt.Fprintf(&b, " The lock was never held for longer than %v before.", s.Hung.Before)
	} else {
		b.WriteString(" All threads that can end that wait, by the waits that ended before, wait themselves for this thread or behind it.")
	}
	return b.String()
}

// together describes threads that wait for each other without a root.
func (s *Standstill) together(f *Finding, w wording) string {
	h := &s.Hung
	what := ""
	if h.Sends {
		what = " to send to a channel"
	} else if !s.Waiting.Mixed {
		what = s.Waiting.object(w)
	}
	text := fmt.Sprintf("%s waited%s%s for %v", h.subject(f, w), what, s.Waiting.place(), f.End-s.Waiting.Since)
	if len(f.Threads) > 1 {
		text += ": " + w.list(f.Threads)
	}
	text += fmt.Sprintf(". Nothing of this has moved since %v.", f.Start)
	if h.Sends && s.Waiting.Site.Func != "" {
		return text + fmt.Sprintf(" The threads that ended all %d earlier waits there, or do the same as they, wait there themselves: "+
			"if the channel is a semaphore, its places were not given back.", h.Ended)
	}
	return text + fmt.Sprintf(" The threads that ended all %d earlier waits of this kind, or do the same as they, are among them.", h.Ended)
}

// rootWaits describes the wait of the root.
func (h *Hung) rootWaits(r *Root) string {
	place := ""
	if r.Site.Func != "" {
		place = " in " + r.Site.String()
	}
	if h.Sends {
		return "sends to a channel" + place
	}
	what := "waits"
	if r.State == tracefeed.IO {
		what = "waits for the network"
	}
	return what + place
}

// subject returns the subject of a sentence about the threads, with its auxiliary verb.
func (h *Hung) subject(f *Finding, w wording) string {
	if len(f.Threads) == 1 {
		return w.thread(f.Threads[0]) + " has"
	}
	return fmt.Sprintf("%s of %s have", tracefeed.Count(len(f.Threads)), threads(h.Living))
}

package detect

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/tracefeed"
)

// Ring is the facts of threads that wait for each other in a ring at the end of the trace.
type Ring struct {
	// MayOpen: another thread may open it.
	MayOpen bool `json:"-"`
	// Releasable: any thread may release such monitors. In the trace only their holders
	// did (observed), or nobody (inferred).
	Releasable bool `json:"-"`
}

func (r *Ring) reason() string {
	switch {
	case r.MayOpen:
		return "may-open"
	case r.Releasable:
		return "releasable"
	}
	return "closed"
}

func (r *Ring) fits(f *Finding, _ extent) bool { return len(f.Monitors) == len(f.Threads) }

func (r *Ring) advice(*Finding) string {
	if r.MayOpen || r.Releasable {
		return ""
	}
	return "Let all threads take these locks in one order, or put one lock around both."
}

func (r *Ring) text(f *Finding, w wording) string {
	text := w.ring(f.Threads, f.Monitors)
	if w.dump {
		return text + "."
	}
	text += fmt.Sprintf(". The cycle closed at %v and never opened.", f.Start)
	release := "releases one of these locks, which Go allows."
	if len(slices.Compact(slices.Sorted(slices.Values(f.Monitors)))) == 1 {
		release = "releases this lock, which Go allows."
	}
	switch {
	case r.MayOpen:
		return text + " It is a deadlock unless another thread " + release
	case r.Releasable && f.Evidence == interaction.Inferred:
		return text + " It never will, unless another thread " + release
	case r.Releasable:
		return text + " No other thread has released such a lock."
	case f.Evidence == interaction.Proven:
		return text + " The runtime has proven that it never will."
	}
	return text
}

// Opened is the facts of a ring that opened again.
type Opened struct {
	// Count is how often it closed at least.
	Count int
}

func (o *Opened) reason() string { return "opened" }

func (o *Opened) fits(f *Finding, _ extent) bool { return len(f.Monitors) == len(f.Threads) }

func (o *Opened) text(f *Finding, w wording) string {
	s := fmt.Sprintf("%s. The cycle closed at %v and opened again after %v: a wait ended without its lock.",
		w.ring(f.Threads, f.Monitors), f.Start, f.End-f.Start)
	if o.Count > 1 {
		s += fmt.Sprintf(" It closed at least %d times; this was the longest.", o.Count)
	}
	return s
}

// ring describes a ring in which each thread waits for the next, with the monitors.
func (w wording) ring(ring []tracefeed.ThreadID, monitors []tracefeed.MonitorID) string {
	const most = 8
	if len(ring) == 1 {
		return fmt.Sprintf("%s waits for itself%s", w.thread(ring[0]), w.at(monitors[0]))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s wait for each other: ", threads(len(ring)))
	for i, t := range ring[:min(len(ring), most)] {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s waits for %s%s", w.thread(t), w.thread(ring[(i+1)%len(ring)]), w.at(monitors[i]))
	}
	if len(ring) > most {
		fmt.Fprintf(&b, "; and %d more", len(ring)-most)
	}
	return b.String()
}

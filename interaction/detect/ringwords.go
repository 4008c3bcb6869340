package detect

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/tracefeed"
)

// ringText describes a ring that is closed at the end of the trace.
func (f *Finding) ringText(w wording) string {
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
	case f.Reason == MayOpen:
		return text + " It is a deadlock unless another thread " + release
	case f.Reason == Releasable && f.Evidence == interaction.Inferred:
		return text + " It never will, unless another thread " + release
	case f.Reason == Releasable:
		return text + " Such locks were only released by the threads that held them."
	case f.Evidence == interaction.Proven:
		return text + " The runtime has proven that it never will."
	}
	return text
}

// ring describes a ring in which each thread waits for the next, with the monitors.
func (w wording) ring(ring []tracefeed.ThreadID, monitors []tracefeed.MonitorID) string {
	const most = 8
	if len(ring) == 1 {
		return fmt.Sprintf("%s waits for itself%s", w.thread(ring[0]), w.at(monitors[0]))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d threads wait for each other: ", len(ring))
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

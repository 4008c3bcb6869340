package oracle

import (
	"maps"
	"slices"

	"tiv/tracefeed"
)

// Hold is an interval in which a thread holds a monitor. It may be empty.
type Hold struct {
	Monitor    tracefeed.MonitorID
	Thread     tracefeed.ThreadID
	Start, End tracefeed.Time
	// Open is true if it lasts to the end of the trace.
	Open bool
}

// Holds returns all holds of a trace, in the order of their ends.
func Holds(trace Trace) []Hold {
	w := newWorld(trace)
	var done, open []Hold
	now := tracefeed.Time(0)
	for _, ev := range trace.Events {
		now = ev.Time
		w.apply(ev)
		var still []Hold
		for _, h := range open {
			if w.held[h.Monitor][h.Thread] > 0 {
				still = append(still, h)
			} else {
				h.End = now
				done = append(done, h)
			}
		}
		open = still
		for m, counts := range w.held {
			for _, t := range slices.Sorted(maps.Keys(counts)) {
				known := slices.ContainsFunc(open, func(h Hold) bool { return int(h.Monitor) == m && h.Thread == t })
				if counts[t] > 0 && !known {
					open = append(open, Hold{Monitor: tracefeed.MonitorID(m), Thread: t, Start: now})
				}
			}
		}
	}
	for _, h := range open {
		h.End, h.Open = now, true
		done = append(done, h)
	}
	return done
}

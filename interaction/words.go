package interaction

import (
	"fmt"
	"strings"

	"tiv/timeline"
	"tiv/tracefeed"
)

// ringText describes a ring in which each thread waits for the next, with the
// monitors.
func ringText(tl *timeline.Timeline, ring []tracefeed.ThreadID, monitors []tracefeed.MonitorID) string {
	const most = 8
	if len(ring) == 1 {
		return fmt.Sprintf("%s waits for itself%s", threadName(tl, ring[0]), monitorPhrase(tl, monitors[0]))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d threads wait for each other: ", len(ring))
	for i, t := range ring[:min(len(ring), most)] {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s waits for %s%s", threadName(tl, t), threadName(tl, ring[(i+1)%len(ring)]), monitorPhrase(tl, monitors[i]))
	}
	if len(ring) > most {
		fmt.Fprintf(&b, "; and %d more", len(ring)-most)
	}
	return b.String()
}

// activity describes a thread's state as a verb phrase.
func activity(s timeline.State) string {
	switch s {
	case timeline.Running:
		return "has been running"
	case timeline.Runnable:
		return "has been waiting for a processor"
	case timeline.Suspended:
		return "has been suspended"
	case timeline.Blocking:
		return "has been waiting for a lock"
	case timeline.IO:
		return "has been waiting for a device"
	}
	return "has been doing something unknown"
}

func threadName(tl *timeline.Timeline, t tracefeed.ThreadID) string { return tl.Threads[t].Name }

// monitorPhrase returns the name of the monitor waited for, if the source has it,
// as a phrase with a leading space.
func monitorPhrase(tl *timeline.Timeline, m tracefeed.MonitorID) string {
	if m == tracefeed.NoMonitor {
		return ""
	}
	return " at " + tl.Monitors[m].Name
}

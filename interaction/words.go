package interaction

import (
	"fmt"
	"strings"

	"tiv/timeline"
	"tiv/tracefeed"
)

// finding says a deadlock in words.
func (d *deadlock) finding(tl *timeline.Timeline) Finding {
	f := Finding{Kind: Deadlock, Severity: Error, Start: d.start, End: d.end,
		Threads: d.ring, Monitors: d.monitors, Evidence: d.evidence}
	const most = 8
	var b strings.Builder
	if len(d.ring) == 1 {
		fmt.Fprintf(&b, "%s waits for itself%s", threadName(tl, d.ring[0]), monitorPhrase(tl, d.monitors[0]))
	} else {
		fmt.Fprintf(&b, "%d threads wait for each other: ", len(d.ring))
		for i, t := range d.ring[:min(len(d.ring), most)] {
			fmt.Fprintf(&b, "%s waits for %s%s; ", threadName(tl, t), threadName(tl, d.ring[(i+1)%len(d.ring)]),
				monitorPhrase(tl, d.monitors[i]))
		}
		if len(d.ring) > most {
			fmt.Fprintf(&b, "and %d more; ", len(d.ring)-most)
		}
	}
	text := strings.TrimSuffix(b.String(), "; ") + fmt.Sprintf(". The cycle closed at %v", d.start)
	if d.atEnd {
		f.Text = text + " and never opened."
	} else {
		f.Severity = Warning
		f.Text = text + fmt.Sprintf(" and opened again after %v.", d.end-d.start)
	}
	return f
}

func threadName(tl *timeline.Timeline, t tracefeed.ThreadID) string { return tl.Threads[t].Name }

// monitorPhrase names what is waited for, if the source does.
func monitorPhrase(tl *timeline.Timeline, m tracefeed.MonitorID) string {
	if m == tracefeed.NoMonitor {
		return ""
	}
	return " at " + tl.Monitors[m].Name
}

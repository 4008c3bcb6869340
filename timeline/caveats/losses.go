package caveats

import (
	"fmt"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Losses describes the losses of the recorder, and the threads' unknown time;
// "" if there are none.
func Losses(tl *timeline.Timeline) string {
	lost := LostEvents(tl.Counts)
	if lost == "" {
		return ""
	}
	all := tl.Totals()
	return fmt.Sprintf("%s: %s of the threads' time is unknown", lost, tracefeed.Percent(all[tracefeed.Unknown], all.Alive()))
}

// LostEvents describes the number of lost events and of gaps; "" if there are
// none.
func LostEvents(c timeline.Counts) string {
	events, gaps := counted(c.Lost, "event"), counted(c.Gaps, "gap")
	switch {
	case c.Gaps == 0:
		return ""
	case c.Lost == 0:
		return "an unknown number of events lost in " + gaps
	case c.Uncounted > 0:
		return fmt.Sprintf("at least %s lost in %s", events, gaps)
	}
	return fmt.Sprintf("%s lost in %s", events, gaps)
}

func counted(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

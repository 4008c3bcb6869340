package stage

import (
	"fmt"

	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// bareShare is the share of the picture's bars below which it counts as bare.
const bareShare = 0.03

// Bare describes why a view of the moment shows hardly any bars: at the start of
// the trace hardly any time is before the moment, and most threads start later.
// It is empty if there are bars to see.
func Bare(tl *timeline.Timeline, look *view.Look) string {
	if !look.Kind.Moment || look.Kind.TimeAxis || look.Kind.Turns && look.After || len(look.Threads) == 0 {
		return ""
	}
	later := 0
	for _, t := range look.Threads {
		if born, _ := tl.Lane(t).Life(); born >= max(look.Moment, 1) {
			later++
		}
	}
	from, to := look.Window()
	share := 1 - float64(later)/float64(len(look.Threads))
	switch {
	case look.Kind.Turns && share*float64(look.Moment-from) >= bareShare*float64(to-from),
		!look.Kind.Turns && look.Moment > 0 && share > 8*bareShare:
		return ""
	case later == 0:
		return "hardly any time is before this moment"
	case later == len(look.Threads):
		return "all threads start later"
	}
	return fmt.Sprintf("%s of %s threads start later", tracefeed.Count(later), tracefeed.Count(len(look.Threads)))
}

package place

import (
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Gone explains the absence of some threads at the moment; it is empty if any
// of them is alive. A bar has no front then.
func Gone(tl *timeline.Timeline, look *view.Look, threads []tracefeed.ThreadID) string {
	latest, _ := look.Grid().Last()
	word := "not started"
	for _, t := range threads {
		switch born, died := tl.Lane(t).Life(); {
		case born >= max(look.Moment, 1):
		case died > latest || died == born:
			return ""
		default:
			word = "ended"
		}
	}
	return word
}

// EndOf returns when the last of some threads ended, if all have by a moment and before
// the end of the trace; otherwise 0.
func EndOf(tl *timeline.Timeline, threads []tracefeed.ThreadID, moment tracefeed.Time) (last tracefeed.Time) {
	for _, t := range threads {
		born, died := tl.Lane(t).Life()
		if born == died || died > moment || died == tl.End {
			return 0
		}
		last = max(last, died)
	}
	return last
}

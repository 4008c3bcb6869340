package report

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// unsearched returns a sentence if the recorder of a trace searches for leaked goroutines,
// but could not search this program; "" otherwise.
func unsearched(tl *timeline.Timeline) string {
	const start = "Leaked goroutines were not searched for: "
	switch tl.Header.Recorder.LeakSearch {
	case tracefeed.LeakSearchTooShort:
		return start + "the program was too short. The first search is 5 ms after the start, and counts if the program continues."
	case tracefeed.LeakSearchOff:
		return start + "they are found by the garbage collector, which was off (GOGC)."
	}
	return ""
}

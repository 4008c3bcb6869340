package report

import (
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Unsearched returns a sentence if the recorder of a trace searches for leaked goroutines,
// but could not search this program; "" otherwise.
func Unsearched(tl *timeline.Timeline) string {
	const start = "Leaked goroutines were not searched for: "
	switch {
	case slices.Contains(tl.Names, tracefeed.LeaksTooShort):
		return start + "the program was too short. The first search is 5 ms after the start, and counts if the program continues."
	case slices.Contains(tl.Names, tracefeed.LeaksNoCollector):
		return start + "they are found by the garbage collector, which was off (GOGC)."
	}
	return ""
}

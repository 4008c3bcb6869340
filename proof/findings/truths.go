package main

import (
	"fmt"
	"slices"
	"strconv"

	"tiv/proof/corpus"
	"tiv/timeline"
	"tiv/tracefeed"
)

// checkHung returns an error unless all threads that hang by the truth about a run wait
// in its trace, for at least its last fifth.
func checkHung(tl *timeline.Timeline, truth corpus.Truth) error {
	for id := 1; id < len(tl.Threads); id++ {
		number, err := strconv.ParseInt(tl.Threads[id].ID, 10, 64)
		if err != nil || !slices.Contains(truth.Threads[corpus.Hang], number) {
			continue
		}
		span, _ := tl.Lane(tracefeed.ThreadID(id)).At(tl.End)
		waits := span.State == tracefeed.Blocking || span.State == tracefeed.Suspended || span.State == tracefeed.IO
		if !waits || span.Start > tl.End-tl.End/5 {
			return fmt.Errorf("%s should hang, and is %v since %v of %v", tl.Threads[id].Name, span.State, span.Start, tl.End)
		}
	}
	return nil
}

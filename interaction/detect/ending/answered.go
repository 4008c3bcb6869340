package ending

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// Answered is the end of a thread that ended the last wait of another at a place, while that
// waits there again. It may have been the one to end this wait, too: that is statistical, and
// no proof.
type Answered struct {
	// Waiter is the waiting thread.
	Waiter tracefeed.ThreadID
	// Thread ended the wait before, and itself at the time Ended.
	Thread tracefeed.ThreadID
	Ended  tracefeed.Time
}

// AnsweredBefore returns the thread that ended the last wait of a thread at the same place as
// an open one; nil if it is not known, or did not end during the open wait.
func AnsweredBefore(tl *timeline.Timeline, w Wait) *Answered {
	const asFarBack = 1000 // spans
	if w.Span.Stack == tracefeed.NoStack {
		return nil
	}
	lane := tl.Lane(w.Thread)
	at := w.Since
	for range asFarBack {
		if at--; at < 0 {
			break
		}
		before := lane.Since(at)
		at = before.Start
		if before.State != w.Span.State || before.Stack != w.Span.Stack || before.Cause != w.Span.Cause {
			continue
		}
		before, _ = lane.At(at)
		if before.Other == tracefeed.NoThread {
			return nil
		}
		if _, died := tl.Lane(before.Other).Life(); died > w.Since && died < tl.End {
			return &Answered{w.Thread, before.Other, died}
		}
		return nil
	}
	return nil
}

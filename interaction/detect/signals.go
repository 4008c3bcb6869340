package detect

import (
	"slices"

	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// signal is a suspension that another thread ended.
type signal struct {
	thread, waker tracefeed.ThreadID
	start, end    tracefeed.Time
}

// signals collects the suspensions that another thread ended and that are at least as
// long as a step of the trace. It keeps a bounded number, the longest ones.
type signals struct {
	list    []signal
	atLeast tracefeed.Time
	most    int
}

func newSignals(tl *timeline.Timeline) *signals {
	return &signals{atLeast: stepLength(tl.End), most: 1 << 16}
}

// page adds the suspensions that end in a page.
func (x *signals) page(waits []ownerjoin.Wait) {
	for i := range waits {
		w := &waits[i]
		if w.State != tracefeed.Suspended || w.Open || w.Other == tracefeed.NoThread || w.End-w.Start < x.atLeast {
			continue
		}
		x.list = append(x.list, signal{w.Thread, w.Other, w.Start, w.End})
		for len(x.list) > x.most {
			x.atLeast *= 2
			x.list = slices.DeleteFunc(x.list, func(s signal) bool { return s.end-s.start < x.atLeast })
		}
	}
}

package report

import (
	"context"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Presence is what some threads do at a moment.
type Presence struct {
	// In is the number of threads in each state. Threads that are not alive are in none.
	In [tracefeed.NumStates]int
	// Ran is the thread that ran last, and At the time until which it ran: the moment
	// itself if it runs then. Ran is NoThread if none has run.
	Ran tracefeed.ThreadID
	At  tracefeed.Time
}

// PresenceAt returns the presence of threads at a moment. The cost is that of one state
// for each thread. ok is false if ctx ended before.
func PresenceAt(ctx context.Context, tl *timeline.Timeline, threads []tracefeed.ThreadID, moment tracefeed.Time) (p Presence, ok bool) {
	p.At = -1
	moment = max(0, moment)
	for _, t := range threads {
		if ctx.Err() != nil {
			return p, false
		}
		lane := tl.Lane(t)
		s := lane.Since(moment)
		if int(s.State) < len(p.In) {
			p.In[s.State]++
		}
		if end := ranUntil(lane, s, moment, p.At); end > p.At {
			p.Ran, p.At = t, end
		}
	}
	return p, true
}

// ranUntil returns the end of the last run of a thread that begins its span s before to.
// It returns -1 if there is none, or none that ends after a time.
func ranUntil(lane timeline.Lane, s timeline.Span, to, after tracefeed.Time) tracefeed.Time {
	for s.State != tracefeed.Running {
		if to = s.Start; to <= max(after, 0) {
			return -1
		}
		s = lane.Since(to - 1)
	}
	return to
}

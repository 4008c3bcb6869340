package place

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// LostTimes has the lost time of each thread in the whole trace: the time in which
// it could not go on although it had work, that is runnable, blocking and IO. The
// order and the sizes of a crowd's bars follow it, and not the interval shown:
// they stay the same during playback.
type LostTimes struct {
	tl       *timeline.Timeline
	end      tracefeed.Time
	complete bool
	times    []tracefeed.Time // by thread
	// stalled are the times without IO: waiting for a processor or a lock.
	stalled []tracefeed.Time
}

// of returns the lost times of a timeline. Those of a growing trace are computed
// again when it has become twice as long and when it is complete, so that bars
// seldom change their places.
func (c *LostTimes) of(tl *timeline.Timeline) *LostTimes {
	grows := !c.complete && c.end <= tl.End && !tl.Complete
	if c.times != nil && (tl == c.tl || grows && tl.End < 2*c.end) {
		return c
	}
	*c = LostTimes{tl: tl, end: tl.End, complete: tl.Complete, times: make([]tracefeed.Time, len(tl.Threads)),
		stalled: make([]tracefeed.Time, len(tl.Threads))}
	threads := make([]tracefeed.ThreadID, len(tl.Threads))
	for i := range threads {
		threads[i] = tracefeed.ThreadID(i)
	}
	tl.EachSum(threads, 0, tl.End, func(i int, b *tracefeed.StateTimes) {
		c.stalled[i] = b[tracefeed.Runnable] + b[tracefeed.Blocking]
		c.times[i] = c.stalled[i] + b[tracefeed.IO]
	})
	return c
}

// sum returns the lost time of some threads, and the part of it without IO. A thread
// that began after the times were computed has lost none.
func (c *LostTimes) sum(threads []tracefeed.ThreadID) (lost, stalled tracefeed.Time) {
	for _, t := range threads {
		if int(t) < len(c.times) {
			lost += c.times[t]
			stalled += c.stalled[t]
		}
	}
	return lost, stalled
}

package filter

import (
	"context"

	"tiv/timeline"
	"tiv/tracefeed"
)

// waitCounts are how many waits for a monitor each thread was in for some of a
// window. They never change.
//
// They are the waits that began before the window's end, less those that ended by
// its start. So those of another window follow from them and from what is between
// the two.
type waitCounts struct {
	from, to tracefeed.Time
	counts   []int32 // by thread
}

// countWaits counts the waits in a window that begins at 0 or later.
func countWaits(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, tell func(float64)) *waitCounts {
	c := &waitCounts{from, to, make([]int32, len(tl.Threads))}
	var j waitJoiner
	j.told = func(until tracefeed.Time) { tell(float64(min(until, to)-from) / float64(to-from)) }
	j.each(ctx, tl, from, to, func(x *timeline.Wait, goesOn bool) {
		if x.Start < to && x.End > from && !(goesOn && j.before[x.Thread].End > from) {
			c.counts[x.Thread]++
		}
	})
	return c
}

// moved counts the waits in another window.
func (c *waitCounts) moved(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time) *waitCounts {
	n := &waitCounts{from, to, append([]int32(nil), c.counts...)}
	n.began(ctx, tl, min(c.to, to), max(c.to, to), sign(c.to < to))
	n.ended(ctx, tl, min(c.from, from), max(c.from, from), sign(from < c.from))
	return n
}

func sign(more bool) int32 {
	if more {
		return 1
	}
	return -1
}

// began counts the waits that began in [from, to). What goes on from a part that
// ended at from is told of in the page of the instant before.
func (c *waitCounts) began(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, sign int32) {
	if from == to {
		return
	}
	var j waitJoiner
	j.each(ctx, tl, max(from-1, 0), to, func(x *timeline.Wait, goesOn bool) {
		if !goesOn && from <= x.Start && x.Start < to {
			c.counts[x.Thread] += sign
		}
	})
}

// ended counts the waits that ended in (from, to]. What goes on at to is told of
// in the page of that instant.
func (c *waitCounts) ended(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, sign int32) {
	if from == to {
		return
	}
	var j waitJoiner
	count := func(t int, end tracefeed.Time) {
		if from < end && end <= to {
			c.counts[t] += sign
		}
	}
	j.each(ctx, tl, from, to+1, func(x *timeline.Wait, goesOn bool) {
		if !goesOn {
			count(int(x.Thread), j.before[x.Thread].End)
		}
	})
	for t := range j.before {
		count(t, j.before[t].End)
	}
}

// waitJoiner knows which parts of waits belong together: one whose blocker
// changed, or that goes on in the next page, is told of in several.
type waitJoiner struct {
	before []timeline.Wait            // the last part of each thread
	told   func(until tracefeed.Time) // called after each page; nil for nobody
}

// each calls f for all parts of waits for monitors that the pages of a window
// tell of and that have a length, and tells whether they go on from those before,
// which are then in j.before.
func (j *waitJoiner) each(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, f func(x *timeline.Wait, goesOn bool)) {
	j.before = make([]timeline.Wait, len(tl.Threads))
	tl.EachWait(ctx, from, to, func(waits []timeline.Wait, until tracefeed.Time) {
		for i := range waits {
			x := &waits[i]
			if x.State != timeline.Blocking || x.Start >= x.End {
				continue
			}
			b := &j.before[x.Thread]
			f(x, b.End > 0 && b.Monitor == x.Monitor && (b.Start == x.Start || b.End == x.Start))
			*b = *x
		}
		if j.told != nil {
			j.told(until)
		}
	})
}

package filter

import (
	"context"

	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// waitCounts is the number of waits for a monitor of each thread that overlap a
// window. It never changes.
//
// It equals the waits that began before the window's end, less those that ended
// by its start. So the counts of another window follow from these and from the
// events between the two.
type waitCounts struct {
	from, to tracefeed.Time
	counts   []int32 // by thread
}

// countWaits counts the waits in a window that begins at 0 or later.
func countWaits(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, tell func(float64)) *waitCounts {
	c := &waitCounts{from, to, make([]int32, len(tl.Threads))}
	var j waitJoiner
	j.pageEnd = func(until tracefeed.Time) { tell(float64(min(until, to)-from) / float64(to-from)) }
	j.each(ctx, tl, from, to, func(x *ownerjoin.Wait, goesOn bool) {
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

// began counts the waits that began in [from, to). It also reads the page of
// the instant before, which has the earlier part of a wait that a part at from
// continues.
func (c *waitCounts) began(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, sign int32) {
	if from == to {
		return
	}
	var j waitJoiner
	j.each(ctx, tl, max(from-1, 0), to, func(x *ownerjoin.Wait, goesOn bool) {
		if !goesOn && from <= x.Start && x.Start < to {
			c.counts[x.Thread] += sign
		}
	})
}

// ended counts the waits that ended in (from, to]. It also reads the page of
// the instant to, which has the rest of waits in progress then.
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
	j.each(ctx, tl, from, to+1, func(x *ownerjoin.Wait, goesOn bool) {
		if !goesOn {
			count(int(x.Thread), j.before[x.Thread].End)
		}
	})
	for t := range j.before {
		count(t, j.before[t].End)
	}
}

// waitJoiner recognises the parts of one wait. A wait has several parts if its
// blocker changes or it continues in the next page.
type waitJoiner struct {
	before  []ownerjoin.Wait           // the last part of each thread
	pageEnd func(until tracefeed.Time) // called after each page; may be nil
}

// each calls f for all parts, of non-zero length, of the waits for monitors in
// the pages of a window. goes reports whether a part continues the previous
// part of its thread, which is in j.before.
func (j *waitJoiner) each(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, f func(x *ownerjoin.Wait, goesOn bool)) {
	j.before = make([]ownerjoin.Wait, len(tl.Threads))
	tl.EachWait(ctx, from, to, func(waits []ownerjoin.Wait, until tracefeed.Time) {
		for i := range waits {
			x := &waits[i]
			if x.State != tracefeed.Blocking || x.Start >= x.End {
				continue
			}
			b := &j.before[x.Thread]
			f(x, b.End > 0 && b.Monitor == x.Monitor && (b.Start == x.Start || b.End == x.Start))
			*b = *x
		}
		if j.pageEnd != nil {
			j.pageEnd(until)
		}
	})
}

package scene

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"tiv/execution/slice"
	"tiv/timeline"
	"tiv/tracefeed"
)

// inBase divides the time of threads by state, in the base, and into time outside of it.
//
//  1. Buckets have the states of whole steps.
//  2. A step that the base covers not at all, or wholly, needs nothing else.
//  3. For all other ones, spans within the base are added up. Where that would be too many
//     events, the states of the step have the same shares in the base: a draft.
type inBase struct {
	base *slice.Set
	tl   *timeline.Timeline
	steps
	cut []cutBucket // by the end of the base, sorted by thread and step
}

// cutBucket is a bucket of which the base covers a part.
type cutBucket struct {
	row, i  int
	bucket  tracefeed.StateTimes
	covered tracefeed.Time
	in      tracefeed.StateTimes // the part in the base
}

func (x *inBase) each(ctx context.Context, maxEvents int, f func(row, i int, times []tracefeed.Time)) (draft bool) {
	var mu sync.Mutex
	draft = x.eachBucket(ctx, x.tl, maxEvents, func(row, i int, b *tracefeed.StateTimes) {
		born, died := x.tl.Lane(x.threads[row]).Life()
		from, to := x.bounds(i, timeline.Interval{Start: max(born, 0), End: died})
		covered := x.base.Time(x.threads[row], from, to)
		switch alive := b.Alive(); {
		case covered == 0:
			times := splitTimes(&tracefeed.StateTimes{}, alive)
			f(row, i, times[:])
			return
		case covered >= alive:
			times := splitTimes(b, 0)
			f(row, i, times[:])
			return
		}
		mu.Lock()
		defer mu.Unlock()
		x.cut = append(x.cut, cutBucket{row: row, i: i, bucket: *b, covered: covered})
	})
	if len(x.cut) == 0 {
		return draft
	}
	slices.SortFunc(x.cut, func(a, b cutBucket) int { return cmp.Or(a.row-b.row, a.i-b.i) })
	draft = x.addUp(ctx, draft, maxEvents) || draft
	for k := range x.cut {
		c := &x.cut[k]
		times := splitTimes(&c.in, c.bucket.Alive()-c.in.Alive())
		f(c.row, c.i, times[:])
	}
	return draft
}

// splitTimes returns times by category, of states in the base and of the time outside.
func splitTimes(in *tracefeed.StateTimes, outside tracefeed.Time) (times [outsideState + 1]tracefeed.Time) {
	copy(times[:], in[:])
	times[outsideState] = outside
	return times
}

// addUp computes the parts of cut buckets in the base. draft says that the buckets are
// approximate, so that their parts need not be better.
func (x *inBase) addUp(ctx context.Context, draft bool, maxEvents int) bool {
	first, last := x.n, 0
	for k := range x.cut {
		first, last = min(first, x.cut[k].i), max(last, x.cut[k].i)
	}
	from, to := x.from+tracefeed.Time(first)*x.step, x.from+tracefeed.Time(last+1)*x.step
	if draft || maxEvents > 0 && x.tl.Events(from, to) > maxEvents {
		for k := range x.cut {
			c := &x.cut[k]
			share := float64(c.covered) / float64(c.bucket.Alive())
			for s, t := range c.bucket {
				c.in[s] = tracefeed.Time(share * float64(t))
			}
		}
		return true
	}
	of, rowOf := make([]bool, len(x.tl.Threads)), map[tracefeed.ThreadID][]cutBucket{}
	for k := 0; k < len(x.cut); {
		row, begin := x.cut[k].row, k
		for ; k < len(x.cut) && x.cut[k].row == row; k++ {
		}
		t := x.threads[row]
		of[t], rowOf[t] = true, x.cut[begin:k]
	}
	x.tl.EachSpan(ctx, of, from, to, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
		if s.State < tracefeed.NotAlive {
			x.span(rowOf[t], t, s, end)
		}
	})
	return false
}

// span adds a span to the cut buckets of its thread that it overlaps.
func (x *inBase) span(cut []cutBucket, t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
	k := 0
	if s.Start > x.from {
		at := int((s.Start - x.from) / x.step)
		k, _ = slices.BinarySearchFunc(cut, at, func(c cutBucket, at int) int { return c.i - at })
	}
	for ; k < len(cut); k++ {
		begin := x.from + tracefeed.Time(cut[k].i)*x.step
		if begin >= end {
			return
		}
		cut[k].in[s.State] += x.base.Time(t, max(begin, s.Start), min(begin+x.step, end))
	}
}

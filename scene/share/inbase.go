package share

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
	cut [][]cutBucket // by row
}

// cutBucket is a bucket of which the base covers a part.
type cutBucket struct {
	i       int // of the step
	bucket  tracefeed.StateTimes
	covered tracefeed.Time
	in      tracefeed.StateTimes // the part in the base
}

func (x *inBase) each(ctx context.Context, maxEvents int, f func(row, i int, times []tracefeed.Time)) (draft bool) {
	var mu sync.Mutex
	x.cut = make([][]cutBucket, len(x.threads))
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
		x.cut[row] = append(x.cut[row], cutBucket{i: i, bucket: *b, covered: covered})
	})
	draft = x.addUp(ctx, draft, maxEvents)
	for row := range x.cut {
		for k := range x.cut[row] {
			c := &x.cut[row][k]
			times := splitTimes(&c.in, c.bucket.Alive()-c.in.Alive())
			f(row, c.i, times[:])
		}
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
// approximate, so that their parts need not be better; it returns whether they are.
func (x *inBase) addUp(ctx context.Context, draft bool, maxEvents int) bool {
	first, last := x.n, -1
	for _, cut := range x.cut {
		slices.SortFunc(cut, func(a, b cutBucket) int { return a.i - b.i }) // of several goroutines
		if len(cut) > 0 {
			first, last = min(first, cut[0].i), max(last, cut[len(cut)-1].i)
		}
	}
	if first > last {
		return draft
	}
	from, to := x.from+tracefeed.Time(first)*x.step, x.from+tracefeed.Time(last+1)*x.step
	if draft || maxEvents > 0 && x.tl.Events(from, to) > maxEvents {
		x.estimate()
		return true
	}
	var threads []tracefeed.ThreadID
	var rows []cutRow
	for row, t := range x.threads {
		if cut := x.cut[row]; len(cut) > 0 {
			base := x.base.Of(t)
			next, _ := slices.BinarySearchFunc(base, from+1,
				func(v timeline.Interval, t tracefeed.Time) int { return cmp.Compare(v.End, t) })
			threads, rows = append(threads, t), append(rows, cutRow{cut, base[next:]})
		}
	}
	timeline.EachStretch(ctx, x.tl, threads, from, to, func(row int, s tracefeed.State, start, end tracefeed.Time) {
		rows[row].stretch(x.steps, s, start, end)
	})
	return false
}

// estimate divides cut buckets as if states had the same shares in the base as outside.
func (x *inBase) estimate() {
	for _, cut := range x.cut {
		for k := range cut {
			c := &cut[k]
			share := float64(c.covered) / float64(c.bucket.Alive())
			for s, t := range c.bucket {
				c.in[s] = tracefeed.Time(share * float64(t))
			}
		}
	}
}

// cutRow are the cut buckets of a thread, and the intervals of the base, without those
// before the present stretch.
type cutRow struct {
	cut  []cutBucket
	base []timeline.Interval
}

// stretch adds the part in the base of a stretch of the thread in one state. Stretches come
// in order of time.
func (r *cutRow) stretch(w steps, s tracefeed.State, start, end tracefeed.Time) {
	for len(r.base) > 0 && r.base[0].End <= start {
		r.base = r.base[1:]
	}
	for _, v := range r.base {
		if v.Start >= end {
			return
		}
		r.add(w, s, max(v.Start, start), min(v.End, end))
	}
}

// add adds time in the base to the buckets.
func (r *cutRow) add(w steps, s tracefeed.State, start, end tracefeed.Time) {
	begin := func(k int) tracefeed.Time { return w.from + tracefeed.Time(r.cut[k].i)*w.step }
	for len(r.cut) > 0 && begin(0)+w.step <= start {
		r.cut = r.cut[1:]
	}
	for k := range r.cut {
		if begin(k) >= end {
			return
		}
		r.cut[k].in[s] += max(0, min(end, begin(k)+w.step)-max(start, begin(k)))
	}
}

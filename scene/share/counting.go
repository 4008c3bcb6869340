package share

import (
	"context"
	"runtime"
	"sync"

	"tiv/execution/slice"
	"tiv/handler"
	"tiv/timeline"
	"tiv/tracefeed"
)

// counting is how the time of threads is divided into categories: by state or by slice,
// and by a base. Equal values count the same.
type counting struct {
	// Partition divides time by slices; nil divides it by states.
	Partition *slice.Partition
	// base is the set outside of which time has no state; nil covers all. A partition has
	// a base of its own.
	base *slice.Set
	// idle is when threads are idle: that is a category of its own in time by state without a base.
	// nil: not known, or never.
	idle *handler.IdleTime
}

// outsideState is the category of time outside of the base, after those of states; without a base,
// idleState is that of idle threads.
const outsideState, idleState = tracefeed.NumStates, tracefeed.NumStates

// Size returns the number of categories.
func (c counting) Size() int {
	switch {
	case c.Partition != nil:
		return c.Partition.Parts()
	case c.base != nil, c.idle != nil:
		return tracefeed.NumStates + 1
	}
	return tracefeed.NumStates
}

// each calls f for the time by category of threads, which are sorted by id, in n steps
// from a time on: once for each step in which a thread was alive. Several goroutines can
// call it for different steps. times is valid during the call. If the steps have more than
// maxEvents events and maxEvents is not 0, times by state are a draft.
func (c counting) each(ctx context.Context, tl *timeline.Timeline, maxEvents int, w steps,
	f func(row, i int, times []tracefeed.Time)) (draft bool) {
	switch {
	case c.Partition != nil:
		c.eachSliced(ctx, tl, w, f)
		return false
	case c.base != nil:
		in := inBase{base: c.base, tl: tl, steps: w}
		return in.each(ctx, maxEvents, f)
	case c.idle != nil:
		return w.eachBucket(ctx, tl, maxEvents, func(row, i int, b *tracefeed.StateTimes) {
			from := w.from + tracefeed.Time(i)*w.step
			times := splitIdle(c.idle, b, w.threads[row], from, from+w.step)
			f(row, i, times[:])
		})
	}
	return w.eachBucket(ctx, tl, maxEvents, func(row, i int, b *tracefeed.StateTimes) { f(row, i, b[:]) })
}

// splitIdle returns the times of a thread between two times by category: those by state, from which
// idle time is taken.
func splitIdle(idle *handler.IdleTime, b *tracefeed.StateTimes, t tracefeed.ThreadID,
	from, to tracefeed.Time) (times [idleState + 1]tracefeed.Time) {
	copy(times[:], b[:])
	for _, s := range [...]tracefeed.State{tracefeed.Suspended, tracefeed.IO} {
		if times[s] > 0 {
			d := min(idle.Time(t, s, from, to), times[s]) // more than that in a draft
			times[s] -= d
			times[idleState] += d
		}
	}
	return times
}

// steps are steps of some threads.
type steps struct {
	threads    []tracefeed.ThreadID
	from, step tracefeed.Time
	n          int
}

// bounds returns the part of step i in which a thread was alive.
func (w steps) bounds(i int, life timeline.Interval) (from, to tracefeed.Time) {
	from = w.from + tracefeed.Time(i)*w.step
	return max(from, life.Start), min(from+w.step, life.End)
}

// eachBucket reads buckets, or a draft of them; see counting.each.
func (w steps) eachBucket(ctx context.Context, tl *timeline.Timeline, maxEvents int,
	f func(row, i int, b *tracefeed.StateTimes)) (draft bool) {
	if maxEvents > 0 && tl.Events(w.from, w.from+tracefeed.Time(w.n)*w.step) > maxEvents {
		tl.EachDraft(w.threads, w.from, w.step, w.n, f)
		return true
	}
	tl.EachBucket(ctx, w.threads, w.from, w.step, w.n, f)
	return false
}

// partCells is the number of cells that are worth a goroutine.
const partCells = 20_000

// eachSliced is each for slices. It reads no events.
func (c counting) eachSliced(ctx context.Context, tl *timeline.Timeline, w steps, f func(row, i int, times []tracefeed.Time)) {
	workers := min(runtime.GOMAXPROCS(0), 1+w.n*len(w.threads)/partCells, max(w.n, 1))
	var working sync.WaitGroup
	for k := range workers {
		part := w
		first := w.n * k / workers
		part.from, part.n = w.from+tracefeed.Time(first)*w.step, w.n*(k+1)/workers-first
		work := func() {
			c.sliced(ctx, tl, part, func(row, i int, times []tracefeed.Time) { f(row, first+i, times) })
		}
		if k == workers-1 {
			work()
		} else {
			working.Go(work)
		}
	}
	working.Wait()
}

// sliced is eachSliced in one goroutine.
func (c counting) sliced(ctx context.Context, tl *timeline.Timeline, w steps, f func(row, i int, times []tracefeed.Time)) {
	times := make([]tracefeed.Time, c.Size())
	for row, t := range w.threads {
		if ctx.Err() != nil {
			return
		}
		born, died := tl.Lane(t).Life()
		life := timeline.Interval{Start: max(born, 0), End: died}
		first := max(0, int((life.Start-w.from)/w.step))
		for i := first; i < w.n; i++ {
			from, to := w.bounds(i, life)
			if from >= life.End {
				break
			}
			if from < to {
				clear(times)
				c.Partition.Add(t, slice.AnyDepth, from, to, times)
				f(row, i, times)
			}
		}
	}
}

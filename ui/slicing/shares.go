package slicing

import (
	"context"

	"tiv/execution/slice"
	"tiv/internal/background"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// sliceShares are the times of threads in slices, within the base and an interval.
type sliceShares struct {
	// times are by slice, and then those of the base, if there is one. whole is the time of threads of which they are shares.
	times []tracefeed.StateTimes
	whole tracefeed.StateTimes
	// threads are the numbers of threads with time in each slice.
	threads []int
	// wrong is why the slices are not known.
	wrong error
}

// share returns a slice's share of the whole.
func (s *sliceShares) share(i int) float64 {
	return float64(s.times[i].Alive()) / float64(max(s.whole.Alive(), 1))
}

// sharesKey is the input of shares.
type sharesKey struct {
	tl       *timeline.Timeline
	slices   *slice.Slices
	base     string
	from, to tracefeed.Time
	threads  *tracefeed.ThreadID // the first in a list that never changes
	count    int
}

// sharesOf returns the key of the shares for a look, in an interval.
func sharesOf(tl *timeline.Timeline, look *view.Look, slices *slice.Slices, from, to tracefeed.Time) sharesKey {
	key := sharesKey{tl: tl, slices: slices, base: look.Base, from: from, to: to, count: len(look.Threads)}
	if key.count > 0 {
		key.threads = &look.Threads[0]
	}
	return key
}

// compute computes the shares for the threads of a look.
func (k sharesKey) compute(threads []tracefeed.ThreadID) background.Func[sliceShares] {
	return func(ctx context.Context, _ func(float64)) (sliceShares, error) { return k.sum(ctx, threads) }
}

func (k sharesKey) sum(ctx context.Context, threads []tracefeed.ThreadID) (sliceShares, error) {
	of := workspace.MembersOf(k.tl, threads)
	sets := append([]*slice.Set{}, k.slices.Sets...)
	base := k.slices.Base(k.base)
	if base != nil {
		for i := range sets {
			sets[i] = slice.And(sets[i], base)
		}
		sets = append(sets, base)
	}
	s := sliceShares{times: make([]tracefeed.StateTimes, len(sets)), threads: make([]int, len(sets))}
	for i, list := range slice.Times(ctx, k.tl, of, k.from, k.to, sets) {
		s.times[i], s.threads[i] = slice.Sum(list)
	}
	if base != nil {
		s.whole = s.times[len(sets)-1]
	} else {
		known := make([]tracefeed.ThreadID, 0, len(threads))
		for t := range of {
			if of[t] {
				known = append(known, tracefeed.ThreadID(t))
			}
		}
		k.tl.EachSum(known, k.from, k.to, func(_ int, b *tracefeed.StateTimes) { s.whole.Add(*b) })
	}
	return s, ctx.Err()
}

package slice

import (
	"context"
	"runtime"
	"slices"
	"sort"
	"sync"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Partition divides the time of each thread among sets: a moment belongs to the first set
// that covers it, so that no moment counts twice. It never changes, and may be used from
// any goroutine.
//
// A call at that moment can belong to another part: that of the first set whose least depth
// is at most the depth of the call.
//
// Its parts are numbered: those of the sets come first, then Rest, then Outside.
type Partition struct {
	sets int
	// other is the part of time that no course has.
	other   uint8
	threads []course
	covers  *covers
	divides bool
	// apart is the distance of sums in courses: a larger one takes less memory and more time.
	apart int
}

// course is the partition of one thread.
type course struct {
	// starts are the times at which the cover changes, in order, and covers the covers that
	// begin there.
	starts []tracefeed.Time
	covers []uint16
	// sums has the time in each cover before each start with a number that is a multiple of
	// apart, from the first start on.
	sums []tracefeed.Time
}

// leastApart is the least distance of sums.
const leastApart = 64

// NewPartition returns the partition of some sets, at most Max. With a base, time that it
// does not cover is Outside, whatever the sets cover; a nil base covers all.
//
// The cost grows with the intervals of the sets. Once ctx is done, the result is
// incomplete.
func NewPartition(ctx context.Context, sets []*Set, base *Set) *Partition {
	p := &Partition{sets: len(sets)}
	threads := 0
	for _, s := range sets {
		if s != nil {
			threads = max(threads, len(s.threads))
		}
	}
	if p.other = uint8(p.Rest()); base != nil {
		p.other, threads = uint8(p.outside()), len(base.threads)
	}
	p.threads, p.covers = make([]course, threads), newCovers(p.Parts())
	p.each(ctx, func(t int) { p.divide(tracefeed.ThreadID(t), sets, base) })
	p.covers.finish(uint8(p.Rest()))
	p.divides = p.dividing()
	p.apart = max(leastApart, len(p.covers.list))
	p.each(ctx, func(t int) { p.threads[t].addUp(len(p.covers.list), p.apart) })
	return p
}

// each calls f for each thread, on all processors.
func (p *Partition) each(ctx context.Context, f func(t int)) {
	workers := runtime.GOMAXPROCS(0)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			for t := w; t < len(p.threads) && ctx.Err() == nil; t += workers {
				f(t)
			}
		})
	}
	wait.Wait()
}

// Parts returns the number of parts.
func (p *Partition) Parts() int { return p.sets + 2 }

// Divides reports whether any set covers time in the base.
func (p *Partition) Divides() bool { return p.divides }

// dividing computes the result of Divides.
func (p *Partition) dividing() bool {
	parts := p.covers.parts[AnyDepth]
	return slices.ContainsFunc(p.threads, func(c course) bool {
		return slices.ContainsFunc(c.covers, func(cover uint16) bool { return int(parts[cover]) < p.sets })
	})
}

// Rest returns the number of the part that no set covers.
func (p *Partition) Rest() int { return p.sets }

// outside returns the number of the part that the base does not cover.
func (p *Partition) outside() int { return p.sets + 1 }

// divide computes the course of a thread.
func (p *Partition) divide(t tracefeed.ThreadID, sets []*Set, base *Set) {
	within := base.Of(t)
	if base == nil {
		within = hull(t, sets)
	}
	if len(within) == 0 {
		return
	}
	c, end, x := &p.threads[t], within[0].Start, cover{}
	eachDeep(sets, t, within, func(from, to tracefeed.Time, in []layer) {
		x = x[:0]
		for _, l := range in {
			if len(x) == 0 || l.depth < x[len(x)-1].depth {
				x = append(x, l)
			}
		}
		if len(x) == 0 {
			x = append(x, layer{part: uint8(p.Rest())})
		}
		if from > end {
			c.begin(end, uint16(p.other))
		}
		c.begin(from, p.covers.number(x))
		end = to
	})
	c.begin(end, uint16(p.other))
}

// hull returns the interval from the first to the last time of a thread in some sets.
func hull(t tracefeed.ThreadID, sets []*Set) (list []timeline.Interval) {
	for _, s := range sets {
		if of := s.Of(t); len(of) > 0 {
			v := timeline.Interval{Start: of[0].Start, End: of[len(of)-1].End}
			if len(list) > 0 {
				v = timeline.Interval{Start: min(v.Start, list[0].Start), End: max(v.End, list[0].End)}
			}
			list = []timeline.Interval{v}
		}
	}
	return list
}

// begin begins a cover, unless it is the present one.
func (c *course) begin(at tracefeed.Time, cover uint16) {
	if n := len(c.covers); n == 0 || c.covers[n-1] != cover {
		c.starts, c.covers = append(c.starts, at), append(c.covers, cover)
	}
}

// addUp computes the sums of a course.
func (c *course) addUp(covers, apart int) {
	if len(c.starts) == 0 {
		return
	}
	c.starts, c.covers = slices.Clip(c.starts), slices.Clip(c.covers)
	sum := make([]tracefeed.Time, covers)
	for k := range c.starts {
		if k%apart == 0 {
			c.sums = append(c.sums, sum...)
		}
		if k+1 < len(c.starts) {
			sum[c.covers[k]] += c.starts[k+1] - c.starts[k]
		}
	}
}

// Add adds the time of [from, to) of a thread in each part to sums, whether the thread is
// alive or not: as it is for calls at a depth, AnyDepth for the time itself. The cost
// depends neither on the length of the interval nor on the number of parts of time in it,
// beyond a search.
func (p *Partition) Add(t tracefeed.ThreadID, depth int, from, to tracefeed.Time, sums []tracefeed.Time) {
	if from >= to {
		return
	}
	var c course
	if int(t) < len(p.threads) {
		c = p.threads[t]
	}
	parts := p.covers.parts[min(depth, AnyDepth)]
	n := len(c.starts)
	i := sort.Search(n, func(i int) bool { return c.starts[i] > from })
	j := i + sort.Search(n-i, func(k int) bool { return c.starts[i+k] >= to })
	before := p.other
	if i > 0 {
		before = parts[c.covers[i-1]]
	}
	if i == j {
		sums[before] += to - from
		return
	}
	sums[before] += c.starts[i] - from
	sums[parts[c.covers[j-1]]] += to - c.starts[j-1]
	c.between(i, j-1, p.apart, parts, sums)
}

// between adds the time from start i to start j.
func (c *course) between(i, j, apart int, parts []uint8, sums []tracefeed.Time) {
	if a, b := (i+apart-1)/apart, j/apart; a < b {
		n := len(parts)
		for k, part := range parts {
			sums[part] += c.sums[b*n+k] - c.sums[a*n+k]
		}
		c.walk(i, a*apart, parts, sums)
		i = b * apart
	}
	c.walk(i, j, parts, sums)
}

func (c *course) walk(i, j int, parts []uint8, sums []tracefeed.Time) {
	for ; i < j; i++ {
		sums[parts[c.covers[i]]] += c.starts[i+1] - c.starts[i]
	}
}

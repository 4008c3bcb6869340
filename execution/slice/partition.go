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
// Its parts are numbered: those of the sets come first, then Rest, then Outside.
type Partition struct {
	sets int
	// other is the part of time that no course has.
	other   uint8
	threads []course
}

// course is the partition of one thread.
type course struct {
	// starts are the times at which the part changes, in order, and parts the parts that
	// begin there.
	starts []tracefeed.Time
	parts  []uint8
	// sums has the time in each part before each sumsApart-th start, from the first start
	// on.
	sums []tracefeed.Time
}

// sumsApart is the distance of sums: a larger one takes less memory and more time.
const sumsApart = 64

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
		p.other, threads = uint8(p.Outside()), len(base.threads)
	}
	p.threads = make([]course, threads)
	workers := runtime.GOMAXPROCS(0)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			for t := w; t < threads && ctx.Err() == nil; t += workers {
				p.divide(tracefeed.ThreadID(t), sets, base)
			}
		})
	}
	wait.Wait()
	return p
}

// Parts returns the number of parts.
func (p *Partition) Parts() int { return p.sets + 2 }

// Rest returns the number of the part that no set covers.
func (p *Partition) Rest() int { return p.sets }

// Outside returns the number of the part that the base does not cover.
func (p *Partition) Outside() int { return p.sets + 1 }

// divide computes the course of a thread.
func (p *Partition) divide(t tracefeed.ThreadID, sets []*Set, base *Set) {
	lists, parts := [][]timeline.Interval{}, []uint8{}
	if base != nil {
		if len(base.Of(t)) == 0 {
			return
		}
		lists, parts = append(lists, base.Of(t)), append(parts, uint8(p.Rest()))
	}
	for i, s := range sets {
		if list := s.Of(t); len(list) > 0 {
			lists, parts = append(lists, list), append(parts, uint8(i))
		}
	}
	c, end := &p.threads[t], tracefeed.Time(-1<<63)
	sweep(lists, func(from, to tracefeed.Time, in []bool) {
		part, first := p.other, 0
		if base != nil {
			if !in[0] {
				return
			}
			part, first = uint8(p.Rest()), 1
		}
		if i := slices.Index(in[first:], true); i >= 0 {
			part = parts[first+i]
		}
		if from > end && len(c.starts) > 0 {
			c.begin(end, p.other)
		}
		c.begin(from, part)
		end = to
	})
	if len(c.starts) > 0 {
		c.begin(end, p.other)
	}
	c.addUp(p.Parts())
}

// begin begins a part, unless it is the present one.
func (c *course) begin(at tracefeed.Time, part uint8) {
	if n := len(c.parts); n == 0 || c.parts[n-1] != part {
		c.starts, c.parts = append(c.starts, at), append(c.parts, part)
	}
}

// addUp computes the sums of a course with a number of parts.
func (c *course) addUp(parts int) {
	c.starts, c.parts = slices.Clip(c.starts), slices.Clip(c.parts)
	sum := make([]tracefeed.Time, parts)
	for k := 0; k < len(c.starts); k++ {
		if k%sumsApart == 0 {
			c.sums = append(c.sums, sum...)
		}
		if k+1 < len(c.starts) {
			sum[c.parts[k]] += c.starts[k+1] - c.starts[k]
		}
	}
}

// Add adds the time of [from, to) of a thread in each part to sums, whether the thread is
// alive or not. The cost depends neither on the length of the interval nor on the number
// of parts of time in it, beyond a search.
func (p *Partition) Add(t tracefeed.ThreadID, from, to tracefeed.Time, sums []tracefeed.Time) {
	if from >= to {
		return
	}
	var c course
	if int(t) < len(p.threads) {
		c = p.threads[t]
	}
	n := len(c.starts)
	i := sort.Search(n, func(i int) bool { return c.starts[i] > from })
	j := i + sort.Search(n-i, func(k int) bool { return c.starts[i+k] >= to })
	before := p.other
	if i > 0 {
		before = c.parts[i-1]
	}
	if i == j {
		sums[before] += to - from
		return
	}
	sums[before] += c.starts[i] - from
	sums[c.parts[j-1]] += to - c.starts[j-1]
	c.between(i, j-1, sums)
}

// between adds the time from start i to start j.
func (c *course) between(i, j int, sums []tracefeed.Time) {
	n := len(sums)
	if a, b := (i+sumsApart-1)/sumsApart, j/sumsApart; a < b {
		for k := range sums {
			sums[k] += c.sums[b*n+k] - c.sums[a*n+k]
		}
		c.walk(i, a*sumsApart, sums)
		i = b * sumsApart
	}
	c.walk(i, j, sums)
}

func (c *course) walk(i, j int, sums []tracefeed.Time) {
	for ; i < j; i++ {
		sums[c.parts[i]] += c.starts[i+1] - c.starts[i]
	}
}

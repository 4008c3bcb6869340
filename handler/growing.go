package handler

import (
	"context"
	"math"

	"tiv/timeline"
)

// Growing adds up the stacks of a trace that grows. It continues where the last snapshot ended: the cost of a snapshot
// follows the events since the last one, besides those of the unfinished page, and the distinct stacks and threads
// alive. A Growing belongs to one goroutine.
type Growing struct {
	// Progress is called with the read share of a snapshot, from 0 to 1; it may be nil.
	Progress func(share float64)
	o        Options
	once     bool // one snapshot is all
	// settled has read the first pages of last; nil at first.
	settled *reading
	last    *timeline.Timeline
}

// NewGrowing returns a Growing. Of options that bound the time, or a part of it, it reads each snapshot anew.
func NewGrowing(o Options) *Growing { return &Growing{o: o} }

// Add returns the stacks of the next snapshot of the trace, the same as New. It begins anew after another trace, and
// if what it knew of earlier pages is no longer true (timeline.Extends), or other functions are the user's because
// more source files are known. Once ctx is done, it returns nil early, and the next call continues from there.
func (g *Growing) Add(ctx context.Context, tl *timeline.Timeline) *Trace {
	split := NewSplit(tl.Frames, g.o.Patterns)
	bounded := g.o.bounded()
	if bounded || g.settled == nil || !tl.Extends(g.last) || !split.extends(g.settled.split, g.settled.builder) {
		g.settled = newReading(&g.o, tl, split, true)
	} else {
		g.settled.follow(tl, split)
	}
	g.last = tl
	end := tl.Settled
	if g.once || bounded || tl.Complete {
		end = math.MaxInt
	}
	x := g.read(ctx, end)
	if end == math.MaxInt && x != nil || tl.Err() != nil {
		g.settled, g.last = nil, nil // it is used up, or one of the pages is unknown now
	}
	return x
}

// read reads the pages up to number end (exclusive), and a copy those behind.
func (g *Growing) read(ctx context.Context, end int) *Trace {
	for {
		r := g.settled
		r.progress = g.Progress
		ok := r.read(ctx, end)
		if ok && end < math.MaxInt {
			r.settle()
			r = r.fork()
			ok = r.read(ctx, math.MaxInt)
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case ok:
			return r.trace()
		}
		g.settled = r.again()
	}
}

package execution

import (
	"context"
	"maps"
	"runtime"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Object is an object and the measured calls on it.
type Object struct {
	// Life is its life. Its type is that of the allocation, or else that of the functions
	// called.
	Life
	// Group has the calls; its name is empty, and its longest call has no function. The calls
	// that they make are in its cumulative time only.
	Group
}

// ObjectCalls is the calls in an interval by object.
type ObjectCalls struct {
	// Objects are in order of their numbers, then of their starts. They have calls that count,
	// or a thread of the query allocated them and they lived in the interval. With Query.Within
	// it admits those with calls, and has the others.
	Objects []Object
	// Lost is the number of objects with an allocation or a release that are not among them.
	Lost int64
	// Samples is the number of allocations in the trace that are samples.
	Samples int64
	// Calls is the number of measured calls that count, Known of those on known objects.
	Calls, Known int64
	// From and To are the interval, within the trace.
	From, To tracefeed.Time
	Counts   Counts
}

// Find returns the index of the object at an address at a time, at which a call on it begins;
// -1 if none is known. Without calls on it, it is not known between allocations.
func (c *ObjectCalls) Find(number int64, at tracefeed.Time) int {
	life := func(o *Object) *Life { return &o.Life }
	return objectAt(c.Objects, life, after(c.Objects, life, number, at), number, at)
}

// maxObjects is the largest number of objects. Calls on others have no row.
const maxObjects = 1 << 20

// Objects adds up the calls in an interval by the objects on which they were made, as far as
// the trace has the entries of the calls. A call is on the object that is at its address when
// it begins. The cost grows with the events in the interval and with the pages with
// allocations, the memory with the objects. Once ctx is done, it returns nil early.
func Objects(ctx context.Context, tl *timeline.Timeline, q Query) *ObjectCalls {
	return objectsOf(ctx, tl, q.split(ctx, tl, runtime.GOMAXPROCS(0)), maxObjects)
}

// objectsOf adds up the calls of queries with different threads, each in a goroutine, on at
// most a number of objects.
func objectsOf(ctx context.Context, tl *timeline.Timeline, queries []Query, most int) *ObjectCalls {
	names, lives := NewOrigins(tl), readLives(ctx, tl, most)
	parts := atOnce(tl, queries, func(q Query) *objectSums {
		s := &objectSums{Origins: names, lives: lives, of: map[objectKey]*Object{}, most: most}
		w := newTreeWalk(tl, q, func(*TreeCall) {}, nil)
		s.within, s.walk, w.objects = Tree{From: w.from, To: w.to}, w, s
		q.eachPage(ctx, tl, w.page)
		w.finish()
		return s
	})
	if ctx.Err() != nil {
		return nil
	}
	all := parts[0]
	for _, other := range parts[1:] {
		all.merge(other)
	}
	for _, q := range queries {
		all.addUncalled(&q)
	}
	out := &ObjectCalls{Lost: lives.lost + all.lost, Samples: lives.samples, Calls: all.calls,
		From: all.within.From, To: all.within.To, Counts: all.walk.counts}
	for _, key := range slices.SortedFunc(maps.Keys(all.of), compareKeys) {
		o := all.of[key]
		if out.Known += o.Calls; queries[0].limit(o) {
			out.Objects = append(out.Objects, *o)
		}
	}
	return out
}

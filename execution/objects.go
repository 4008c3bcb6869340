package execution

import (
	"cmp"
	"context"
	"maps"
	"runtime"
	"slices"

	"tiv/block"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Object is the measured calls on an object. An address that a program uses again is the
// same object.
type Object struct {
	Number int64
	// Type is the type of the functions called; empty if it is not known, or not one.
	Type string
	// Group has the calls; its name is empty, and its longest call has no function. The calls
	// that they make are in its cumulative time only.
	Group
}

// ObjectCalls is the calls in an interval by object.
type ObjectCalls struct {
	// Objects are in order of their numbers.
	Objects []Object
	// Calls is the number of measured calls in the interval, Known of those on the objects.
	Calls, Known int64
	// From and To are the interval, within the trace.
	From, To tracefeed.Time
	Counts   Counts
}

// maxObjects is the largest number of objects. Calls on others have no row.
const maxObjects = 1 << 20

// Objects adds up the calls in an interval by the objects on which they were made, as far as
// the trace has the entries of the calls. The cost grows with the events in the interval,
// the memory with the objects. Once ctx is done, it returns nil early.
func Objects(ctx context.Context, tl *timeline.Timeline, q Query) *ObjectCalls {
	return objectsOf(ctx, tl, q.split(ctx, tl, runtime.GOMAXPROCS(0)))
}

// objectsOf adds up the calls of queries with different threads, each in a goroutine.
func objectsOf(ctx context.Context, tl *timeline.Timeline, queries []Query) *ObjectCalls {
	names := NewOrigins(tl)
	parts := atOnce(queries, func(q Query) *objectSums {
		s := &objectSums{Origins: names, of: map[int64]*Object{}}
		w := newTreeWalk(tl, q, func(TreeCall) {}, nil)
		s.within, s.walk, w.objects = Tree{From: w.from, To: w.to}, w, s
		tl.EachPage(ctx, q.From, q.To, w.page)
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
	out := &ObjectCalls{Calls: all.calls, From: all.within.From, To: all.within.To, Counts: all.walk.counts}
	for _, o := range all.of {
		out.Objects, out.Known = append(out.Objects, *o), out.Known+o.Calls
	}
	slices.SortFunc(out.Objects, func(a, b Object) int { return cmp.Compare(a.Number, b.Number) })
	return out
}

// spentTime is time of a thread, by state, and its part in each set of the query.
type spentTime struct {
	states tracefeed.StateTimes
	in     []tracefeed.Time
}

func (t *spentTime) add(c *threadCode, p piece) {
	t.states[p.state] += c.counted(p)
	t.in = addSets(t.in, c.sets, p.start, p.end)
}

func (t *spentTime) clone() spentTime { return spentTime{t.states, slices.Clone(t.in)} }

// since returns the time that was spent after an earlier sum.
func (t *spentTime) since(before *spentTime) spentTime {
	d := t.clone()
	d.states = since(d.states, before.states)
	for i, b := range before.in {
		d.in[i] -= b
	}
	return d
}

// callStart is what a thread had at the start of a call.
type callStart struct {
	// spent is the time of the thread that was added.
	spent spentTime
	// self is the time of the call's node.
	self tracefeed.StateTimes
}

// since returns the difference of two sums.
func since(now, before tracefeed.StateTimes) tracefeed.StateTimes {
	for state := range now {
		now[state] -= before[state]
	}
	return now
}

// objectSums adds up calls by object.
type objectSums struct {
	*Origins
	walk   *treeWalk
	within Tree // its interval
	of     map[int64]*Object
	types  []*string // by function
	calls  int64
}

// ended adds a call of a thread that has ended, while the calls around it are open.
func (s *objectSums) ended(c *threadCode, number int64, call *TreeCall) {
	s.calls++
	if number == 0 {
		return
	}
	o := s.object(number, s.typeOf(call.Function))
	if o == nil {
		return
	}
	o.Calls++
	o.Self.Add(since(c.tree.nodes[c.path[call.Depth]].Self, c.begun[call.Depth].self))
	if !slices.ContainsFunc(c.calls.Calls[:call.Depth], func(outer block.OpenCall) bool { return outer.Object == number }) {
		total := c.spent.since(&c.begun[call.Depth].spent)
		o.Cumulative.Add(total.states)
		o.In = addTimes(o.In, total.in)
	}
	longest := *call
	longest.Function = 0
	s.within.prefer(&o.Longest, &longest)
}

// object returns the sum of an object, on which a function of a type was called; nil if there
// are too many.
func (s *objectSums) object(number int64, typ string) *Object {
	o := s.of[number]
	if o == nil && len(s.of) < maxObjects {
		o = &Object{Number: number, Type: typ}
		s.of[number] = o
	}
	if o != nil && o.Type != typ {
		o.Type = ""
	}
	return o
}

// merge adds the calls of other threads.
func (s *objectSums) merge(other *objectSums) {
	s.calls += other.calls
	s.walk.counts.Deep += other.walk.counts.Deep
	s.walk.counts.Unbalanced += other.walk.counts.Unbalanced
	for _, number := range slices.Sorted(maps.Keys(other.of)) {
		from := other.of[number]
		if o := s.object(number, from.Type); o != nil {
			o.Calls += from.Calls
			o.Self.Add(from.Self)
			o.Cumulative.Add(from.Cumulative)
			o.In = addTimes(o.In, from.In)
			s.within.prefer(&o.Longest, &from.Longest)
		}
	}
}

// typeOf returns the type of a function.
func (s *objectSums) typeOf(function int32) string {
	for len(s.types) <= int(function) {
		s.types = append(s.types, nil)
	}
	if s.types[function] == nil {
		typ := s.Of(s.walk.functions.names[function]).Type
		s.types[function] = &typ
	}
	return *s.types[function]
}

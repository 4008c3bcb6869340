package execution

import (
	"cmp"
	"context"
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
	// Group has the calls; its name is empty. The calls that they make are in its cumulative
	// time only.
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

// maxObjects is the number of objects that are told apart: those called first.
const maxObjects = 1 << 20

// Objects adds up the calls in an interval by the objects on which they were made, as far as
// the trace has the entries of the calls. The cost grows with the events in the interval,
// the memory with the objects. Once ctx is done, it returns nil early.
func Objects(ctx context.Context, tl *timeline.Timeline, q Query) *ObjectCalls {
	s := objectSums{Origins: NewOrigins(tl), of: map[int64]*Object{}}
	w := newTreeWalk(tl, q, func(TreeCall) {}, nil)
	s.within, s.walk, w.objects = Tree{From: w.from, To: w.to}, w, &s
	tl.EachPage(ctx, q.From, q.To, w.page)
	if ctx.Err() != nil {
		return nil
	}
	w.finish()
	out := &ObjectCalls{Calls: s.calls, From: w.from, To: w.to, Counts: w.counts}
	for _, o := range s.of {
		out.Objects, out.Known = append(out.Objects, *o), out.Known+o.Calls
	}
	slices.SortFunc(out.Objects, func(a, b Object) int { return cmp.Compare(a.Number, b.Number) })
	return out
}

// callStart is what a thread had at the start of a call.
type callStart struct {
	// spent is the time of the thread that was added, self that of the call's node.
	spent, self tracefeed.StateTimes
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
	typ := s.typeOf(call.Function)
	o := s.of[number]
	if o == nil {
		if len(s.of) == maxObjects {
			return
		}
		o = &Object{Number: number, Type: typ}
		s.of[number] = o
	}
	if o.Type != typ {
		o.Type = ""
	}
	o.Calls++
	o.Self.Add(since(c.tree.nodes[c.path[call.Depth]].Self, c.begun[call.Depth].self))
	if !slices.ContainsFunc(c.calls.Calls[:call.Depth], func(outer block.OpenCall) bool { return outer.Object == number }) {
		o.Cumulative.Add(since(c.spent, c.begun[call.Depth].spent))
	}
	s.within.prefer(&o.Longest, call)
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

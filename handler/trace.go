package handler

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Options say how the stacks of a trace are read.
type Options struct {
	Patterns
	// Paper chooses the rules of the paper.
	Paper bool
	// Tick is the time that counts as a sample where amounts are times; 0 chooses one.
	Tick tracefeed.Time
	// From and To bound the time; a To of 0 is the end of the trace.
	From, To tracefeed.Time
	// Within is the only part of the time of threads that counts; nil for all.
	Within execution.Set
}

// Trace is the stacks of a trace.
type Trace struct {
	*Trie
	// Tree is the calls of the trace, nil if amounts are samples.
	Tree *execution.Tree
	// calls are those of the trace, nil if they were not added up.
	calls *execution.Tree
	// paper chooses the rules of the paper; flow is nil with it, and for a trie alone.
	paper bool
	flow  *flow
}

// ByPaper reports whether the rules of the paper apply: they were chosen, or there is nothing but a trie.
func (x *Trace) ByPaper() bool { return x.flow == nil }

// OfTrie returns a trie as a trace of which nothing else is known.
func OfTrie(t *Trie, o Options) *Trace { return &Trace{Trie: t, paper: o.Paper} }

// Ticks are the limits of the time that counts as a sample by default: a ten thousandth of the
// trace. The paper took a sample in 50 ms, and needs 10 of them for a label.
const (
	ticks    = 10_000
	mostTick = 10 * tracefeed.Millisecond
	minTick  = tracefeed.Microsecond
)

// New adds up the stacks of a trace. Samples count as they are if they are all that the trace
// has, or if they also show threads that are suspended. Otherwise each stack counts with its
// time: that of a wait lasts as long as the wait, that of a sample half of the way to the next
// stack, and measured calls are exact (execution.NewTree). Between a wait and the next stack
// only the callers are known; this time counts for callbacks only. Threads of the language's
// runtime are left out.
//
// The cost is linear in the events, the memory grows with the distinct stacks. Once ctx is done, it
// returns nil early.
func New(ctx context.Context, tl *timeline.Timeline, o Options) *Trace {
	return (&Growing{o: o, once: true}).Add(ctx, tl)
}

// interval returns the interval, within a trace.
func (o *Options) interval(tl *timeline.Timeline) (from, to tracefeed.Time) {
	return o.From, min(tl.End, cmp.Or(o.To, tl.End))
}

// bounded reports whether a part of the trace counts.
func (o *Options) bounded() bool { return o.From > 0 || o.To > 0 || o.Within != nil }

// tick returns the time that counts as a sample.
func (o *Options) tick(from, to tracefeed.Time) tracefeed.Time { return cmp.Or(o.Tick, tick(from, to)) }

// tick returns the time that counts as a sample by default.
func tick(from, to tracefeed.Time) tracefeed.Time {
	return max(min((to-from)/ticks, mostTick), minTick)
}

// counts reports whether an instant of a thread is in Within.
func (o *Options) counts(t tracefeed.ThreadID, at tracefeed.Time) bool {
	if o.Within == nil {
		return true
	}
	list := o.Within.Of(t)
	i := sort.Search(len(list), func(i int) bool { return list[i].End > at })
	return i < len(list) && list[i].Start <= at
}

// query returns the calls of the program's threads.
func (o *Options) query(tl *timeline.Timeline) execution.Query {
	q := execution.All(tl)
	q.From, q.To = o.interval(tl)
	q.Within = o.Within
	for t := range tl.Threads {
		q.Of[t] = q.Of[t] && !tl.Threads[t].System
	}
	return q
}

// addTree adds the call paths of a tree with their times.
func addTree(b *Builder, tree *execution.Tree, split *Split) {
	functions := make([]int32, len(tree.Functions))
	for i, name := range tree.Functions {
		functions[i] = b.Function(name, split)
	}
	var stack []int32
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		var c Counts
		aside := int64(n.Between)
		for s, d := range n.Self {
			if class := ClassOf(tracefeed.State(s)); class != None {
				c[class] += int64(d)
			} else {
				aside += int64(d)
			}
		}
		c[Run] -= int64(n.Between)
		if c.Sum()+aside == 0 {
			continue
		}
		stack = stack[:0]
		for at := int32(i); tree.Nodes[at].Parent >= 0; at = tree.Nodes[at].Parent {
			stack = append(stack, functions[tree.Nodes[at].Function])
		}
		slices.Reverse(stack)
		b.Add(stack, c, aside)
	}
}

// Use is the calls of a function.
type Use struct {
	// Calls is their number. Of calls that follow from stacks, shorter ones between two stacks
	// are not seen: then Sampled is set.
	Calls   int64
	Sampled bool
	// Time is the time with at least one of them on a thread's stack, added up over threads.
	Time    tracefeed.Time
	Threads int
}

// tree returns the calls of the trace. Once ctx is done, it can be nil.
func (x *Trace) tree(ctx context.Context, tl *timeline.Timeline, o Options) *execution.Tree {
	if x.calls != nil {
		return x.calls
	}
	return execution.NewTree(ctx, tl, o.query(tl))
}

// Uses returns the calls of functions that were found, from wherever they are called. The cost grows with the events
// if there are samples and no stacks of waits, or else with the nodes. Once ctx is done, it
// returns nil early.
func (x *Trace) Uses(ctx context.Context, tl *timeline.Timeline, o Options, found []Found) map[string]Use {
	tree := x.tree(ctx, tl, o)
	if tree == nil || ctx.Err() != nil {
		return nil
	}
	uses := map[string]Use{}
	for i := range found {
		uses[found[i].Function] = Use{}
	}
	for _, g := range tree.Groups(tree.Functions) {
		if _, ok := uses[g.Name]; ok {
			uses[g.Name] = Use{Calls: g.Calls, Sampled: g.Sampled > 0, Time: g.Cumulative.Alive()}
		}
	}
	for i, name := range tree.Functions {
		if u, ok := uses[name]; ok {
			u.Threads = int(tree.ThreadsIn[i])
			uses[name] = u
		}
	}
	return uses
}

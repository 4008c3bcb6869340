package handler

import (
	"cmp"
	"context"
	"slices"

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
	// Progress is called with the done share of the work, from 0 to 1; it may be nil.
	Progress func(share float64)
}

// Trace is the stacks of a trace.
type Trace struct {
	*Trie
	// Tree is the calls of the trace, nil if amounts are samples.
	Tree *execution.Tree
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
// The cost of samples is linear in the events, their memory grows with the distinct stacks. Once
// ctx is done, it returns nil early.
func New(ctx context.Context, tl *timeline.Timeline, o Options) *Trace {
	o.To = min(tl.End, cmp.Or(o.To, tl.End))
	s := newSampled(tl, o.From, o.To)
	tl.EachPage(ctx, o.From, o.To, o.reporting(s.page))
	if ctx.Err() != nil {
		return nil
	}
	split := NewSplit(tl.Frames, o.Patterns)
	x := &Trace{paper: o.Paper}
	if s.asTheyAre(o.Paper) {
		b := NewBuilder(1)
		s.addTo(b, split)
		return x.finish(ctx, tl, o, b, split, s.instants, s.waits)
	}
	if x.Tree = execution.NewTree(ctx, tl, o.query(tl)); x.Tree == nil {
		return nil
	}
	b := NewBuilder(int64(max(2, cmp.Or(o.Tick, tick(o.From, o.To)))))
	addTree(b, x.Tree, split)
	return x.finish(ctx, tl, o, b, split, int64(o.To-o.From), true)
}

// finish adds the trie of a builder, and the flow that the rules need; waits says that the trace has stacks of
// waits. Once ctx is done, it returns nil.
func (x *Trace) finish(ctx context.Context, tl *timeline.Timeline, o Options, b *Builder, split *Split, instants int64, waits bool) *Trace {
	if !o.Paper {
		if x.flow = o.flow(ctx, tl, newFlowBuilder(b, split, len(tl.Threads)), waits); x.flow == nil {
			return nil
		}
	}
	x.Trie = b.Trie()
	x.Instants, x.Length = instants, int64((o.To-o.From)/tracefeed.Millisecond)
	return x
}

// tick returns the time that counts as a sample by default.
func tick(from, to tracefeed.Time) tracefeed.Time {
	return max(min((to-from)/ticks, mostTick), minTick)
}

// query returns the calls of the program's threads.
func (o *Options) query(tl *timeline.Timeline) execution.Query {
	q := execution.All(tl)
	q.From, q.To = o.From, o.To
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

// tree returns the calls of the trace, and the query for them. Once ctx is done, it is nil.
func (x *Trace) tree(ctx context.Context, tl *timeline.Timeline, o Options) (*execution.Tree, execution.Query) {
	o.To = min(tl.End, cmp.Or(o.To, tl.End))
	q := o.query(tl)
	if x.Tree != nil {
		return x.Tree, q
	}
	return execution.NewTree(ctx, tl, q), q
}

// Uses returns the calls of functions that were found, from wherever they are called. The cost
// grows with the events. Once ctx is done, it returns nil early.
func (x *Trace) Uses(ctx context.Context, tl *timeline.Timeline, o Options, found []Found) map[string]Use {
	tree, q := x.tree(ctx, tl, o)
	if tree == nil {
		return nil
	}
	uses, threads := map[string]Use{}, map[string]map[tracefeed.ThreadID]bool{}
	for i := range found {
		f := found[i].Function
		uses[f], threads[f] = Use{}, map[tracefeed.ThreadID]bool{}
	}
	for _, g := range tree.Groups(tree.Functions) {
		if _, ok := uses[g.Name]; ok {
			uses[g.Name] = Use{Calls: g.Calls, Sampled: g.Sampled > 0, Time: g.Cumulative.Alive()}
		}
	}
	execution.EachTreeCall(ctx, tl, q, func(c *execution.TreeCall) {
		if all, ok := threads[c.Name]; ok {
			all[c.Thread] = true
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	for f, u := range uses {
		u.Threads = len(threads[f])
		uses[f] = u
	}
	return uses
}

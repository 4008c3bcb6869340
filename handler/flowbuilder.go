package handler

import (
	"maps"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// flowBuilder adds sightings of threads to a flow.
type flowBuilder struct {
	*flow
	builder *Builder
	// spotOf has the spots by what they are.
	spotOf map[spotKey]int32
	// origins are those of functions, as far as they were needed.
	origins []origin
	// last is, by thread, the number of its last spot, from 1 on, 0 for none. ended is the end of its last sighting.
	last  []int32
	ended []tracefeed.Time
}

// newFlowBuilder returns a builder of a flow without sightings. Its functions are those of the builder of a trie.
func newFlowBuilder(b *Builder, split *Split) *flowBuilder {
	f := &flow{trie: &b.trie, inTrie: b.nodes, split: split, index: map[call]int32{},
		pairs: map[[2]int32]passage{}, steps: map[step]int64{}, started: map[int32]int64{}}
	return &flowBuilder{flow: f, builder: b, spotOf: map[spotKey]int32{}}
}

// follow continues with a later snapshot of a trace, or the first one.
func (f *flowBuilder) follow(split *Split, threads int) {
	f.split = split
	f.last = append(f.last, make([]int32, threads-len(f.last))...)
	f.ended = append(f.ended, make([]tracefeed.Time, threads-len(f.ended))...)
}

// fork returns a copy whose functions are those of a fork of the builder.
func (f *flowBuilder) fork(b *Builder) *flowBuilder {
	f.addPairs()
	c, x := *f, *f.flow
	x.trie, x.inTrie = &b.trie, b.nodes
	x.nodes, x.spots, x.index, x.steps, x.started = slices.Clone(x.nodes), slices.Clone(x.spots), maps.Clone(x.index),
		maps.Clone(x.steps), maps.Clone(x.started)
	x.pairs, x.passed = map[[2]int32]passage{}, slices.Clone(x.passed)
	c.flow, c.builder, c.spotOf = &x, b, maps.Clone(f.spotOf)
	c.origins, c.last, c.ended = slices.Clip(f.origins), slices.Clone(f.last), slices.Clone(f.ended)
	return &c
}

// finish returns the flow of an interval. The builder must not be used any more.
func (f *flowBuilder) finish(tl *timeline.Timeline, from, to tracefeed.Time) *flow {
	f.addPairs()
	f.length = to - from
	for i := range f.spots {
		f.spots[i].amount += f.spots[i].moments * int64(tick(from, to))
	}
	for t, last := range f.last {
		if last > 0 {
			if _, end := tl.Lane(tracefeed.ThreadID(t)).Life(); end >= to {
				f.spots[last-1].open++
			}
		}
	}
	return f.flow
}

// node returns the node of a function that a node calls; the caller -1 is that of a thread's
// first function. Functions that start threads have no node there, but -1.
func (f *flowBuilder) node(from, function int32) int32 {
	if from < 0 && f.isStart(function) {
		return -1
	}
	key := call{from, function}
	n, ok := f.index[key]
	if !ok {
		n = int32(len(f.nodes))
		x := flowNode{call: key, own: -1}
		if from >= 0 {
			x.depth, x.own, x.inside = f.nodes[from].depth+1, f.nodes[from].own, f.nodes[from].inside
		}
		for len(f.origins) <= int(function) {
			f.origins = append(f.origins, f.origin(len(f.origins)))
		}
		if x.inside = x.inside || f.origins[function] == inside; !x.inside && f.origins[function] == users {
			x.own = n
		}
		f.nodes = append(f.nodes, x)
		f.index[key] = n
	}
	return n
}

// ofStack returns the node of a stack, -1 if it has none.
func (f *flowBuilder) ofStack(tl *timeline.Timeline, stack tracefeed.StackID) int32 {
	n := int32(-1)
	for _, frame := range slices.Backward(tl.Stacks[stack]) {
		n = f.node(n, f.builder.Function(tl.Frames[frame].Func, f.split))
	}
	return n
}

// isStart reports whether a function calls the one with which a thread begins.
func (f *flowBuilder) isStart(function int32) bool {
	return f.builder.starts[function] || startsWithAny(f.trie.Functions[function].Name, forks)
}

// spot returns the number of a spot.
func (f *flowBuilder) spot(node int32, state tracefeed.State, cause tracefeed.Cause) int32 {
	key := spotKey{node, state, cause}
	s, ok := f.spotOf[key]
	if !ok {
		s = int32(len(f.spots))
		f.spots = append(f.spots, spot{node: node, does: f.activity(node, state, cause), class: ClassOf(state)})
		f.spotOf[key] = s
	}
	return s
}

// sees adds a sighting of a thread from one time to another.
//
// A thread that runs or pauses in its loop, or in a routine of the system that this calls, after
// an item and before the next one, is seen in a caller of the last spot. This says nothing
// about the order of items, so it is as if it had not been seen.
func (f *flowBuilder) sees(t tracefeed.ThreadID, s int32, from, to tracefeed.Time, amount int64) {
	f.spots[s].amount += amount
	last, gap := f.last[t]-1, max(0, int64(from-f.ended[t]))
	f.ended[t] = to
	switch {
	case last < 0:
		f.last[t] = s + 1
	case last == s, f.spots[s].does <= pauses && f.isAround(f.nodes[f.spots[s].node].own, f.spots[last].node):
		f.spots[s].gap += gap
	default:
		f.last[t] = s + 1
		p := f.pairs[[2]int32{last, s}]
		if f.pairs[[2]int32{last, s}] = (passage{p.times + 1, p.gap + gap}); len(f.pairs) >= mostPairs {
			f.addPairs()
		}
	}
}

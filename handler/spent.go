package handler

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Spent is the time of the program's threads in one found function, or in none.
type Spent struct {
	// Function is empty for the time in none.
	Function string
	// Idle is set for waits for the next event of a loop, in no function.
	Idle bool
	// Times is the time of threads, by state.
	Times tracefeed.StateTimes
}

// Spent returns the time in each of the found functions, the most first, then the idle time, then
// the time in none. Each moment counts for the innermost of the functions on its stack, so the
// times add up to the life of the threads. Stacks of samples count with their time, too. Idle and
// none have a row only if they have time. The cost grows with the events. Once ctx is done, it
// returns nil early.
func (x *Trace) Spent(ctx context.Context, tl *timeline.Timeline, o Options, found []Found) (list []Spent) {
	tree := x.tree(ctx, tl, o)
	if tree == nil {
		return nil
	}
	place := map[string]int{}
	for i := range found {
		if f := found[i].Function; place[f] == 0 { // it can be a callback and a handler
			list = append(list, Spent{Function: f})
			place[f] = len(list)
		}
	}
	idle, none := Spent{Idle: true}, Spent{}
	in := make([]int, len(tree.Nodes)) // the innermost function of each node, from 1 on
	idling := idleNodes(tl, tree, o.Patterns, x.Trie, found)
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if n.Parent >= 0 {
			in[i] = cmp.Or(place[tree.Functions[n.Function]], in[n.Parent])
		}
		if in[i] > 0 {
			list[in[i]-1].Times.Add(n.Self)
			continue
		}
		for s, d := range n.Self {
			if d > 0 && idling(int32(i), ClassOf(tracefeed.State(s))) {
				idle.Times[s] += d
			} else {
				none.Times[s] += d
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Spent) int {
		return cmp.Or(cmp.Compare(b.Times.Alive(), a.Times.Alive()), strings.Compare(a.Function, b.Function))
	})
	for _, rest := range []Spent{idle, none} {
		if rest.Times.Alive() > 0 {
			list = append(list, rest)
		}
	}
	return list
}

// idleNodes returns a function that tells whether a class of the time of a node is idle.
func idleNodes(tl *timeline.Timeline, tree *execution.Tree, p Patterns, trie *Trie, found []Found) func(int32, Class) bool {
	loops := newIdleLoops(trie, found)
	if loops == nil {
		return func(int32, Class) bool { return false }
	}
	parts := partsOf[int32](tree.Functions, NewSplit(tl.Frames, p))
	var stack []int32
	var names []string
	return func(node int32, class Class) bool {
		if !slices.Contains(waits[:], class) {
			return false
		}
		stack = stack[:0]
		for ; tree.Nodes[node].Parent >= 0; node = tree.Nodes[node].Parent {
			stack = append(stack, tree.Nodes[node].Function)
		}
		user, system := parts.program(names[:0], stack)
		names = user
		return loops.waiting(user, system, class) != ""
	}
}

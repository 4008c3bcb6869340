package execution

import "tiv/tracefeed"

// Sum is the calls of a function, or of a group of functions.
type Sum struct {
	// Calls is the number of calls, Sampled of those that follow from stacks.
	Calls, Sampled int64
	// Cumulative is the time with at least one of the calls on the stack of a thread, added
	// up over threads.
	Cumulative tracefeed.Time
	// Self is the time in the functions themselves, by state.
	Self tracefeed.StateTimes
}

// Totals returns the time in each node and in all that it calls.
func (t *Tree) Totals() []tracefeed.Time {
	totals := make([]tracefeed.Time, len(t.Nodes))
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		n := &t.Nodes[i]
		totals[i] += n.Self.Alive()
		if n.Parent >= 0 {
			totals[n.Parent] += totals[i]
		}
	}
	return totals
}

// Children returns the nodes that each node calls, in the order of the nodes.
func (t *Tree) Children() [][]int32 {
	children, counts := make([][]int32, len(t.Nodes)), make([]int32, len(t.Nodes))
	for _, n := range t.Nodes[1:] {
		counts[n.Parent]++
	}
	all := make([]int32, len(t.Nodes))
	for i, n := range counts {
		children[i], all = all[:0:n], all[n:]
	}
	for i, n := range t.Nodes[1:] {
		children[n.Parent] = append(children[n.Parent], int32(i+1))
	}
	return children
}

// ByFunction adds up the calls of each function.
func (t *Tree) ByFunction() []Sum {
	of := make([]int32, len(t.Functions))
	for i := range of {
		of[i] = int32(i)
	}
	return t.sums(of, len(of))
}

// sums adds up the calls of groups of functions: of lists the group of each function,
// from 0 up to groups, exclusive. A call counts in the cumulative time of its group only
// where no call around it is in the same group, so that recursion counts once. The cost
// is linear in the nodes.
func (t *Tree) sums(of []int32, groups int) []Sum {
	sums, open := make([]Sum, groups), make([]int32, groups)
	totals, children := t.Totals(), t.Children()
	type visit struct {
		node int32
		next int // child
	}
	path := []visit{{}}
	for len(path) > 0 {
		v := &path[len(path)-1]
		if v.next < len(children[v.node]) {
			c := children[v.node][v.next]
			v.next++
			n := &t.Nodes[c]
			g := of[n.Function]
			sums[g].Calls += n.Calls
			if n.Evidence == Sampled {
				sums[g].Sampled += n.Calls
			}
			sums[g].Self.Add(n.Self)
			if open[g] == 0 {
				sums[g].Cumulative += totals[c]
			}
			open[g]++
			path = append(path, visit{node: c})
			continue
		}
		if v.node != 0 {
			open[of[t.Nodes[v.node].Function]]--
		}
		path = path[:len(path)-1]
	}
	return sums
}

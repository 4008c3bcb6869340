package execution

import "tiv/tracefeed"

// Sum is the calls of a function, or of a group of functions.
type Sum struct {
	// Calls is the number of calls, Sampled of those that follow from stacks.
	Calls, Sampled int64
	// Cumulative is the time with at least one of the calls on the stack of a thread, by
	// state, added up over threads.
	Cumulative tracefeed.StateTimes
	// Self is the time in the functions themselves, by state.
	Self tracefeed.StateTimes
	// In is the part of Cumulative in each set of the query, nil for none in any.
	In []tracefeed.Time
}

// children returns the nodes that each node calls, in the order of the nodes.
func (t *Tree) children() [][]int32 {
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

// Group is the calls of a group of functions.
type Group struct {
	Name string
	Sum
	// Longest is the call with the longest time in the interval, the first of equal ones.
	Longest TreeCall
}

// add adds the calls of a node, of which each one is in the group.
func (g *Group) add(n *Node) {
	g.count(n)
	g.Cumulative.Add(n.Self)
	g.In = addTimes(g.In, n.In)
}

// count adds a node without its cumulative time.
func (s *Sum) count(n *Node) {
	s.Calls += n.Calls
	if n.Evidence == Sampled {
		s.Sampled += n.Calls
	}
	s.Self.Add(n.Self)
}

// Groups adds up the calls by groups of functions: names has the name of the group of each
// function. The groups are in the order of their first functions. The cost is linear in the
// nodes.
func (t *Tree) Groups(names []string) (groups []Group) {
	of, byName := make([]int32, len(names)), map[string]int32{}
	for i, name := range names {
		g, ok := byName[name]
		if !ok {
			g = int32(len(groups))
			byName[name] = g
			groups = append(groups, Group{Name: name})
		}
		of[i] = g
		t.prefer(&groups[g].Longest, &t.Longest[i])
	}
	t.addTo(groups, of)
	return groups
}

// addTo adds the calls to their groups: of lists the group of each function. A call counts
// in the cumulative time of its group only where no call around it is in the same group, so
// that recursion counts once.
func (t *Tree) addTo(groups []Group, of []int32) {
	open := make([]int32, len(groups))
	totals, in, children := t.Totals(), t.totalsIn(), t.children()
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
			groups[g].count(n)
			if open[g] == 0 {
				groups[g].Cumulative.Add(totals[c])
				groups[g].In = addTimes(groups[g].In, in[c])
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
}

// Totals returns the time in each node and in all that it calls, by state.
func (t *Tree) Totals() []tracefeed.StateTimes {
	totals := make([]tracefeed.StateTimes, len(t.Nodes))
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		n := &t.Nodes[i]
		totals[i].Add(n.Self)
		if n.Parent >= 0 {
			totals[n.Parent].Add(totals[i])
		}
	}
	return totals
}

// totalsIn returns the part of the totals in each set of the query.
func (t *Tree) totalsIn() [][]tracefeed.Time {
	totals := make([][]tracefeed.Time, len(t.Nodes))
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		n := &t.Nodes[i]
		totals[i] = addTimes(totals[i], n.In)
		if n.Parent >= 0 {
			totals[n.Parent] = addTimes(totals[n.Parent], totals[i])
		}
	}
	return totals
}

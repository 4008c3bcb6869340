package flame

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tiv/execution"
	"tiv/tracefeed"
)

// maxDepth is the number of calls within each other that are told apart; deeper ones
// count as a part of the last of these.
const maxDepth = 1024

// Path is a call path of a graph.
type Path struct {
	// Node is nil in paths that are too deep.
	Node *execution.Node
	// Depth is 1 for the outermost calls, 0 for the root.
	Depth int
	// Parent is the path of the caller, -1 for the root.
	Parent int32
	// Children are the paths with time in the states of the graph, the longest first.
	Children []int32
	// self and Total are the times in the function, and in all that it calls, by state.
	self, Total tracefeed.StateTimes
	// all is the time in the function and in all that it calls, in every state, and in the part
	// of it in each set of the tree's query; nil for none in any.
	all tracefeed.Time
	in  []tracefeed.Time
}

// paths returns the call paths, by node of the tree.
func (g *Graph) paths() []Path {
	nodes := g.Tree.Nodes
	all := make([]Path, len(nodes))
	to := make([]int32, len(nodes)) // itself, or the node at the maximum depth
	all[0].Node, all[0].Parent = &nodes[0], -1
	for i := 1; i < len(nodes); i++ {
		parent := to[nodes[i].Parent]
		if to[i] = int32(i); all[parent].Depth == maxDepth {
			to[i] = parent
		} else {
			all[i].Node, all[i].Parent, all[i].Depth = &nodes[i], parent, all[parent].Depth+1
		}
		at := &all[to[i]]
		for _, s := range g.states {
			at.self[s] += nodes[i].Self[s]
		}
		at.all += nodes[i].Self.Alive()
		at.addIn(nodes[i].In)
	}
	for i := len(all) - 1; i > 0; i-- {
		p := &all[i]
		if p.Node == nil {
			continue
		}
		p.Total.Add(p.self)
		all[p.Parent].all += p.all
		all[p.Parent].addIn(p.in)
		if p.Total.Alive() > 0 {
			all[p.Parent].Total.Add(p.Total)
			all[p.Parent].Children = append(all[p.Parent].Children, int32(i))
		}
	}
	for i := range all {
		slices.SortFunc(all[i].Children, func(a, b int32) int {
			return cmp.Or(cmp.Compare(all[b].Total.Alive(), all[a].Total.Alive()),
				strings.Compare(g.Tree.Functions[all[a].Node.Function], g.Tree.Functions[all[b].Node.Function]),
				cmp.Compare(all[a].Node.Evidence, all[b].Node.Evidence))
		})
	}
	return all
}

// addIn adds times in sets.
func (p *Path) addIn(in []tracefeed.Time) {
	if p.in == nil && in != nil {
		p.in = make([]tracefeed.Time, len(in))
	}
	for i, t := range in {
		p.in[i] += t
	}
}

// set returns the set with most of the time of a path; -1 if more of it is in none.
func (p *Path) set() (most int) {
	most, rest := -1, p.all
	for _, t := range p.in {
		rest -= t
	}
	for i, t := range p.in {
		if t > max(rest, 0) {
			most, rest = i, t
		}
	}
	return most
}

// About describes a call path.
func (g *Graph) About(path int32) string {
	var b strings.Builder
	p := &g.Paths[path]
	total, all := p.Total.Alive(), g.Paths[0].Total.Alive()
	fmt.Fprintf(&b, "%s\n%v, %.1f %%; ", g.name(p.Node.Function), total, 100*float64(total)/float64(all))
	if !g.callers {
		fmt.Fprintf(&b, "%v in itself; ", p.self.Alive())
	}
	calls := "calls"
	if p.Node.Calls == 1 {
		calls = "call"
	}
	if fmt.Fprintf(&b, "%d %s", p.Node.Calls, calls); g.callers {
		b.WriteString(" this way")
	}
	fmt.Fprintf(&b, ", %s", p.Node.Evidence)
	for _, state := range g.states {
		if d := p.Total[state]; d > 0 {
			fmt.Fprintf(&b, "\n%s %v, %.1f %%", state.Word(), d, 100*float64(d)/float64(total))
		}
	}
	return b.String()
}

package execution

import "slices"

// Callees returns the tree of a function: its calls, wherever they come from, with all that
// they call. Calls within others of the function are paths below these, so that no time
// counts twice. The functions are those of t.
func (t *Tree) Callees(function int32) *Tree {
	out := t.empty()
	to := make([]int32, len(t.Nodes)) // 0: not within the function
	for i, n := range t.Nodes {
		if i > 0 && (to[n.Parent] > 0 || n.Function == function) {
			to[i] = out.child(pathKey{to[n.Parent], n.Function, n.Evidence})
			sum := &out.tree.Nodes[to[i]]
			sum.Calls += n.Calls
			sum.Self.Add(n.Self)
			sum.In = addTimes(sum.In, n.In)
		}
	}
	return out.tree
}

// Callers returns the tree of a function upside down: below its calls are their callers, and
// below these their own. A path has the number and the time of the calls that came that way.
// Calls within others of the function do not count. The functions are those of t.
func (t *Tree) Callers(function int32) *Tree {
	out, totals, in := t.empty(), t.Totals(), t.totalsIn()
	within := make([]bool, len(t.Nodes))
	for i, n := range t.Nodes {
		if i == 0 || within[n.Parent] || n.Function != function {
			within[i] = i > 0 && within[n.Parent]
			continue
		}
		within[i] = true
		path := int32(0)
		for at := int32(i); at > 0; at = t.Nodes[at].Parent {
			path = out.child(pathKey{path, t.Nodes[at].Function, t.Nodes[at].Evidence})
			out.tree.Nodes[path].Calls += n.Calls
		}
		sum := &out.tree.Nodes[path]
		sum.Self.Add(totals[i])
		sum.In = addTimes(sum.In, in[i])
	}
	return out.tree
}

// empty returns a tree without calls, for the same functions.
func (t *Tree) empty() *merger {
	return &merger{index: map[pathKey]int32{},
		tree: &Tree{Functions: t.Functions, Nodes: []Node{{Parent: -1}}, Longest: slices.Clone(t.Longest), From: t.From, To: t.To}}
}

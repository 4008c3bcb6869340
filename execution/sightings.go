package execution

import "tiv/tracefeed"

// Sighting is an interval in which the code of a thread is known: a wait with a stack, a time in
// measured calls, or, without a length, a sample.
type Sighting struct {
	Thread     tracefeed.ThreadID
	Start, End tracefeed.Time
	State      tracefeed.State
	Cause      tracefeed.Cause
	// Counted is the part of its time that counts (Query.Within). Intervals of which none does are no sightings.
	Counted tracefeed.Time
	// Path is the calls of the thread, a node of the paths.
	Path int32
}

// Paths are call paths. Nodes[0] is a thread without a known call.
type Paths struct {
	// Functions are the names of the functions.
	Functions []string
	// Nodes have Parent and Function; callers are in front of what they call.
	Nodes []Node
	index map[pathKey]int32
}

// global returns the node of the paths for a node of a thread. Paths can be deep, so this does
// not recurse.
func (c *threadCode) global(p *Paths, node int32) int32 {
	for len(c.globals) < len(c.tree.nodes) {
		c.globals = append(c.globals, 0)
	}
	var missing []int32
	for ; node >= 0 && c.tree.nodes[node].Parent >= 0 && c.globals[node] == 0; node = c.tree.nodes[node].Parent {
		missing = append(missing, node)
	}
	at := int32(0)
	if node >= 0 && c.tree.nodes[node].Parent >= 0 {
		at = c.globals[node]
	}
	for i := len(missing) - 1; i >= 0; i-- {
		key := pathKey{parent: at, function: c.tree.nodes[missing[i]].Function}
		n, ok := p.index[key]
		if !ok {
			n = int32(len(p.Nodes))
			p.Nodes = append(p.Nodes, Node{Parent: at, Function: key.function})
			p.index[key] = n
		}
		at = n
		c.globals[missing[i]] = n
	}
	return at
}

// report reports a sighting, if the walk has a use for it.
func (c *threadCode) report(node int32, p piece) {
	if c.walk.seen != nil {
		c.walk.seen(c, node, p)
	}
}

package handler

// Outermost returns those of the found functions that some stack has outside of all others. A
// function that is only called while one of the others processes an event, such as a comparator
// in a handler, begins no event of its own. The cost is linear in the nodes.
func (t *Trie) Outermost(found []Found) (out []Found) {
	of := make(map[string]bool, len(found))
	for i := range found {
		of[found[i].Function] = true
	}
	is := make([]bool, len(t.Functions)) // found, by function
	for i := range t.Functions {
		is[i] = of[t.Functions[i].Name]
	}
	// within has each node in a found function; seen and outside are by function.
	within, seen, outside := make([]bool, len(t.Nodes)), make([]bool, len(t.Functions)), make([]bool, len(t.Functions))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		around := n.Parent >= 0 && within[n.Parent]
		within[i] = around || is[n.Function]
		seen[n.Function] = true
		outside[n.Function] = outside[n.Function] || !around
	}
	inner := map[string]bool{}
	for i := range t.Functions {
		if seen[i] && !outside[i] {
			inner[t.Functions[i].Name] = true
		}
	}
	for _, f := range found {
		if !inner[f.Function] {
			out = append(out, f)
		}
	}
	return out
}

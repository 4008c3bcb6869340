package handler

// Functions that compilers and runtimes generate say nothing about a program. What they call does, so it has their place.

// behind calls f for the functions that a generated function calls. It calls f for the function itself
// if that is not generated, or is not known to call another one.
func (c *collector) behind(n int32, via string, f func(n int32, via string)) {
	if !isAccessor(c.r.name(n)) {
		f(n, via)
		return
	}
	if c.callees == nil {
		c.callees = map[int32][]int32{}
		for i := range c.r.nodes {
			if x := &c.r.nodes[i]; x.own == int32(i) && x.from >= 0 {
				if from := c.r.nodes[x.from].own; from >= 0 && isAccessor(c.r.name(from)) {
					c.callees[from] = append(c.callees[from], int32(i))
				}
			}
		}
	}
	if via = c.r.name(n); len(c.callees[n]) == 0 {
		f(n, "")
	}
	for _, x := range c.callees[n] {
		c.behind(x, via, f)
	}
}

// mostBehind is the largest number of generated functions, one behind another, that are followed in a
// trie: there they could call each other in a circle.
const mostBehind = 8

// findNamed returns what the paper finds in a trie alone, without functions that handle nothing,
// and by the names of what generated ones call.
func (t *Trie) findNamed(th Thresholds) (all []Found) {
	subtrees := t.Subtrees()
	type name struct {
		function string
		typ      Type
	}
	seen := map[name]bool{}
	list := t.find(th)
	for _, f := range list {
		seen[name{f.Function, f.Type}] = !isAccessor(f.Function)
	}
	for _, f := range list {
		if isAccessor(f.Function) {
			via := f.Function
			for range mostBehind {
				if !isAccessor(f.Function) {
					break
				}
				callee := t.callee(f.Function, subtrees)
				if callee == "" {
					break
				}
				f.Function, f.Via = callee, via
			}
			if f.Via != "" && seen[name{f.Function, f.Type}] {
				continue // it was found by itself
			}
			seen[name{f.Function, f.Type}] = true
		}
		if !handlesNothing(f.Function) {
			all = append(all, f)
		}
	}
	return all
}

// callee returns the user's function that a function calls with the largest amount; empty for none.
// A recursive call is none.
func (t *Trie) callee(function string, subtrees []Counts) (best string) {
	amounts := map[int32]int64{}
	var most int64
	for i := range t.Nodes {
		n := &t.Nodes[i]
		f := &t.Functions[n.Function]
		if n.Parent < 0 || f.System || f.Name == function || t.Functions[t.Nodes[n.Parent].Function].Name != function {
			continue
		}
		amounts[n.Function] += subtrees[i].Sum()
		if a := amounts[n.Function]; a > most {
			most, best = a, f.Name
		}
	}
	return best
}

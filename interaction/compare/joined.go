package compare

// joined is disjoint sets of handles.
type joined struct {
	all    []handle
	at     map[handle]int
	parent []int // by index in all
}

// add adds a handle, in a set of its own if it is new, and returns its index.
func (j *joined) add(h handle) int {
	if j.at == nil {
		j.at = map[handle]int{}
	}
	i, known := j.at[h]
	if !known {
		i = len(j.all)
		j.at[h] = i
		j.all, j.parent = append(j.all, h), append(j.parent, i)
	}
	return i
}

// find returns the number of the set of a handle, which was added. Joins change it.
func (j *joined) find(h handle) int { return j.root(j.at[h]) }

func (j *joined) root(i int) int {
	for j.parent[i] != i {
		j.parent[i] = j.parent[j.parent[i]]
		i = j.parent[i]
	}
	return i
}

// join joins the sets of two handles.
func (j *joined) join(a, b handle) {
	j.parent[j.root(j.add(a))] = j.root(j.add(b))
}

package handler

// Function is a function in stacks.
type Function struct {
	Name string
	// System marks a function of a language's runtime, or of a library.
	System bool
}

// Node is the calls of a function by one call path.
type Node struct {
	// Parent is the node of the caller, -1 for the outermost call of a thread.
	Parent int32
	// Function is an index into the functions of the trie.
	Function int32
	// Counts are the amounts with the node as the innermost user's routine of a stack.
	Counts Counts
}

// callback is a user's routine that the system calls.
type callback struct {
	// function and caller are indices into the functions of the trie. caller is the one that
	// called it in most stacks, the first by name of equal ones; -1 if it is not known.
	function, caller int32
	// count is the amount of the stacks with such a call, each counted once.
	count int64
}

// Trie adds up the stacks of all threads by call path. It does not change.
type Trie struct {
	Functions []Function
	// Nodes has callers in front of what they call.
	Nodes []Node
	// callbacks are in order of their amounts, the largest first, then of names.
	callbacks []callback
	// Unit is the amount of one sample: 1, or the nanoseconds of a tick.
	Unit int64
	// Instants is the amount of all sampling instants: their number, or the length of the trace.
	Instants int64
	// Samples is the amount of all threads and instants, also without a stack. Aside is the part
	// of it that counts for callbacks only: a state is not known, or the innermost calls.
	Samples, Aside int64
	// Length and End are the length of the recording and its end, in milliseconds. End is
	// since 1970, or 0 if that is not known.
	Length, End int64
}

// InTime reports whether amounts are nanoseconds.
func (t *Trie) InTime() bool { return t.Unit > 1 }

// InSamples returns an amount as a number of samples, rounded; 1 at least, unless it is 0.
func (t *Trie) InSamples(amount int64) int64 {
	if amount <= 0 {
		return 0
	}
	return max(1, (amount+t.Unit/2)/t.Unit)
}

// Subtrees returns the amounts of each node with all nodes below it.
func (t *Trie) Subtrees() []Counts {
	all := make([]Counts, len(t.Nodes))
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		n := &t.Nodes[i]
		all[i].Add(&n.Counts)
		if n.Parent >= 0 {
			all[n.Parent].Add(&all[i])
		}
	}
	return all
}

// name returns the function of a node, empty for -1.
func (t *Trie) name(node int32) string {
	if node < 0 {
		return ""
	}
	return t.Functions[t.Nodes[node].Function].Name
}

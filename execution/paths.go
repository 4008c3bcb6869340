package execution

import (
	"slices"

	"tiv/tracefeed"
)

// pathTree is the call paths of one thread. A node without a parent is a root: time for
// which no code is known.
type pathTree struct {
	nodes []Node
	// depths are the distances of the nodes from their roots.
	depths []int32
	index  map[pathKey]int32
	// latest is, by node, its child that was last used, 0 for none.
	latest []int32
}

type pathKey struct {
	parent, function int32
	evidence         Evidence
}

// root appends a root.
func (t *pathTree) root() int32 { return t.append(Node{Parent: -1}, 0) }

func (t *pathTree) append(n Node, depth int32) int32 {
	t.nodes, t.depths, t.latest = append(t.nodes, n), append(t.depths, depth), append(t.latest, 0)
	return int32(len(t.nodes) - 1)
}

// child returns the node of a function that is called in another node.
func (t *pathTree) child(parent, function int32, evidence Evidence) int32 {
	if c := t.latest[parent]; c != 0 && t.nodes[c].Function == function && t.nodes[c].Evidence == evidence {
		return c
	}
	key := pathKey{parent, function, evidence}
	c, ok := t.index[key]
	if !ok {
		if t.index == nil {
			t.index = map[pathKey]int32{}
		}
		c = t.append(Node{Parent: parent, Function: function, Evidence: evidence}, t.depths[parent]+1)
		t.index[key] = c
	}
	t.latest[parent] = c
	return c
}

// wrap makes a root a call of a function, and returns a new root around it.
func (t *pathTree) wrap(root, function int32) int32 {
	outer := t.root()
	n := &t.nodes[root]
	n.Parent, n.Function, n.Evidence = outer, function, Measured
	if t.index == nil {
		t.index = map[pathKey]int32{}
	}
	t.index[pathKey{outer, function, Measured}] = root
	return outer
}

// shared returns the innermost node that two nodes of the same root have in common.
func (t *pathTree) shared(a, b int32) int32 {
	for a != b {
		if t.depths[a] < t.depths[b] {
			a, b = b, a
		}
		a = t.nodes[a].Parent
	}
	return a
}

// functions gives functions numbers, by name.
type functions struct {
	names  []string
	byName map[string]int32
	// ofName and ofFrame are the numbers of names and frames of the trace, 0 for those
	// not yet looked up and for an empty name.
	ofName, ofFrame []int32
}

func newFunctions(names, frames int) *functions {
	return &functions{names: []string{""}, byName: map[string]int32{"": 0}, ofName: make([]int32, names), ofFrame: make([]int32, frames)}
}

func (f *functions) of(number *int32, name string) int32 {
	if *number == 0 && name != "" {
		n, ok := f.byName[name]
		if !ok {
			n = int32(len(f.names))
			f.names = append(f.names, name)
			f.byName[name] = n
		}
		*number = n
	}
	return *number
}

// stackNode returns the node of a stack in the node of a call: that of the frames within
// the innermost frame of the call's function. In a root it is that of all frames. ok is
// false if the stack does not have the function.
func (w *treeWalk) stackNode(t *pathTree, in int32, s tracefeed.StackID) (n int32, ok bool) {
	frames := w.tl.Stacks[s]
	if t.nodes[in].Parent >= 0 {
		within := slices.IndexFunc(frames, func(f tracefeed.FrameID) bool { return w.frame(f) == t.nodes[in].Function })
		if within < 0 {
			return in, false
		}
		frames = frames[:within]
	}
	n = in
	for i := len(frames) - 1; i >= 0; i-- {
		n = t.child(n, w.frame(frames[i]), Sampled)
	}
	return n, true
}

// frame returns the function of a frame.
func (w *treeWalk) frame(f tracefeed.FrameID) int32 {
	return w.functions.of(&w.functions.ofFrame[f], w.tl.Frames[f].Func)
}

// name returns the function of a name.
func (w *treeWalk) name(n tracefeed.NameID) int32 {
	return w.functions.of(&w.functions.ofName[n], w.tl.Names[n])
}

package handler

import (
	"cmp"
	"slices"
	"strings"
)

// Type is the event that a handler processes.
type Type uint8

const (
	// NoType is the type of callbacks: their event is not known.
	NoType Type = iota
	// NodeWait: the event is the end of a wait, such as for an item of a queue.
	NodeWait
	// NodeIO: the event is data that were read.
	NodeIO
)

// String returns the word of the paper, empty for NoType.
func (t Type) String() string { return [...]string{"", "NODE_WAIT", "NODE_IO"}[t] }

// Pattern is a pattern of a node and its children, by its number in the paper; 0 for callbacks.
type Pattern uint8

const (
	// WaitCalls: a node waits, and calls handlers.
	WaitCalls Pattern = iota + 1
	// NextWaits: a node calls one function that waits for the next event, and handlers.
	NextWaits
	// ReadCalls: a node does IO, and calls handlers.
	ReadCalls
	// NextReads: a node calls one function that reads the next event, and handlers.
	NextReads
)

// Found is a function that processes events.
type Found struct {
	Function string
	Type     Type
	// Pattern is the pattern of the loop that calls the function; with several loops, of the one
	// below which the function has the largest amount. Loop is the function of that loop. Next is
	// the function that waits or reads for the loop, empty if the loop does it itself.
	// For a callback, Loop is the function of the system that calls it most often.
	Pattern    Pattern
	Loop, Next string
	// Count is the amount with the function on a stack: of a callback in any, of a handler where
	// its loop calls it.
	Count int64
	// Waits are the amounts by which the loop, or Next, waits or reads; Runs those by which the
	// function runs. Of a callback, Waits are those of the library's loop for what arrives. Both are
	// zero for callbacks by the rules of the paper.
	Waits, Runs Counts
	// Via is the generated function by which the loop calls the function, empty if there is none.
	Via string
	// Starts says that the loop starts a thread for each call.
	Starts bool
	// Begins is how often the function was seen to begin in the loop, After how often it was
	// seen to begin directly after a wait. Both are zero by the rules of the paper.
	Begins, After int64
	// Loops are all loops that call the function.
	Loops []Loop
}

// Loop is a loop that calls handlers, as nodes of the trie. Where the loop is in a library, Node is the innermost
// user's routine around it. A node is -1 if there is none.
type Loop struct {
	// Node is the loop, Next the routine that gets the next item, -1 if the loop does so.
	Node, Next int32
}

// IsCallback reports whether the system calls the function.
func (f *Found) IsCallback() bool { return f.Pattern == 0 }

// Kind returns the word for what the function is: callback or handler.
func (f *Found) Kind() string {
	if f.IsCallback() {
		return "callback"
	}
	return "handler"
}

// find returns what the rules of the paper find. The cost is linear in the nodes.
//
// A node has at most one pattern. Nodes below one with a pattern are part of its handlers.
func (t *Trie) find(th Thresholds) []Found {
	s := search{Trie: t, th: &th, subtrees: t.Subtrees(), found: map[key]*Found{}, largest: map[key]int64{}}
	s.labels = make([]judged, len(t.Nodes))
	for i := range t.Nodes {
		s.labels[i] = t.label(&th, &t.Nodes[i].Counts, &s.subtrees[i])
	}
	s.handlers()
	var all []Found
	for _, c := range t.callbacks {
		f := Found{Function: t.Functions[c.function].Name, Count: c.count}
		if c.caller >= 0 {
			f.Loop = t.Functions[c.caller].Name
		}
		all = append(all, f)
	}
	for _, f := range s.found {
		all = append(all, *f)
	}
	slices.SortFunc(all, func(a, b Found) int {
		return cmp.Or(cmp.Compare(min(a.Pattern, 1), min(b.Pattern, 1)), cmp.Compare(b.Count, a.Count),
			strings.Compare(a.Function, b.Function), cmp.Compare(a.Type, b.Type))
	})
	return all
}

// search finds handlers in a trie.
type search struct {
	*Trie
	th       *Thresholds
	subtrees []Counts
	labels   []judged
	children [][]int32
	found    map[key]*Found
	largest  map[key]int64 // amount of the node that Found names
}

type key struct {
	function int32
	Type
}

// handlers looks for patterns from the outermost nodes on.
func (s *search) handlers() {
	s.children = make([][]int32, len(s.Nodes))
	open := make([]bool, len(s.Nodes)) // the nodes around it have no pattern
	for i := range s.Nodes {
		if p := s.Nodes[i].Parent; p >= 0 {
			s.children[p] = append(s.children[p], int32(i))
		}
	}
	for i := range s.Nodes {
		if p := s.Nodes[i].Parent; p >= 0 && !open[p] {
			continue
		}
		if p := s.pattern(i); p != 0 {
			s.add(i, p)
		} else {
			open[i] = true
		}
	}
}

// pattern returns the pattern of a node, or 0.
func (s *search) pattern(i int) Pattern {
	var n [numLabels]int
	for _, c := range s.children[i] {
		n[s.labels[c].Label]++
	}
	label := s.labels[i].Label
	switch {
	case n[Running] == 0 || n[Mixed] > 0:
	case label == Waiting && n[Waiting] == 0:
		return WaitCalls
	case label != Mixed && n[Waiting] == 1:
		return NextWaits
	case label == Reading && n[Waiting] == 0 && n[Reading] == 0:
		return ReadCalls
	case label != Mixed && n[Waiting] == 0 && n[Reading] == 1:
		return NextReads
	}
	return 0
}

// add adds the handlers that a node with a pattern calls.
func (s *search) add(i int, p Pattern) {
	typ, next, waits := NodeWait, "", s.labels[i].counts
	if p == ReadCalls || p == NextReads {
		typ = NodeIO
	}
	loop := Loop{int32(i), -1}
	for _, c := range s.children[i] {
		if l := s.labels[c]; p == NextWaits && l.Label == Waiting || p == NextReads && l.Label == Reading {
			loop.Next = c
			next, waits = s.Functions[s.Nodes[c].Function].Name, l.counts
		}
	}
	for _, c := range s.children[i] {
		fn := s.Nodes[c].Function
		if s.labels[c].Label != Running || s.Functions[fn].System {
			continue
		}
		k, amount := key{fn, typ}, s.subtrees[c].Sum()
		f := s.found[k]
		if f == nil {
			f = &Found{Function: s.Functions[fn].Name, Type: typ}
			s.found[k] = f
		}
		f.Loops = append(f.Loops, loop)
		if f.Count += amount; amount > s.largest[k] {
			s.largest[k] = amount
			f.Pattern, f.Loop, f.Next = p, s.Functions[s.Nodes[i].Function].Name, next
			f.Waits, f.Runs = waits, s.labels[c].counts
		}
	}
}

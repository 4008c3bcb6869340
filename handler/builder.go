package handler

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"tiv/tracefeed/language"
)

// Builder adds stacks to a trie. Its memory grows with the distinct call paths.
type Builder struct {
	trie   Trie
	byName map[string]int32
	// starts and collects have for each function whether it starts threads, or belongs to
	// the garbage collector.
	starts, collects []bool
	nodes            map[call]int32
	callbacks        map[int32]int64
	callers          map[call]int64
	// seen has for each function the number of the last stack with it as a callback, 0 for none.
	// stack is the number of the current stack.
	seen  []int
	stack int
}

// call is a call of a function by a node, or by another function.
type call struct{ from, function int32 }

// NewBuilder returns a builder of a trie without stacks. unit is the amount of one sample: 1, or
// the nanoseconds of a tick.
func NewBuilder(unit int64) *Builder {
	return &Builder{trie: Trie{Unit: max(1, unit)}, byName: map[string]int32{}, nodes: map[call]int32{},
		callbacks: map[int32]int64{}, callers: map[call]int64{}}
}

// fork returns a builder without stacks that has the same functions by the same numbers.
func (b *Builder) fork() *Builder {
	f := NewBuilder(b.trie.Unit)
	f.trie.Functions, f.starts, f.collects = slices.Clip(b.trie.Functions), slices.Clip(b.starts), slices.Clip(b.collects)
	f.byName, f.seen = maps.Clone(b.byName), make([]int, len(b.seen))
	return f
}

// Function returns the index of a function for stacks.
func (b *Builder) Function(name string, split *Split) int32 {
	if f, ok := b.byName[name]; ok {
		return f
	}
	system := split.System(name)
	return b.function(name, system, split.startsThreads(name), system && language.OfName(name).Object == language.Collector)
}

// function appends a function.
func (b *Builder) function(name string, system, starts, collects bool) int32 {
	f := int32(len(b.trie.Functions))
	b.byName[name] = f
	b.trie.Functions = append(b.trie.Functions, Function{name, system})
	b.starts, b.collects, b.seen = append(b.starts, starts), append(b.collects, collects), append(b.seen, 0)
	return f
}

// Add adds a stack with its amounts, the outermost call first. aside is the amount in an
// unknown state, or with unknown calls inside: it counts for callbacks only.
func (b *Builder) Add(stack []int32, counts Counts, aside int64) {
	b.trie.Samples += counts.Sum() + aside
	b.trie.Aside += aside
	for len(stack) > 0 && b.starts[stack[0]] {
		stack = stack[1:]
	}
	b.addCallbacks(stack, counts.Sum()+aside)
	end := len(stack)
	for ; end > 0 && b.trie.Functions[stack[end-1]].System; end-- {
		if b.collects[stack[end-1]] { // it waits for no event
			counts = Counts{Run: counts[Run] + counts[Wait], IO: counts[IO]}
		}
	}
	if end == 0 || counts.Sum() == 0 {
		return
	}
	node := int32(-1)
	for _, f := range stack[:end] {
		node = b.child(node, f)
	}
	b.trie.Nodes[node].Counts.Add(&counts)
}

// child returns the node of a function that a node calls.
func (b *Builder) child(parent, function int32) int32 {
	key := call{parent, function}
	n, ok := b.nodes[key]
	if !ok {
		n = int32(len(b.trie.Nodes))
		b.trie.Nodes = append(b.trie.Nodes, Node{Parent: parent, Function: function})
		b.nodes[key] = n
	}
	return n
}

// addCallbacks counts the user's routines that the system calls in a stack.
func (b *Builder) addCallbacks(stack []int32, amount int64) {
	if amount == 0 {
		return
	}
	b.stack++
	for i := 1; i < len(stack); i++ {
		f, caller := stack[i], stack[i-1]
		if b.trie.Functions[f].System || !b.trie.Functions[caller].System || b.seen[f] == b.stack {
			continue
		}
		b.seen[f] = b.stack
		b.callbacks[f] += amount
		b.callers[call{caller, f}] += amount
	}
}

// Trie returns the trie. The builder must not be used any more.
func (b *Builder) Trie() *Trie {
	t := &b.trie
	callers := map[int32]int32{}
	for c, n := range b.callers {
		best, ok := callers[c.function]
		most := b.callers[call{best, c.function}]
		if !ok || n > most || n == most && t.Functions[c.from].Name < t.Functions[best].Name {
			callers[c.function] = c.from
		}
	}
	for f, n := range b.callbacks {
		caller, ok := callers[f]
		if !ok {
			caller = -1
		}
		t.callbacks = append(t.callbacks, callback{f, caller, n})
	}
	slices.SortFunc(t.callbacks, func(x, y callback) int {
		return cmp.Or(cmp.Compare(y.count, x.count), strings.Compare(t.Functions[x.function].Name, t.Functions[y.function].Name))
	})
	return t
}

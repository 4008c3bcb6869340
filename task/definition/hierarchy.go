package definition

import (
	"slices"
	"strings"
)

// hierarchy finds the lists of OBJECTS that a class belongs to: the lists with the class itself
// or with a class above it. It asks for the classes above each class once, whatever the cycles.
type hierarchy struct {
	supertypes func(class string) []string
	lists      map[string]int32 // numbers by text
	plain      *patterns        // of all lists, with the number of the list
	full       []fullPattern    // those with type arguments
	found      map[string][]int32
	// The search for strongly connected components: its path, the classes whose lists are not
	// complete, and their numbers.
	search, stack []*node
	order         map[string]int
	entered       int
}

type fullPattern struct {
	classPattern
	number int32
}

// node is a class during the search. All classes of a cycle belong to the same lists.
type node struct {
	class      string // canonical
	above      []string
	next       int // index in above
	order, low int
	lists      []int32
}

func newHierarchy(supertypes func(string) []string) *hierarchy {
	if supertypes == nil {
		supertypes = func(string) []string { return nil }
	}
	return &hierarchy{supertypes: supertypes, lists: map[string]int32{}, plain: newPatterns(), found: map[string][]int32{},
		order: map[string]int{}}
}

// add returns the number of a list of classes.
func (h *hierarchy) add(classes []string) int32 {
	if len(classes) == 0 {
		return -1
	}
	key := strings.Join(classes, " ")
	number, ok := h.lists[key]
	if ok {
		return number
	}
	number = int32(len(h.lists))
	h.lists[key] = number
	for _, c := range classes {
		if p := newClassPattern(c); p.arguments {
			h.full = append(h.full, fullPattern{p, number})
		} else {
			h.plain.add(p.text, number)
		}
	}
	return number
}

// below reports whether a class is in a list, or below a class of it.
func (h *hierarchy) below(class string, number int32) bool {
	key := canonical(class, true)
	lists, ok := h.found[key]
	if !ok {
		lists = h.find(class, key)
	}
	_, ok = slices.BinarySearch(lists, number)
	return ok
}

// find returns the lists of a class and stores those of all classes above it. It is Tarjan's
// search without recursion, because chains of classes can be long.
func (h *hierarchy) find(class, key string) []int32 {
	h.enter(class, key)
	for len(h.search) > 0 {
		n := h.search[len(h.search)-1]
		if n.next == len(n.above) {
			h.leave(n)
			continue
		}
		class := n.above[n.next]
		n.next++
		key := canonical(class, true)
		if lists, ok := h.found[key]; ok {
			n.lists = union(n.lists, lists)
		} else if order, ok := h.order[key]; ok {
			n.low = min(n.low, order)
		} else {
			h.enter(class, key)
		}
	}
	return h.found[key]
}

// enter begins the search above a class.
func (h *hierarchy) enter(class, key string) {
	n := &node{class: key, above: h.supertypes(class), order: h.entered, low: h.entered, lists: h.own(class)}
	h.entered++
	h.order[key] = n.order
	h.stack = append(h.stack, n)
	h.search = append(h.search, n)
}

// own returns the lists that have a class itself.
func (h *hierarchy) own(class string) (lists []int32) {
	lists = h.plain.match(nil, canonical(class, false))
	for _, p := range h.full {
		if p.matchesAny([]string{class}) {
			lists = append(lists, p.number)
		}
	}
	slices.Sort(lists)
	return slices.Compact(lists)
}

// leave ends the search above a class, and adds its lists to the class below it on the path. If
// no class above it leads back further, the classes on the stack from it on form a cycle.
func (h *hierarchy) leave(n *node) {
	h.search = h.search[:len(h.search)-1]
	if len(h.search) > 0 {
		below := h.search[len(h.search)-1]
		below.low = min(below.low, n.low)
		defer func() { below.lists = union(below.lists, n.lists) }()
	}
	if n.low < n.order {
		return
	}
	at := len(h.stack) - 1
	for h.stack[at] != n {
		at--
	}
	for _, m := range h.stack[at:] {
		h.found[m.class] = n.lists
		delete(h.order, m.class)
	}
	h.stack = h.stack[:at]
}

// union returns two sorted sets as one.
func union(a, b []int32) []int32 {
	if len(b) == 0 || slices.Equal(a, b) {
		return a
	}
	if len(a) == 0 {
		return b
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

package definition

import (
	"slices"
	"strings"
	"sync"
)

// Function is the properties of a function that a trace knows.
type Function struct {
	Name  string
	Files []string // with its code; empty ones are ignored
}

// Matches is the definitions of the functions of a trace. It never changes.
type Matches struct {
	list      List
	functions []Function
	compiled  []compiled
	of        []int32
	// some is a function that each definition matches, whether or not an earlier one matches
	// it too; -1 for none. first says that the definition is the first for some function.
	some  []int32
	first []bool
	continued
	// unmatched is findUnmatched, once.
	unmatched func() []Unmatched
}

// Match finds the definition of each function. supertypes returns the classes and interfaces
// directly above a class, in any spelling; it gets classes as names of functions and its own
// answers spell them, and may be nil if the trace has no hierarchy. It may have cycles.
//
// The cost is linear in functions for definitions without stars; a definition with a star in
// METHOD is compared with the functions whose method has its first or last letter.
func (l List) Match(functions []Function, supertypes func(class string) []string) *Matches {
	x := newMatcher(l, supertypes)
	m := &Matches{list: l, functions: functions, compiled: x.compiled, of: make([]int32, len(functions)),
		some: make([]int32, len(l)), first: make([]bool, len(l))}
	c := newContinuing(l, len(functions))
	for d := range m.some {
		m.some[d] = -1
	}
	for i := range functions {
		n := split(functions[i].Name)
		m.of[i] = int32(m.match(x, i, &n))
		if c != nil {
			c.match(i, x.classOf(n.class), &n)
		}
	}
	for _, d := range m.of {
		if d >= 0 {
			m.first[d] = true
		}
	}
	if c != nil {
		m.continued = c.continued
	}
	m.unmatched = sync.OnceValue(m.findUnmatched)
	return m
}

// match returns the first definition of a function, or -1.
func (m *Matches) match(x *matcher, i int, n *name) int {
	best := -1
	for _, d := range x.candidates(n) {
		// A later definition is of interest only until it has a function.
		if best >= 0 && int(d) > best && m.some[d] >= 0 {
			continue
		}
		if !x.compiled[d].matchesRest(n, x.classOf(n.class), m.functions[i].Files, x.hierarchy) {
			continue
		}
		if m.some[d] < 0 {
			m.some[d] = int32(i)
		}
		if best < 0 || int(d) < best {
			best = int(d)
		}
	}
	return best
}

// Of returns the index of the first definition that matches a function, or -1.
func (m *Matches) Of(i int) int { return int(m.of[i]) }

// Functions returns, by definition, the number of functions for which it is the first.
func (m *Matches) Functions() []int {
	n := make([]int, len(m.list))
	for i, d := range m.of {
		if d >= 0 && m.functions[i].Name != "" {
			n[d]++
		}
	}
	return n
}

// Extends reports whether the functions of an older trace are the first ones here, and have the
// same definitions, for both are the matches of one list.
func (m *Matches) Extends(older *Matches) bool {
	return startsWith(m.of, older.of) && startsWith(m.set, older.set) &&
		len(m.sets) >= len(older.sets) && slices.EqualFunc(m.sets[:len(older.sets)], older.sets, slices.Equal[[]int32])
}

// startsWith reports whether the first numbers of a list are those of another one.
func startsWith(list, first []int32) bool {
	return len(list) >= len(first) && slices.Equal(list[:len(first)], first)
}

// matcher finds definitions that may match a name.
type matcher struct {
	compiled  []compiled
	hierarchy *hierarchy
	methods   *patterns // METHOD
	classes   *patterns // CLASS, of definitions for any method
	any       []int32   // definitions for any method of any class, or of one with type arguments
	found     []int32   // candidates of the last name
	known     map[string]*class
	text      string // of the last class
	last      *class
}

func newMatcher(l List, supertypes func(string) []string) *matcher {
	x := &matcher{hierarchy: newHierarchy(supertypes), methods: newPatterns(), classes: newPatterns(), known: map[string]*class{}}
	for i, d := range l {
		c := compile(d)
		c.objects = x.hierarchy.add(d.Objects)
		x.compiled = append(x.compiled, c)
		switch {
		case !c.method.any():
			x.methods.add(strings.Join(c.method, "*"), int32(i))
		case c.class != nil && !c.class.arguments:
			x.classes.add(c.class.text, int32(i))
		default:
			x.any = append(x.any, int32(i))
		}
	}
	return x
}

// candidates returns the definitions whose METHOD matches a name, in no order. The next call
// overwrites them.
func (x *matcher) candidates(n *name) []int32 {
	x.found = x.methods.match(x.found[:0], n.method)
	x.found = append(x.found, x.any...)
	if x.classes.size > 0 {
		c := x.classOf(n.class)
		x.found = append(x.found, c.anyMethod...)
	}
	return x.found
}

// mostClasses is the number of classes that a matcher remembers.
const mostClasses = 1 << 16

// classOf returns the class with a text.
func (x *matcher) classOf(text string) *class {
	if x.last != nil && x.text == text {
		return x.last
	}
	c := x.known[text]
	if c == nil {
		if c = newClass(text); x.classes.size > 0 {
			for _, p := range c.plain {
				c.anyMethod = x.classes.match(c.anyMethod, p)
			}
		}
		if len(x.known) >= mostClasses {
			clear(x.known)
		}
		x.known[text] = c
	}
	x.text, x.last = text, c
	return c
}

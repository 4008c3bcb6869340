package definition

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Unmatched is a definition that is the first for no function.
type Unmatched struct {
	Definition Definition
	Index      int // of the definition in its list
	// By is the index of an earlier definition that takes the functions of this one, or -1 if
	// there are none.
	By int
	// nearest are names of functions that the definition may mean, best first.
	nearest []string
}

// String says that, with the place of the definition.
func (u Unmatched) String() string {
	where := fmt.Sprintf("%s:%d: %s", u.Definition.File, u.Definition.Line, u.Definition.Name)
	if u.By >= 0 {
		return where + " begins no task: " + u.Hint()
	}
	text := fmt.Sprintf("%s matches no function of the trace (%s)", where, u.Definition)
	if hint := u.Hint(); hint != "" {
		text += "; " + hint
	}
	return text
}

// Hint says why the definition is the first for no function, or which functions it may mean; "" if
// no name is near.
func (u Unmatched) Hint() string {
	switch {
	case u.By >= 0:
		return "an earlier definition matches the same functions"
	case len(u.nearest) > 0:
		return "near it are " + strings.Join(u.nearest, ", ")
	}
	return ""
}

const (
	mostNearest   = 3
	mostSearches  = 20  // definitions for which names are searched
	mostCompared  = 200 // bytes of a class that are compared
	farthestClass = 60  // distance of classes
)

// Unmatched returns the definitions of files that match nothing. Built-in ones are left out:
// no program has all of their libraries. The list belongs to m, which searches once.
func (m *Matches) Unmatched() []Unmatched { return m.unmatched() }

func (m *Matches) findUnmatched() (all []Unmatched) {
	var searches []*search
	for d := range m.list {
		if m.first[d] || m.list[d].File == builtInFile {
			continue
		}
		u := Unmatched{Definition: m.list[d], Index: d, By: -1}
		if i := m.some[d]; i >= 0 {
			u.By = int(m.of[i])
		} else if len(searches) < mostSearches {
			searches = append(searches, newSearch(&m.compiled[d], len(all)))
		}
		all = append(all, u)
	}
	if len(searches) == 0 {
		return all
	}
	classes := map[string]int{}
	for _, f := range m.functions {
		c := candidate{function: f.Name}
		n := split(f.Name)
		c.method, c.letters = n.method, lettersOf(n.method)
		number, ok := classes[n.class]
		if !ok {
			number = len(classes)
			classes[n.class] = number
			class := canonical(n.class, false)
			for _, s := range searches {
				s.compareClass(class)
			}
		}
		c.class = number
		for _, s := range searches {
			s.consider(&c)
		}
	}
	for _, s := range searches {
		for _, v := range s.best {
			all[s.result].nearest = append(all[s.result].nearest, v.name)
		}
	}
	return all
}

// near is a function with its distance from a definition.
type near struct {
	method, class int
	name          string
}

func compareNear(a, b near) int {
	return cmp.Or(cmp.Compare(a.method, b.method), cmp.Compare(a.class, b.class), cmp.Compare(len(a.name), len(b.name)),
		cmp.Compare(a.name, b.name))
}

// search finds the functions with the most similar method, and of these the ones with the most
// similar class.
type search struct {
	*compiled
	result     int     // index of the definition in the result
	methodName string  // METHOD without stars
	className  string  // CLASS without stars
	letters    uint64  // of methodName
	limit      int     // of the distance of methods
	classes    []int32 // distances by the numbers of classes
	best       []near
}

func newSearch(c *compiled, result int) *search {
	s := &search{compiled: c, result: result, methodName: strings.Join(c.method, "")}
	s.letters, s.limit = lettersOf(s.methodName), len(s.methodName)/3+2
	if c.class != nil {
		class := strings.Join(c.class.pattern, "")
		s.className = class[:min(len(class), mostCompared)]
	}
	return s
}

// candidate is a function of the trace in a search.
type candidate struct {
	function, method string
	letters          uint64 // of method
	class            int    // number
}

// compareClass sets the distance of the next class.
func (s *search) compareClass(class string) {
	var d int32
	if s.class != nil && !s.class.matches(class) {
		d = int32(distance(s.className, class[:min(len(class), mostCompared)], farthestClass))
	}
	s.classes = append(s.classes, d)
}

// consider adds a function to the best ones if it is nearer than one of them.
func (s *search) consider(c *candidate) {
	v := near{name: c.function, class: int(s.classes[c.class])}
	if !s.method.matches(c.method) {
		v.method = s.similarity(c.method, c.letters)
	}
	// Other methods of the class are better than nothing.
	if v.method >= s.limit && (s.class == nil || v.class > 0) {
		return
	}
	if len(s.best) == mostNearest && compareNear(v, s.best[mostNearest-1]) > 0 {
		return
	}
	at, twice := slices.BinarySearchFunc(s.best, v, compareNear)
	if !twice {
		s.best = slices.Insert(s.best, at, v)
		s.best = s.best[:min(len(s.best), mostNearest)]
	}
}

// similarity returns the distance of a method from METHOD, at most the limit. A name within the
// other one is near.
func (s *search) similarity(method string, letters uint64) int {
	short, long := s.methodName, method
	if len(short) > len(long) {
		short, long = long, short
	}
	const few = 3 // letters, within many names
	if len(short) >= few && strings.Contains(long, short) {
		return min(len(long)-len(short), s.limit-1)
	}
	// An insertion or a removal changes one letter of the set, a replacement two.
	if bits.OnesCount64(s.letters^letters) > 2*s.limit {
		return s.limit
	}
	return distance(s.methodName, method, s.limit)
}

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
	// By is the index of an earlier definition that takes the functions of this one, or -1 if
	// there are none.
	By int
	// Nearest are names of functions that the definition may mean, best first.
	Nearest []string
}

// String says that, with the place of the definition.
func (u Unmatched) String() string {
	where := fmt.Sprintf("%s:%d: %s", u.Definition.File, u.Definition.Line, u.Definition.Name)
	if u.By >= 0 {
		return where + " begins no task: an earlier definition matches the same functions"
	}
	text := fmt.Sprintf("%s matches no function of the trace (%s)", where, u.Definition)
	if len(u.Nearest) > 0 {
		text += "; near it are " + strings.Join(u.Nearest, ", ")
	}
	return text
}

const (
	mostNearest   = 3
	mostSearches  = 20  // definitions for which names are searched
	mostCompared  = 200 // bytes of a class that are compared
	farthestClass = 60  // distance of classes
)

// Unmatched returns the definitions of files that match nothing. Built-in ones are left out:
// no program has all of their libraries.
func (m *Matches) Unmatched() (all []Unmatched) {
	for d := range m.list {
		if m.first[d] || m.list[d].File == builtInFile {
			continue
		}
		u := Unmatched{Definition: m.list[d], By: -1}
		if i := m.some[d]; i >= 0 {
			u.By = int(m.of[i])
		} else if len(all) < mostSearches {
			u.Nearest = m.nearest(d)
		}
		all = append(all, u)
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

// nearest returns the names of the functions with the most similar method, and of these the
// ones with the most similar class.
func (m *Matches) nearest(d int) (names []string) {
	method := strings.Join(m.compiled[d].method, "")
	class := ""
	if p := m.compiled[d].class; p != nil {
		class = strings.Join(p.pattern, "")
		class = class[:min(len(class), mostCompared)]
	}
	var best []near
	limit := len(method)/3 + 2
	letters := lettersOf(method)
	for _, f := range m.functions {
		n := split(f.Name)
		v := near{name: f.Name}
		if !m.compiled[d].method.matches(n.method) {
			if v.method = similarity(method, n.method, letters, limit); v.method >= limit {
				continue
			}
		}
		if len(best) == mostNearest && v.method > best[mostNearest-1].method {
			continue
		}
		if class != "" {
			c := canonical(n.class, false)
			v.class = distance(class, c[:min(len(c), mostCompared)], farthestClass)
		}
		at, twice := slices.BinarySearchFunc(best, v, compareNear)
		if !twice && at < mostNearest {
			best = slices.Insert(best, at, v)
			best = best[:min(len(best), mostNearest)]
		}
	}
	for _, v := range best {
		names = append(names, v.name)
	}
	return names
}

// similarity returns the distance of two names, at most limit. A name within the other one is
// near.
func similarity(want, have string, letters uint64, limit int) int {
	if len(want) > 2 && len(have) > 2 && (strings.Contains(have, want) || strings.Contains(want, have)) {
		return min(max(len(want)-len(have), len(have)-len(want), 1), limit-1)
	}
	// Each insertion, removal or replacement changes at most two letters of the set.
	if bits.OnesCount64(letters^lettersOf(have)) > 2*limit {
		return limit
	}
	return distance(want, have, limit)
}

// lettersOf returns the set of a text's letters.
func lettersOf(s string) (set uint64) {
	for i := range len(s) {
		set |= 1 << (s[i] & 63)
	}
	return set
}

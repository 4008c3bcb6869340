package slice

import (
	"tiv/expression"
)

// condition is the condition of a definition for elements of type E. It is not safe for
// use by several goroutines.
type condition[E any] struct {
	tests   []test[E]
	machine expression.Machine
	err     error
}

// test is one of the conditions that && joins. Most of them concern something that many
// elements have in common, such as the function of calls, so the results are remembered.
type test[E any] struct {
	program *expression.Program
	// row fills in a row, and returns it.
	row func(*E, *expression.Program) any
	// key is what the result depends on; nil if it is another one for each element.
	key     func(*E) int64
	results memo
}

// memo is the results of a test by key. Most keys are small.
type memo struct {
	small []result
	large map[int64]result
}

// maxSmall bounds the keys that have a place in a list.
const maxSmall = 1 << 16

type result uint8

const (
	unknown result = iota
	no
	yes
)

func (m *memo) get(key int64) result {
	if uint64(key) < uint64(len(m.small)) {
		return m.small[key]
	}
	return m.large[key]
}

func (m *memo) put(key int64, r result) {
	switch {
	case uint64(key) < maxSmall:
		if missing := int(key) + 1 - len(m.small); missing > 0 {
			m.small = append(m.small, make([]result, missing)...)
		}
		m.small[key] = r
	case m.large == nil:
		m.large = map[int64]result{key: r}
	default:
		m.large[key] = r
	}
}

// common says that words concern something that elements have in common.
type common[E any] struct {
	words []string // nil for all
	key   func(*E) int64
}

// newCondition returns the condition that a text describes, with the error if it does not.
func newCondition[E any](k Kind, where string, row func(*E, *expression.Program) any, commons ...common[E]) *condition[E] {
	programs, err := k.Language().ParseAll(where)
	c := &condition[E]{err: err}
	for _, p := range programs {
		t := test[E]{program: p, row: row}
		for _, x := range commons {
			if x.words == nil || usesOnly(k, p, x.words) {
				t.key = x.key
				break
			}
		}
		c.tests = append(c.tests, t)
	}
	return c
}

// usesOnly reports whether a condition uses no words but some.
func usesOnly(k Kind, p *expression.Program, words []string) bool {
	only := map[string]bool{}
	for _, w := range words {
		only[w] = true
	}
	for _, w := range k.Language().Words {
		if p.Uses(w.Name) && !only[w.Name] {
			return false
		}
	}
	return true
}

// fits reports whether the condition is true for an element. After an error it is false
// for all.
func (c *condition[E]) fits(e *E) bool {
	for i := range c.tests {
		if !c.test(&c.tests[i], e) {
			return false
		}
	}
	return c.err == nil
}

func (c *condition[E]) test(t *test[E], e *E) bool {
	if t.key == nil {
		return c.run(t, e)
	}
	key := t.key(e)
	r := t.results.get(key)
	if r == unknown {
		if r = no; c.run(t, e) {
			r = yes
		}
		t.results.put(key, r)
	}
	return r == yes
}

func (c *condition[E]) run(t *test[E], e *E) bool {
	if c.err != nil {
		return false
	}
	yes, err := c.machine.Test(t.program, t.row(e, t.program))
	c.err = err
	return yes
}

package definition

import (
	"encoding/binary"
	"slices"
	"strings"
)

// continued is the patterns of CONTINUE that match functions.
type continued struct {
	sets   [][]int32 // sorted numbers of patterns; functions share them
	set    []int32   // index in sets by function
	wanted [][]int32 // sorted numbers of the patterns of each definition
}

// Continues reports whether the CONTINUE of a definition matches function i.
func (c *continued) Continues(definition, i int) bool {
	if len(c.set) == 0 {
		return false
	}
	have := c.sets[c.set[i]]
	return len(have) > 0 && slices.ContainsFunc(c.wanted[definition], func(p int32) bool {
		_, ok := slices.BinarySearch(have, p)
		return ok
	})
}

// continuing fills a continued.
type continuing struct {
	continued
	numbers map[string]int32 // of patterns by text
	signs   []*signature     // of patterns, or nil
	plain   *patterns        // of names without type arguments
	full    *patterns        // of names with type arguments
	index   map[string]int32 // of sets
	found   []int32
	text    []byte
	key     []byte
}

// newContinuing returns nil if no definition has CONTINUE.
func newContinuing(l List, functions int) *continuing {
	if !slices.ContainsFunc(l, func(d Definition) bool { return len(d.Continue) > 0 }) {
		return nil
	}
	c := &continuing{numbers: map[string]int32{}, plain: newPatterns(), full: newPatterns(), index: map[string]int32{"": 0}}
	c.sets, c.set = [][]int32{nil}, make([]int32, functions)
	for _, d := range l {
		var wanted []int32
		for _, text := range d.Continue {
			wanted = append(wanted, c.add(text))
		}
		slices.Sort(wanted)
		c.wanted = append(c.wanted, wanted)
	}
	return c
}

// add returns the number of a pattern.
func (c *continuing) add(text string) int32 {
	if number, ok := c.numbers[text]; ok {
		return number
	}
	number := int32(len(c.signs))
	c.numbers[text] = number
	var sign *signature
	if s := split(text).sign; s != "" {
		p := newSignature(s)
		sign, text = &p, strings.TrimSuffix(text, s)
	}
	c.signs = append(c.signs, sign)
	plain, full := canonical(text, false), canonical(text, true)
	if plain == full {
		c.plain.add(plain, number)
	} else {
		c.full.add(full, number)
	}
	return number
}

// match finds the patterns of a function.
func (c *continuing) match(i int, class *class, n *name) {
	c.found = c.found[:0]
	for _, spelling := range class.plain {
		c.found = c.plain.match(c.found, c.whole(spelling, n.method))
	}
	if c.full.size > 0 {
		for _, spelling := range class.spellings {
			c.found = c.full.match(c.found, c.whole(canonical(spelling, true), n.method+squeezed(n.arguments)))
		}
	}
	c.found = slices.DeleteFunc(c.found, func(p int32) bool { return c.signs[p] != nil && n.sign != "" && !c.signs[p].matches(n.sign) })
	if len(c.found) == 0 {
		return
	}
	slices.Sort(c.found)
	c.found = slices.Compact(c.found)
	c.key = c.key[:0]
	for _, p := range c.found {
		c.key = binary.AppendUvarint(c.key, uint64(p))
	}
	set, ok := c.index[string(c.key)]
	if !ok {
		set = int32(len(c.sets))
		c.index[string(c.key)] = set
		c.sets = append(c.sets, slices.Clone(c.found))
	}
	c.set[i] = set
}

// whole returns a canonical name.
func (c *continuing) whole(class, method string) string {
	if class == "" {
		return method
	}
	c.text = append(append(append(c.text[:0], class...), '.'), method...)
	return string(c.text)
}

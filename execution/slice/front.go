package slice

import (
	"fmt"
	"slices"

	"tiv/expression"
	"tiv/tracefeed"
)

// front is the slices in front of one in the list.
type front struct {
	definitions []Definition
	sets        []*Set
}

// until returns the first n slices.
func (s *Slices) until(n int) front { return front{s.Definitions[:n], s.Sets[:n]} }

// at returns the names of the slices that cover a thread at a moment.
func (f front) at(t tracefeed.ThreadID, at tracefeed.Time) expression.Texts {
	return f.covering(func(s *Set) bool { return s.Contains(t, at) })
}

// covering returns the names of the slices of which something is true.
func (f front) covering(is func(*Set) bool) (names expression.Texts) {
	for i, set := range f.sets {
		if is(set) {
			names = append(names, f.definitions[i].Name)
		}
	}
	return names
}

// check returns why a definition cannot be computed.
func (s *Slices) check(i int) error {
	d := &s.Definitions[i]
	same := slices.IndexFunc(s.Definitions, func(x Definition) bool { return x.Name == d.Name })
	switch {
	case i >= Max:
		return fmt.Errorf("there are more than %d slices", Max)
	case same < i:
		return fmt.Errorf("there are two slices with the name %q", d.Name)
	}
	return d.Check()
}

// usesSlices reports whether a definition depends on those in front of it.
func (s *Slices) usesSlices(i int) bool {
	d := &s.Definitions[i]
	p, err := d.Of.Language().Parse(d.Where)
	return err == nil && p.Uses(sliceWord.Name)
}

// take takes a set from an earlier result, if it is the same there.
func (s *Slices) take(i int, before *Slices) {
	if before == nil {
		return
	}
	j := slices.IndexFunc(before.Definitions, func(x Definition) bool {
		x.Name, x.Colour = s.Definitions[i].Name, s.Definitions[i].Colour
		return x == s.Definitions[i]
	})
	if j < 0 || before.Errors[j] != nil {
		return
	}
	if s.usesSlices(i) && (i != j || !s.sameNames(before, i) || !slices.Equal(before.Sets[:i], s.Sets[:i])) {
		return
	}
	s.Sets[i] = before.Sets[j]
}

// sameNames reports whether the slices in front of one have the same names as before.
func (s *Slices) sameNames(before *Slices, i int) bool {
	return slices.EqualFunc(before.Definitions[:i], s.Definitions[:i], func(a, b Definition) bool { return a.Name == b.Name })
}

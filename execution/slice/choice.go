package slice

import "tiv/execution"

// choice is a choice of objects, for several goroutines; nil chooses none and forbids none.
type choice func(*execution.Life) bool

// Has reports whether an object is in the set: the condition of a slice of objects fits it,
// and its birth is within the bounds. Other slices have an object if they cover its
// allocation.
func (s *Set) Has(o *execution.Life) bool {
	if s != nil && s.has != nil {
		return s.has(o)
	}
	return o.Allocated && s.Contains(o.Thread, o.Start)
}

// Admits reports whether calls on an object can be in the set. Slices of objects admit those
// that their condition fits, others all.
func (s *Set) Admits(o *execution.Life) bool { return s == nil || s.admits == nil || s.admits(o) }

// chooses reports whether the set has objects by other rules than time.
func (s *Set) chooses() bool { return s != nil && s.has != nil }

// choose gives a set of time the objects of a definition: those that a condition fits, if they
// are born within the bounds.
func (s *Set) choose(d *Definition, fits choice) {
	s.has = func(o *execution.Life) bool {
		return o.Start >= d.From && (d.To == 0 || o.Start < d.To) && fits(o)
	}
}

// chooseBoth sets the objects of what two sets have in common.
func (s *Set) chooseBoth(a, b *Set) {
	if a.chooses() || b.chooses() {
		s.has = func(o *execution.Life) bool { return a.Has(o) && b.Has(o) }
		s.admits = func(o *execution.Life) bool { return a.Admits(o) && b.Admits(o) }
	}
}

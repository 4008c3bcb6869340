package patterns

import (
	"slices"

	"tiv/tracefeed"
)

// Sought is what a search for a pattern finds.
type Sought uint8

const (
	// Change is any change of the pattern.
	Change Sought = iota
	// NoWaits, InPairs, ToOne, ToMany and Closed are a moment without waits, and those with a group
	// of that pattern or a deadlock.
	NoWaits
	InPairs
	ToOne
	ToMany
	Closed
	// Groups are several groups at once.
	Groups
)

// String returns the word for commands, with blanks.
func (s Sought) String() string {
	return [...]string{"change", "no waits", "pairs", "many to one", "many to many", "deadlock", "groups"}[s]
}

// is reports whether a moment is sought.
func (s Sought) is(m *Moment) bool {
	switch s {
	case NoWaits:
		return len(m.Kinds) == 0
	case Groups:
		return len(m.Groups) > 1
	case InPairs, ToOne, ToMany, Closed:
		return slices.Contains(m.Kinds, [...]Kind{InPairs: Other, ToOne: ManyToOne, ToMany: ManyToMany, Closed: Ring}[s])
	}
	return false
}

// begins reports whether a moment is sought and the one before is not.
func (s *Series) begins(what Sought, i int) bool {
	if what == Change {
		return i > 0 && !slices.Equal(s.Moments[i].Kinds, s.Moments[i-1].Kinds)
	}
	return what.is(&s.Moments[i]) && (i == 0 || !what.is(&s.Moments[i-1]))
}

// Next returns the next moment after a time at which what is sought begins or, with a direction below
// 0, the last one before it; ok is false if there is none.
func (s *Series) Next(what Sought, from tracefeed.Time, direction int) (at tracefeed.Time, ok bool) {
	for i := range s.Moments {
		t := s.Time(i)
		switch {
		case !s.begins(what, i):
		case direction < 0 && t < from:
			at, ok = t, true
		case direction >= 0 && t > from:
			return t, true
		}
	}
	return at, ok
}

package slice

import (
	"slices"
	"strings"
)

// A path of bases is the names of slices, outermost first, one a line: the base is the time
// that all of them cover. Names have one line. The path "" is that of all time.

// Within returns the path of a slice within a path.
func Within(path, name string) string {
	if path == "" {
		return name
	}
	return path + "\n" + name
}

// OnPath reports whether a slice is one of those of a path.
func OnPath(path, name string) bool {
	return path != "" && slices.Contains(strings.Split(path, "\n"), name)
}

// Above returns the part of a path in front of a slice; all of it if the slice is not there.
func Above(path, name string) string {
	names := strings.Split(path, "\n")
	if i := slices.Index(names, name); i >= 0 {
		names = names[:i]
	}
	return strings.Join(names, "\n")
}

// MissingBase returns the first name on a path that no slice of a list has; "" for none.
func MissingBase(list []Definition, path string) string {
	for name := range strings.SplitSeq(path, "\n") {
		if name != "" && Find(list, name) < 0 {
			return name
		}
	}
	return ""
}

// PathTitle is a path for people.
func PathTitle(path string) string { return strings.ReplaceAll(path, "\n", " › ") }

// Base returns what counts with a path of bases: nil for all time, and of nil slices, nothing
// if a slice of the path is missing. It keeps the result.
func (s *Slices) Base(path string) *Set {
	if s == nil || path == "" {
		return nil
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	base, ok := s.bases[path]
	if !ok {
		if s.bases == nil {
			s.bases = map[string]*Set{}
		}
		base = s.within(strings.Split(path, "\n"))
		s.bases[path] = base
	}
	return base
}

// within returns what all of some slices cover.
func (s *Slices) within(names []string) (base *Set) {
	for _, name := range names {
		switch i := Find(s.Definitions, name); {
		case i < 0:
			return &Set{}
		case base == nil:
			base = s.Sets[i]
		default:
			base = And(base, s.Sets[i])
		}
	}
	return base
}

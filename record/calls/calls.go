// Package calls decides by name which functions record their calls.
//
// A pattern of --calls and the name of a function go in, in the form of stacks; an answer
// comes out. It is the same for all languages, and knows no program.
package calls

import (
	"slices"
	"strings"
)

// A Pattern covers functions by name: a function, the functions inside it, all functions of
// a type, or of a package and the packages inside it; * is any text.
type Pattern string

// Plain returns a name without the additions of Go's stacks: main.(*List[...]).Push is
// main.List.Push, and an escaped dot is a dot.
func Plain(name string) string { return decorations.Replace(name) }

var decorations = strings.NewReplacer("(*", "", ")", "", "[...]", "", "%2e", ".")

// Covers reports whether p covers a name, or a function around it. The name is plain.
func (p Pattern) Covers(name string) bool { return covers(Plain(string(p)), name) }

func covers(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if !strings.HasPrefix(name, parts[0]) {
		return false
	}
	name = name[len(parts[0]):]
	if len(parts) == 1 {
		return isInside(name)
	}
	last := parts[len(parts)-1]
	for _, part := range parts[1 : len(parts)-1] {
		_, rest, ok := strings.Cut(name, part)
		if !ok {
			return false
		}
		name = rest
	}
	for last != "" {
		at := strings.Index(name, last)
		if at < 0 {
			return false
		}
		if isInside(name[at+len(last):]) {
			break
		}
		name = name[at+1:]
	}
	return true
}

// isInside reports whether a name that ends with rest is the name before it, or one inside
// that.
func isInside(rest string) bool { return rest == "" || strings.IndexByte(separators, rest[0]) >= 0 }

// separators are between the parts of names: main.handle, example.com/acme, bank::transfer.
const separators = "./:"

// MayCover reports whether p can cover a function of a package.
func (p Pattern) MayCover(pkg string) bool {
	first, _, more := strings.Cut(Plain(string(p)), "*")
	if more && len(first) <= len(pkg) {
		return strings.HasPrefix(pkg, first)
	}
	return covers(first, pkg+".") || covers(pkg, first)
}

// Anywhere reports whether p begins with any text. Such patterns cover functions of the
// user's own modules only.
func (p Pattern) Anywhere() bool { return strings.HasPrefix(string(p), "*") }

// Similar returns a text with some of the names of functions: those that a pattern may
// mean, or else others.
func Similar(pattern string, names, others []string) string {
	const most = 3
	last := strings.TrimRight(pattern, separators+"*")
	last = strings.ToLower(strings.Trim(pattern[strings.LastIndexAny(last, separators)+1:], separators+"*+"))
	like := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.Contains(strings.ToLower(Plain(name)), last) })
	if len(like) == 0 {
		like = slices.Clone(others)
	}
	if len(like) == 0 {
		return "the program has no functions of its own"
	}
	slices.Sort(like)
	like = slices.Compact(like)
	return "there is " + strings.Join(like[:min(len(like), most)], ", ")
}

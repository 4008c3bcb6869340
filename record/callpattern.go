package record

import "strings"

// A callPattern covers functions by name: a function, what is inside it, all functions of
// a type, or of a package and the packages inside it; * is any text.
type callPattern string

// plain returns a name without what Go's stacks add to it: main.(*List[...]).Push is
// main.List.Push, and an escaped dot is a dot.
func plain(name string) string { return decorations.Replace(name) }

var decorations = strings.NewReplacer("(*", "", ")", "", "[...]", "", "%2e", ".")

// covers reports whether p covers a name, or what it is inside. The name is plain.
func (p callPattern) covers(name string) bool { return covers(plain(string(p)), name) }

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
func isInside(rest string) bool { return rest == "" || rest[0] == '.' || rest[0] == '/' }

// mayCover reports whether p can cover a function of a package.
func (p callPattern) mayCover(pkg string) bool {
	first, _, more := strings.Cut(plain(string(p)), "*")
	if more && len(first) <= len(pkg) {
		return strings.HasPrefix(pkg, first)
	}
	return covers(first, pkg+".") || covers(pkg, first)
}

// anywhere reports whether p begins with any text. Such patterns cover functions of the
// user's own modules only.
func (p callPattern) anywhere() bool { return strings.HasPrefix(string(p), "*") }

package definition

import (
	"slices"
	"strings"
)

// mostTails is the number of components of SOURCE up to which a trace may have a shorter path.
const mostTails = 32

// sourcePattern is the pattern of SOURCE: a path, or the end of one.
type sourcePattern struct {
	pattern
	tails []pattern // the ends of the path at its separators
}

func newSourcePattern(text string) sourcePattern {
	text = strings.ReplaceAll(text, `\`, "/")
	p := sourcePattern{pattern: newPattern(text)}
	for at := len(text); len(p.tails) < mostTails; {
		if at = strings.LastIndexByte(text[:at], '/'); at < 0 {
			break
		}
		p.tails = append(p.tails, newPattern(text[at+1:]))
	}
	return p
}

// matches reports whether one of a function's files matches the pattern. A function without a
// known file matches.
func (p sourcePattern) matches(files []string) bool {
	unknown := true
	for _, f := range files {
		if f == "" {
			continue
		}
		unknown = false
		if p.matchesFile(strings.ReplaceAll(f[:min(len(f), mostName)], `\`, "/")) {
			return true
		}
	}
	return unknown
}

// matchesFile compares whole paths, or the shorter one with the end of the longer one.
func (p sourcePattern) matchesFile(file string) bool {
	if end := p.pattern[len(p.pattern)-1]; !strings.HasSuffix(file, end) && len(file) >= len(end) {
		return false
	}
	if p.pattern.matches(file) {
		return true
	}
	for i := range len(file) {
		if file[i] == '/' && p.pattern.matches(file[i+1:]) {
			return true
		}
	}
	return !isAbsolute(file) && slices.ContainsFunc(p.tails, func(tail pattern) bool { return tail.matches(file) })
}

func isAbsolute(path string) bool {
	return strings.HasPrefix(path, "/") || len(path) > 2 && path[1:3] == ":/"
}

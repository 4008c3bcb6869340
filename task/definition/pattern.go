package definition

import "strings"

// pattern is a text in which * is any text: the pieces between the stars.
type pattern []string

func newPattern(s string) pattern { return strings.Split(s, "*") }

// exact reports whether a pattern has no star.
func (p pattern) exact() bool { return len(p) == 1 }

// any reports whether a pattern matches everything.
func (p pattern) any() bool { return len(p) > 1 && strings.Join(p, "") == "" }

// matches reports whether a pattern matches a text, in linear time.
func (p pattern) matches(s string) bool {
	if len(p) == 1 {
		return s == p[0]
	}
	last := len(p) - 1
	if len(s) < len(p[0])+len(p[last]) || !strings.HasPrefix(s, p[0]) || !strings.HasSuffix(s, p[last]) {
		return false
	}
	s = s[len(p[0]) : len(s)-len(p[last])]
	for _, piece := range p[1:last] {
		at := strings.Index(s, piece)
		if at < 0 {
			return false
		}
		s = s[at+len(piece):]
	}
	return true
}

// patterns finds the patterns of a set that match a text. A pattern has a number.
type patterns struct {
	exact map[string][]int32
	// Patterns with stars are found by the first byte of their beginning or the last one of
	// their end. Others are tried with each text.
	first, last [256][]numbered
	others      []numbered
	size        int
}

type numbered struct {
	pattern
	number  int32
	letters uint64 // of the pieces
}

func newPatterns() *patterns { return &patterns{exact: map[string][]int32{}} }

func (ps *patterns) add(text string, number int32) {
	ps.size++
	p := newPattern(text)
	n, last := numbered{p, number, lettersOf(strings.Join(p, ""))}, p[len(p)-1]
	switch {
	case p.exact():
		ps.exact[text] = append(ps.exact[text], number)
	case p[0] != "":
		ps.first[p[0][0]] = append(ps.first[p[0][0]], n)
	case last != "":
		ps.last[last[len(last)-1]] = append(ps.last[last[len(last)-1]], n)
	default:
		ps.others = append(ps.others, n)
	}
}

// match appends the numbers of the patterns that match a text, in no order.
func (ps *patterns) match(numbers []int32, s string) []int32 {
	if len(ps.exact) > 0 {
		numbers = append(numbers, ps.exact[s]...)
	}
	lists := [...][]numbered{ps.others, nil, nil}
	if s != "" {
		lists[1], lists[2] = ps.first[s[0]], ps.last[s[len(s)-1]]
	}
	var letters uint64
	for _, list := range lists {
		if len(list) > 0 && letters == 0 {
			letters = lettersOf(s)
		}
		for i := range list {
			if p := &list[i]; p.letters&^letters == 0 && p.matches(s) {
				numbers = append(numbers, p.number)
			}
		}
	}
	return numbers
}

// lettersOf returns the set of a text's letters. Two letters may share a bit.
func lettersOf(s string) (set uint64) {
	for i := range len(s) {
		set |= 1 << (s[i] & 63)
	}
	return set
}

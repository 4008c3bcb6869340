package chrome

import (
	"errors"
	"math"
	"strconv"
)

// scanner reads JSON values from bytes that may end within one.
type scanner struct {
	b []byte
	i int // position in b
}

var (
	// errShort: the bytes end within a value.
	errShort  = errors.New("the file ends within an event")
	errSyntax = errors.New("not the JSON of a trace")
)

// peek returns the next byte that is no space, 0 at the end of the bytes.
func (s *scanner) peek() byte {
	for ; s.i < len(s.b); s.i++ {
		switch c := s.b[s.i]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// is skips the next byte that is no space if it is c.
func (s *scanner) is(c byte) bool {
	if s.peek() == c {
		s.i++
		return true
	}
	return false
}

// text returns the bytes of a string between its quotes, with its escapes.
func (s *scanner) text() ([]byte, error) {
	if !s.is('"') {
		return nil, s.unexpected()
	}
	start := s.i
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case '"':
			s.i++
			return s.b[start : s.i-1], nil
		case '\\':
			s.i++
		}
		s.i++
	}
	return nil, errShort
}

// unexpected is the error for a byte that cannot be here.
func (s *scanner) unexpected() error {
	if s.i >= len(s.b) {
		return errShort
	}
	return errSyntax
}

// value returns the bytes of any value. Of what is within a list or an object, only the
// strings and brackets are looked at.
func (s *scanner) value() ([]byte, error) {
	c := s.peek()
	start := s.i
	switch c {
	case 0, ',', ':', ']', '}':
		return nil, s.unexpected()
	case '"':
		_, err := s.text()
		return s.b[start:min(s.i, len(s.b))], err
	case '{', '[':
		var k skipper
		n, done := k.skip(s.b[s.i:])
		if s.i += n; !done {
			return nil, errShort
		}
		return s.b[start:s.i], nil
	}
	for ; s.i < len(s.b); s.i++ {
		switch s.b[s.i] {
		case ',', ']', '}', ' ', '\t', '\r', '\n':
			return s.b[start:s.i], nil
		case '"', '{', '[', ':':
			return nil, errSyntax
		}
	}
	return nil, errShort
}

// member returns the value of a member of an object, nil if it has none. Of other values, only
// the ends are looked at: those of Python can be NaN.
func member(object []byte, name string) []byte {
	s := scanner{b: object}
	if !s.is('{') {
		return nil
	}
	for {
		key, err := s.text()
		if err != nil || !s.is(':') {
			return nil
		}
		v, err := s.value()
		if err != nil {
			return nil
		}
		if string(key) == name {
			return v
		}
		s.is(',')
	}
}

// whole returns a whole number, in any form: 2, "2", 2.0 or 2e3.
func whole(v []byte) (n int64, ok bool) {
	text := string(bare(v))
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, true
	}
	const exact = 1 << 53
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > exact {
		return 0, false
	}
	return int64(f), true
}

// skipper finds the end of a string, list or object that comes in parts.
type skipper struct {
	depth           int
	quoted, escaped bool
}

// skip returns the number of bytes up to the end of the value, and whether that is among
// them.
func (k *skipper) skip(b []byte) (n int, done bool) {
	for i, c := range b {
		switch {
		case k.escaped:
			k.escaped = false
			continue
		case k.quoted:
			if k.escaped = c == '\\'; c != '"' {
				continue
			}
			k.quoted = false
		case c == '"':
			k.quoted = true
			continue
		case c == '{' || c == '[':
			k.depth++
			continue
		case c == '}' || c == ']':
			k.depth--
		default:
			continue
		}
		if k.depth <= 0 {
			return i + 1, true
		}
	}
	return len(b), false
}

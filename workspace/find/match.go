package find

import (
	"bytes"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Score is the quality of a match.
type Score uint8

// The scores, the best last. Capital and small letters are the same.
const (
	// NoMatch: the characters are not there, in that order.
	NoMatch Score = iota
	// Scattered: the name has the characters of the query in their order. Here
	// and in Initials, spaces of the query are ignored.
	Scattered
	// Inside: the query is a part of the name.
	Inside
	// Initials: the name has the characters of the query in runs, and each
	// run begins a word.
	Initials
	// Word: the query is a part of the name that begins with a word.
	Word
	// Prefix: the name begins with it.
	Prefix
	// Exact: it is the name.
	Exact
)

// query is the text to look for, in lower case.
type query struct {
	whole []byte
	// packed is whole without spaces.
	packed  []byte
	letters uint64
	// plain: each of its bytes is a character.
	plain bool
}

// newQuery takes a text as it is typed. It is not ok if no name can fit.
func newQuery(text string) (q query, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) > maxLen {
		return q, false
	}
	fold(text, func(r rune, _ bool, _ int) {
		q.whole = utf8.AppendRune(q.whole, r)
	})
	if utf8.RuneCount(q.whole) < utf8.RuneCountInString(text) {
		return q, false // small letters can take more bytes
	}
	q.packed = bytes.ReplaceAll(q.whole, []byte(" "), nil)
	q.letters, q.plain = letters(q.packed), utf8.RuneCount(q.packed) == len(q.packed)
	return q, true
}

// match scores a name.
func (n *names) match(p *place, q *query) Score {
	if p.letters&q.letters != q.letters {
		return NoMatch
	}
	text := n.bytes(p)
	if bytes.HasPrefix(text, q.whole) {
		if len(text) == len(q.whole) {
			return Exact
		}
		return Prefix
	}
	if !inOrder(text, q.packed) {
		return NoMatch
	}
	inside := bytes.Index(text, q.whole)
	for at := inside; at >= 0; {
		if n.starts[int(p.word)+at/8]>>(at%8)&1 != 0 {
			return Word
		}
		next := bytes.Index(text[at+1:], q.whole)
		if next < 0 {
			break
		}
		at += 1 + next
	}
	switch {
	case len(q.packed) > 1 && n.runs(p, q.packed, true):
		return Initials
	case inside >= 0:
		return Inside
	case q.plain || n.runs(p, q.packed, false):
		return Scattered
	}
	return NoMatch
}

// inOrder reports whether a text has some bytes in their order, regardless of
// the characters they are part of.
func inOrder(text, packed []byte) bool {
	i := 0
	for _, c := range text {
		if i == len(packed) {
			return true
		}
		if c == packed[i] {
			i++
		}
	}
	return i == len(packed)
}

// runs reports whether a name has the characters of a query in their order,
// either anywhere or such that each run of neighbours begins a word.
//
// For each byte of the query in turn, a set has its possible positions, a bit
// for each byte of the name: the position after one of the byte before, or the
// begin of a run anywhere after the first such position. Continuation bytes of
// a character begin no run.
func (n *names) runs(p *place, packed []byte, atWords bool) bool {
	var ends, starts [maxLen / 64]chunk
	words := int(p.length+7) / 8
	text := n.text[8*p.word:][:8*words]
	for i, w := range n.starts[p.word:][:words] {
		starts[i/8] |= chunk(w) << (i % 8 * 8)
	}
	first := -1 // the first place of the byte before
	for i, c := range packed {
		after := first
		first = -1
		var carry chunk
		for k := 0; 64*k < len(text); k++ {
			begins := ^chunk(0)
			if atWords {
				begins = starts[k]
			}
			if begins &= above(after - 64*k); !utf8.RuneStart(c) {
				begins = 0
			}
			goesOn := ends[k]<<1 | carry
			if i == 0 {
				goesOn = 0
			}
			carry = ends[k] >> 63
			ends[k] = positions(text[64*k:min(64*k+64, len(text))], c) & (begins | goesOn)
			if first < 0 && ends[k] != 0 {
				first = 64*k + bits.TrailingZeros64(ends[k])
			}
		}
		if first < 0 {
			return false
		}
	}
	return true
}

// above returns the set of all positions of a chunk above i. i may be
// outside the chunk.
func above(i int) chunk {
	switch {
	case i < 0:
		return ^chunk(0)
	case i >= 63:
		return 0
	}
	return ^chunk(0) << (i + 1)
}

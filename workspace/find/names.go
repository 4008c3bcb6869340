package find

import (
	"encoding/binary"
	"slices"
	"unicode"
	"unicode/utf8"
	"unsafe"
)

// maxLen is the number of bytes of a name that are examined, because traces
// are untrusted. It is four times the bits of a word.
const maxLen = 256

// names holds many names in lower case in one buffer, so that a search reads
// memory sequentially.
//
// Bit sets have one bit for each byte of text, eight bytes to a word: starts
// has the bits of word starts, one byte a word.
type names struct {
	text   []byte
	starts []byte
	places []place
}

// place is the place of one name in the buffer.
type place struct {
	// letters has a bit for each kind of byte that is in the name.
	letters uint64
	// word is its offset, in words of eight bytes; length is in bytes.
	word   uint32
	length uint32
}

func (n *names) grow(more int) {
	n.places = slices.Grow(n.places, more)
	n.text = slices.Grow(n.text, 16*more)
	n.starts = slices.Grow(n.starts, 2*more)
}

func (n *names) add(name string) {
	p := place{word: uint32(len(n.text) / 8)}
	begin := len(n.text)
	var bits [maxLen / 8]byte
	fold(name, func(r rune, start bool, _ int) {
		if at := len(n.text) - begin; start {
			bits[at/8] |= 1 << (at % 8)
		}
		n.text = utf8.AppendRune(n.text, r)
	})
	p.length = uint32(len(n.text) - begin)
	p.letters = letters(n.text[begin:])
	for len(n.text)%8 != 0 {
		n.text = append(n.text, 0)
	}
	n.starts = append(n.starts, bits[:(len(n.text)-begin)/8]...)
	n.places = append(n.places, p)
}

// bytes returns a name in small letters.
func (n *names) bytes(p *place) []byte {
	return n.text[8*p.word:][:p.length:p.length]
}

// string is bytes as a string. It shares memory with the buffer.
func (n *names) string(p *place) string { return unsafe.String(unsafe.SliceData(n.bytes(p)), p.length) }

// fold calls f for the characters of a name in lower case, up to the length
// limit, with whether a word begins there and with the byte offset.
func fold(name string, f func(r rune, start bool, at int)) {
	before, length := ' ', 0
	for at, r := range name {
		small := unicode.ToLower(r)
		if length += utf8.RuneLen(small); length > maxLen {
			return
		}
		f(small, at == 0 || startsWord(before, r), at)
		before = r
	}
}

// startsWord reports whether a word begins between two characters: after a
// character that is neither letter nor digit, where digits follow letters, and
// at the hump of a camel.
func startsWord(before, r rune) bool {
	switch {
	case unicode.IsDigit(r):
		return !unicode.IsDigit(before)
	case !unicode.IsLetter(r):
		return false
	case unicode.IsUpper(r):
		return !unicode.IsUpper(before)
	}
	return !unicode.IsLetter(before) && !unicode.IsDigit(before)
}

// letters returns a set of the bytes of a text, but for spaces. Bytes that are
// neither small letters nor digits share bits.
func letters(text []byte) (set uint64) {
	for _, c := range text {
		switch {
		case 'a' <= c && c <= 'z':
			set |= 1 << (c - 'a')
		case '0' <= c && c <= '9':
			set |= 1 << (26 + c - '0')
		case c != ' ':
			set |= 1 << (36 + c%28)
		}
	}
	return set
}

// chunk is 64 bytes of a name, a bit for each.
type chunk = uint64

// positions returns the positions of a byte in the words of text that make up a
// chunk. It compares eight bytes at once.
func positions(text []byte, c byte) (set chunk) {
	const ones, low = 0x0101010101010101, 0x7f7f7f7f7f7f7f7f
	for i := 0; i+8 <= len(text); i += 8 {
		x := binary.LittleEndian.Uint64(text[i:]) ^ ones*uint64(c)
		zero := ^((x&low + low) | x | low) >> 7
		set |= zero * 0x0102040810204080 >> 56 << i
	}
	return set
}

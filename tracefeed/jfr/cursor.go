package jfr

import (
	"unicode/utf16"

	"tiv/internal/varint"
)

// cursor reads the values of a chunk. Like varint.Reader, it returns zeros after the
// first value that cannot be read.
type cursor struct{ varint.Reader }

func newCursor(b []byte) cursor { return cursor{varint.New(b)} }

// long reads an integer of up to nine bytes. The ninth has eight bits of it, all
// others have seven.
func (c *cursor) long() int64 {
	if len(c.Rest) > 0 && c.Rest[0] < 0x80 {
		v := c.Rest[0]
		c.Rest = c.Rest[1:]
		return int64(v)
	}
	var v uint64
	for i, b := range c.Rest {
		if i == 8 {
			c.Rest = c.Rest[9:]
			return int64(v | uint64(b)<<56)
		}
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			c.Rest = c.Rest[i+1:]
			return int64(v)
		}
	}
	c.Fail()
	return 0
}

// count reads the number of elements that follow. Each has one byte at least.
func (c *cursor) count() int {
	n := c.long()
	if n < 0 || n > int64(len(c.Rest)) {
		c.Fail()
		return 0
	}
	return int(n)
}

// The encodings of a string.
const (
	nullString = iota
	emptyString
	pooledString
	utf8String
	charsString
	latin1String
)

// text reads a string; pool has the strings of the constant pool.
func (c *cursor) text(pool map[int64]string) string {
	switch c.Byte() {
	case nullString, emptyString:
	case pooledString:
		return pool[c.long()]
	case utf8String:
		return string(c.Bytes(uint64(c.count())))
	case charsString:
		chars := make([]uint16, c.count())
		for i := range chars {
			chars[i] = uint16(c.long())
		}
		return string(utf16.Decode(chars))
	case latin1String:
		b := c.Bytes(uint64(c.count()))
		runes := make([]rune, len(b))
		for i := range b {
			runes[i] = rune(b[i])
		}
		return string(runes)
	default:
		c.Fail()
	}
	return ""
}

// skipText skips a string.
func (c *cursor) skipText() {
	switch c.Byte() {
	case nullString, emptyString:
	case pooledString:
		c.long()
	case utf8String, latin1String:
		c.Bytes(uint64(c.count()))
	case charsString:
		for range c.count() {
			c.long()
		}
	default:
		c.Fail()
	}
}

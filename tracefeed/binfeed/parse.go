package binfeed

import (
	"encoding/binary"
	"errors"
)

// errShort is the error of most damaged data.
var errShort = errors.New("it is shorter than it should be")

// parser decodes numbers from the start of a byte slice. If the slice is too
// short, it returns zeros and sets err.
type parser struct {
	in  []byte
	err error
}

func (p *parser) fail() {
	p.in = nil
	if p.err == nil {
		p.err = errShort
	}
}

// bytes returns the next n bytes.
func (p *parser) bytes(n uint64) []byte {
	if n > uint64(len(p.in)) {
		p.fail()
		return nil
	}
	b := p.in[:n]
	p.in = p.in[n:]
	return b
}

func (p *parser) byte() byte {
	if b := p.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (p *parser) uint32() uint32 {
	if b := p.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (p *parser) uvarint() uint64 {
	if len(p.in) > 0 && p.in[0] < 0x80 {
		v := p.in[0]
		p.in = p.in[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(p.in)
	if n <= 0 {
		p.fail()
		return 0
	}
	p.in = p.in[n:]
	return v
}

func (p *parser) zigzag() int64 {
	v := p.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

func (p *parser) string() string { return string(p.bytes(p.uvarint())) }

// end returns an error if bytes are left, or were missing.
func (p *parser) end() error {
	if p.err == nil && len(p.in) > 0 {
		p.err = errors.New("it is longer than it should be")
	}
	return p.err
}

// parseColumn decodes a column of numbers of 31 bits.
func parseColumn[T ~int32](p *parser, buf []T, n uint64) []T {
	if n > uint64(len(p.in)) {
		p.fail()
		return buf[:0]
	}
	buf = grow(buf, int(n))
	rest, ok := decodeColumn(buf, p.in)
	if !ok {
		p.fail()
		return buf[:0]
	}
	p.in = rest
	return buf
}

// skipColumn skips a column.
func skipColumn(p *parser, n uint64) {
	if n > uint64(len(p.in)) {
		p.fail()
		return
	}
	size, controls := uint64(0), p.bytes((n+3)/4)
	for i, control := range controls {
		if i == len(controls)-1 && n%4 > 0 { // it is for fewer than four
			control &= 1<<(2*(n%4)) - 1
			size -= 4 - n%4
		}
		size += uint64(quads[control].size)
	}
	p.bytes(size)
}

func appendString(out []byte, s string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(s))), s...)
}

package binfeed

import (
	"encoding/binary"
	"errors"

	"tiv/internal/varint"
)

// errShort is the error of most damaged data.
var errShort = errors.New("it is shorter than it should be")

// parser decodes the parts of a chunk.
type parser struct{ varint.Reader }

func newParser(in []byte) *parser { return &parser{varint.New(in)} }

func (p *parser) uint32() uint32 {
	if b := p.Bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (p *parser) string() string { return string(p.Bytes(p.Uvarint())) }

// err returns errShort if the data was too short so far.
func (p *parser) err() error {
	if p.Bad {
		return errShort
	}
	return nil
}

// end returns an error if bytes are left, or were missing.
func (p *parser) end() error {
	if len(p.Rest) > 0 {
		return errors.New("it is longer than it should be")
	}
	return p.err()
}

// parseColumn decodes a column of numbers of 31 bits.
func parseColumn[T ~int32](p *parser, buf []T, n uint64) []T {
	if n > uint64(len(p.Rest)) {
		p.Fail()
		return buf[:0]
	}
	buf = grow(buf, int(n))
	rest, ok := decodeColumn(buf, p.Rest)
	if !ok {
		p.Fail()
		return buf[:0]
	}
	p.Rest = rest
	return buf
}

// skipColumn skips a column.
func skipColumn(p *parser, n uint64) {
	if n > uint64(len(p.Rest)) {
		p.Fail()
		return
	}
	size, controls := uint64(0), p.Bytes((n+3)/4)
	for i, control := range controls {
		if i == len(controls)-1 && n%4 > 0 { // it is for fewer than four
			control &= 1<<(2*(n%4)) - 1
			size -= 4 - n%4
		}
		size += uint64(quads[control].size)
	}
	p.Bytes(size)
}

func appendString(out []byte, s string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(s))), s...)
}

package binfeed

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// StreamVByte: a column of 32-bit numbers as control bytes, each with the
// lengths of the next four numbers, and the bytes of the numbers. Decoding has
// no branch that depends on the data (Lemire, Kurz, Rupp: "Stream VByte: Faster
// Byte-Oriented Integer Compression", 2018).

// quad describes how to extract four numbers, for one control byte.
type quad struct {
	// mask extracts each number from the 32 bits at its start.
	mask [4]uint32
	// second and fourth are the offsets in bits of these numbers from the
	// number before.
	second, fourth uint8
	// half is the number of bytes of the first two numbers, size of all four.
	half, size uint8
}

var quads = func() (table [256]quad) {
	for c := range table {
		q := &table[c]
		var length [4]uint8
		for i := range length {
			length[i] = uint8(c>>(2*i)&3) + 1
			q.mask[i] = uint32(1<<(8*length[i]) - 1)
			q.size += length[i]
		}
		q.second, q.fourth = 8*length[0], 8*length[2]
		q.half = length[0] + length[1]
	}
	return table
}()

// longestQuad is the maximum number of bytes of four numbers.
const longestQuad = 16

// decodeColumn fills out from the column at the start of in, and returns the
// rest of in; false if the column is longer than in.
func decodeColumn[T ~int32 | ~int64](out []T, in []byte) (rest []byte, ok bool) {
	controls := (len(out) + 3) / 4
	if len(in) < controls {
		return nil, false
	}
	control, in := in[:controls], in[controls:]
	for len(out) >= 4 && len(in) >= longestQuad && len(control) > 0 {
		q := &quads[control[0]]
		low := binary.LittleEndian.Uint64(in)
		high := binary.LittleEndian.Uint64(in[q.half&15:])
		out[0] = T(uint32(low) & q.mask[0])
		out[1] = T(uint32(low>>(q.second&63)) & q.mask[1])
		out[2] = T(uint32(high) & q.mask[2])
		out[3] = T(uint32(high>>(q.fourth&63)) & q.mask[3])
		in, out, control = in[q.size&31:], out[4:], control[1:]
	}
	return decodeColumnEnd(out, control, in)
}

// decodeColumnEnd decodes the last numbers, one by one.
func decodeColumnEnd[T ~int32 | ~int64](out []T, control, in []byte) (rest []byte, ok bool) {
	for i := range out {
		n := int(control[i/4]>>(2*(i%4))&3) + 1
		if len(in) < n {
			return nil, false
		}
		var v uint32
		for k := range n {
			v |= uint32(in[k]) << (8 * k)
		}
		out[i], in = T(v), in[n:]
	}
	return in, true
}

// appendColumn appends the low 32 bits of the values as a column.
func appendColumn[T ~int32 | ~int64](out []byte, values []T) []byte {
	controls := (len(values) + 3) / 4
	out = slices.Grow(out, controls+4*len(values))
	at, end := len(out), len(out)+controls
	out = out[:cap(out)]
	clear(out[at:end])
	for i, value := range values {
		v := uint32(value)
		length := (bits.Len32(v|1) + 7) / 8
		out[at+i/4] |= byte(length-1) << (2 * (i % 4))
		binary.LittleEndian.PutUint32(out[end:], v) // longer than it counts
		end += length
	}
	return out[:end]
}

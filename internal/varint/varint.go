// Package varint reads numbers of variable length.
package varint

import "encoding/binary"

// Reader reads numbers and bytes from the start of a byte slice. If the slice is too
// short or holds an invalid number, it returns zeros from then on, so a caller checks
// Bad once after several reads.
type Reader struct {
	// Rest is what has not been read yet. It is part of the slice of New.
	Rest []byte
	// Bad is set by the first read that fails, and by Fail.
	Bad bool
}

// New returns a reader of a byte slice, which must not change while it is in use.
func New(in []byte) Reader { return Reader{Rest: in} }

// Fail makes the data invalid.
func (r *Reader) Fail() { r.Rest, r.Bad = nil, true }

// Bytes returns the next n bytes, without a copy; nil if there are fewer.
func (r *Reader) Bytes(n uint64) []byte {
	if n > uint64(len(r.Rest)) {
		r.Fail()
		return nil
	}
	b := r.Rest[:n]
	r.Rest = r.Rest[n:]
	return b
}

// Byte returns the next byte.
func (r *Reader) Byte() byte {
	if b := r.Bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// Is skips the next byte if that is b, and reports whether it is.
func (r *Reader) Is(b byte) bool {
	if len(r.Rest) == 0 || r.Rest[0] != b {
		return false
	}
	r.Rest = r.Rest[1:]
	return true
}

// Uvarint returns the next number in the encoding of binary.AppendUvarint.
func (r *Reader) Uvarint() uint64 {
	if len(r.Rest) > 0 && r.Rest[0] < 0x80 {
		v := r.Rest[0]
		r.Rest = r.Rest[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(r.Rest)
	if n <= 0 {
		r.Fail()
		return 0
	}
	r.Rest = r.Rest[n:]
	return v
}

// Varint returns the next number in the encoding of binary.AppendVarint.
func (r *Reader) Varint() int64 {
	v := r.Uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

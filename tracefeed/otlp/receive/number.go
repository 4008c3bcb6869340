package receive

import (
	"encoding/binary"

	"tiv/tracefeed/otlp/spans"
)

// number returns the number of the task of a span: 62 bits of a hash, below the highest bit.
func number(id spans.ID) int64 {
	le := binary.LittleEndian
	h := mix(le.Uint64(id.Trace[:8]))
	h = mix(h ^ le.Uint64(id.Trace[8:]))
	h = mix(h ^ le.Uint64(id.Span[:]))
	return int64(h>>2 | 1<<62)
}

// mix is the finalizer of splitmix64: a bijection in which each bit of the result depends on
// all bits of x.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

package varint

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// TestReader reads random numbers back, whole and cut off at any place.
func TestReader(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		number := rng.Uint64() >> rng.IntN(64)
		data := []byte{7}
		data = binary.AppendUvarint(data, number)
		data = binary.AppendVarint(data, -int64(number>>1))
		data = append(data, "end"...)
		for n := range len(data) + 1 {
			r := New(data[:n])
			is := r.Is(7) && !r.Is(8)
			u, v, b, s := r.Uvarint(), r.Varint(), r.Byte(), r.Bytes(2)
			switch whole := n == len(data); {
			case whole && (!is || u != number || v != -int64(number>>1) || b != 'e' || string(s) != "nd" || len(r.Rest) > 0 || r.Bad):
				t.Fatalf("%x: got %d, %d, %c, %q, bad %v", data, u, v, b, s, r.Bad)
			case !whole && (!r.Bad || r.Rest != nil || s != nil):
				t.Fatalf("%x of %x: not noticed, %q is left", data[:n], data, r.Rest)
			}
		}
	}
	r := New([]byte{1, 2})
	if r.Fail(); !r.Bad || r.Uvarint() != 0 || r.Is(1) {
		t.Errorf("after Fail: %+v", r)
	}
	if r = New([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}); r.Uvarint() != 0 || !r.Bad {
		t.Error("a number of more than 64 bits is accepted")
	}
}

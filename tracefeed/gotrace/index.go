package gotrace

import (
	"math/bits"
	"math/rand/v2"
)

// index numbers the ids that a trace uses, in the order in which they come. It
// is a hash table of open addresses; where an id lands is chosen anew for each
// index, so that no trace can make them all land in one place.
type index struct {
	ids   []uint64 // by number
	slots []int32  // numbers plus 1; 0 is free; at most half are taken
	shift uint8    // of a hash, to get a slot
	mult  uint64   // odd
}

// newIndex returns an index in which the id that stands for none has number 0.
func newIndex(none uint64) index {
	x := index{mult: rand.Uint64() | 1}
	x.resize(32)
	x.add(none)
	return x
}

// find returns the number of an id, -1 if it has none.
func (x *index) find(id uint64) int32 {
	for i := id * x.mult >> x.shift; ; i++ {
		n := x.slots[i&uint64(len(x.slots)-1)]
		if n == 0 || x.ids[n-1] == id {
			return n - 1
		}
	}
}

// add gives an id that has none the next number.
func (x *index) add(id uint64) int32 {
	if 2*len(x.ids) >= len(x.slots) {
		x.resize(2 * len(x.slots))
	}
	n := int32(len(x.ids))
	x.ids = append(x.ids, id)
	x.put(id, n)
	return n
}

// number returns the number of an id, which may be new.
func (x *index) number(id uint64) int32 {
	if n := x.find(id); n >= 0 {
		return n
	}
	return x.add(id)
}

func (x *index) put(id uint64, n int32) {
	i := id * x.mult >> x.shift
	for x.slots[i&uint64(len(x.slots)-1)] != 0 {
		i++
	}
	x.slots[i&uint64(len(x.slots)-1)] = n + 1
}

func (x *index) resize(size int) {
	x.slots = make([]int32, size)
	x.shift = uint8(64 - bits.TrailingZeros(uint(size)))
	for n, id := range x.ids {
		x.put(id, int32(n))
	}
}

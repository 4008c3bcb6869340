package wire

import (
	"math/bits"
	"math/rand/v2"
)

// index numbers the ids in a trace in the order of first use. It is a table for
// small ids, and an open-addressing hash table for others. Each index has a
// random hash function, so that no trace can force collisions.
type index struct {
	ids   []uint64 // by number
	table []int32  // by id, numbers plus 1; 0 is none
	slots []int32  // by hash, the same; at most half are taken
	shift uint8    // of a hash, to get a slot
	mult  uint64   // odd
}

// newIndex returns an index with number 0 for the id that means none.
func newIndex(none uint64) index {
	x := index{mult: rand.Uint64() | 1}
	x.resize(32)
	x.add(none)
	return x
}

// find returns the number of an id, -1 if it has none.
func (x *index) find(id uint64) int32 {
	if id < uint64(len(x.table)) {
		return x.table[id] - 1
	}
	return x.hashed(id)
}

func (x *index) hashed(id uint64) int32 {
	for i := id * x.mult >> x.shift; ; i++ {
		n := x.slots[i&uint64(len(x.slots)-1)]
		if n == 0 || x.ids[n-1] == id {
			return n - 1
		}
	}
}

// add gives a new id the next number.
func (x *index) add(id uint64) int32 {
	if 2*len(x.ids) >= len(x.slots) {
		x.resize(2 * len(x.slots))
	}
	n := int32(len(x.ids))
	x.ids = append(x.ids, id)
	x.put(id, n)
	return n
}

// number returns the number of an id, and adds the id if necessary.
func (x *index) number(id uint64) int32 {
	if n := x.find(id); n >= 0 {
		return n
	}
	return x.add(id)
}

func (x *index) put(id uint64, n int32) {
	if id < uint64(len(x.table)) {
		x.table[id] = n + 1
	}
	i := id * x.mult >> x.shift
	for x.slots[i&uint64(len(x.slots)-1)] != 0 {
		i++
	}
	x.slots[i&uint64(len(x.slots)-1)] = n + 1
}

// resize makes room for half as many ids as there are slots.
func (x *index) resize(slots int) {
	x.slots, x.table = make([]int32, slots), make([]int32, 2*slots)
	x.shift = uint8(64 - bits.TrailingZeros(uint(slots)))
	for n, id := range x.ids {
		x.put(id, int32(n))
	}
}

// grown returns a table with an entry n.
func grown[T any](table []T, n int) []T {
	if n < len(table) {
		return table
	}
	return append(table, make([]T, n+1-len(table))...)
}

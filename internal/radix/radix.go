// Package radix sorts many things by keys that are numbers, in time that grows
// with their number only.
package radix

// Item is a key, and which of the things that are sorted has it.
type Item struct {
	Key uint64
	At  int32
}

// digit is how many bits are looked at in one pass: more make counts that do
// not fit the fastest memory.
const digit = 11

// Sort sorts by the lowest bits of the keys; items with the same key stay in
// order. It returns x or buffer, whichever has the result; buffer is as long as
// x.
func Sort(x, buffer []Item, bits int) []Item {
	for shift := 0; shift < bits; shift += digit {
		var count [1 << digit]int32
		for i := range x {
			count[x[i].Key>>shift&(1<<digit-1)]++
		}
		sum := int32(0)
		for d, n := range count {
			count[d] = sum
			sum += n
		}
		for i := range x {
			at := &count[x[i].Key>>shift&(1<<digit-1)]
			buffer[*at] = x[i]
			*at++
		}
		x, buffer = buffer, x
	}
	return x
}

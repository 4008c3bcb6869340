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

// Keys sorts numbers by their bits from low up to high (exclusive); numbers in
// which those are the same stay in order. It returns x or buffer, whichever has
// the result; buffer is as long as x.
func Keys(x, buffer []uint64, low, high int) []uint64 {
	passes := (high - low + digit - 1) / digit
	for ; passes > 0; passes-- {
		width := (high - low + passes - 1) / passes
		mask := uint64(1)<<width - 1
		var count [1 << digit]int32
		for _, key := range x {
			count[key>>(low&63)&mask&(1<<digit-1)]++
		}
		sum := int32(0)
		for d := range mask + 1 {
			n := count[d&(1<<digit-1)]
			count[d&(1<<digit-1)] = sum
			sum += n
		}
		buffer = buffer[:len(x)]
		for _, key := range x {
			at := &count[key>>(low&63)&mask&(1<<digit-1)]
			buffer[*at] = key
			*at++
		}
		x, buffer = buffer, x
		low += width
	}
	return x
}

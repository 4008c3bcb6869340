// Package radix sorts by integer keys, in time linear in the number of items.
package radix

import (
	"math/bits"
	"slices"
)

// Item is a key, and the index of the item with it.
type Item struct {
	Key uint64
	At  int32
}

// digit is the number of bits per pass. With more, the counts would not fit the
// fastest cache.
const digit = 11

// Sort sorts by key, stably, with one pass for each 11 bits of the largest key. It
// returns x or buffer, whichever has the result; buffer is as long as x.
func Sort(x, buffer []Item) []Item {
	maxKey := uint64(0)
	for i := range x {
		maxKey = max(maxKey, x[i].Key)
	}
	return sortUpTo(maxKey, x, buffer)
}

// sortUpTo is Sort with a known largest key.
func sortUpTo(maxKey uint64, x, buffer []Item) []Item {
	for shift := 0; shift < bits.Len64(maxKey); shift += digit {
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

// Keys sorts numbers by their bits from low up to high (exclusive), stably. It
// returns x or buffer, whichever has the result; buffer is as long as x.
func Keys(x, buffer []uint64, low, high int) []uint64 {
	if len(x) > 1<<Wide && high-low > digit && high-low <= 2*Wide {
		twice(x, buffer, low, high)
		return x
	}
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

// Wide is the number of bits per pass if that saves a third pass over many
// numbers.
const Wide = 12

// twice sorts in two passes, there and back, and counts the digits of both at
// once.
func twice(x, buffer []uint64, low, high int) {
	var count [2][1 << Wide]int32
	middle := (low + high + 1) / 2
	first, second := uint64(1)<<(middle-low)-1, uint64(1)<<(high-middle)-1
	for _, key := range x {
		count[0][key>>(low&63)&first&(1<<Wide-1)]++
		count[1][key>>(middle&63)&second&(1<<Wide-1)]++
	}
	for pass := range count {
		sum := int32(0)
		for d, n := range count[pass] {
			count[pass][d] = sum
			sum += n
		}
	}
	buffer = buffer[:len(x)]
	for _, key := range x {
		at := &count[0][key>>(low&63)&first&(1<<Wide-1)]
		buffer[*at] = key
		*at++
	}
	for _, key := range buffer {
		at := &count[1][key>>(middle&63)&second&(1<<Wide-1)]
		x[*at] = key
		*at++
	}
}

// SortBy returns a list sorted by key, stably, in the time of Sort. A program that
// sorts many lists uses a Sorter.
func SortBy[T any](list []T, key func(*T) uint64) []T {
	var s Sorter[T]
	return s.Sort(list, key)
}

// Sorter sorts lists one after the other, in the same memory. The zero value is
// ready.
type Sorter[T any] struct {
	items []Item
	spare []T
}

// Sort returns a list sorted by key, stably, in the time of radix.Sort. It keeps the
// memory of list for the next result, so the caller must not use list afterwards.
func (s *Sorter[T]) Sort(list []T, key func(*T) uint64) []T {
	n := len(list)
	s.items = slices.Grow(s.items[:0], 2*n)[:2*n]
	maxKey := uint64(0)
	for i := range list {
		k := key(&list[i])
		s.items[i], maxKey = Item{k, int32(i)}, max(maxKey, k)
	}
	sorted := slices.Grow(s.spare[:0], n)[:n]
	for i, item := range sortUpTo(maxKey, s.items[:n], s.items[n:]) {
		sorted[i] = list[item.At]
	}
	s.spare = list
	return sorted
}

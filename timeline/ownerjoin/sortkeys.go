package ownerjoin

import (
	"cmp"
	"math/bits"
	"slices"

	"tiv/internal/radix"
	"tiv/tracefeed"
)

// sortKeys sorts the holds and queries at contended monitors by monitor and time.
// Each has a packed 64-bit key. Contended monitors are numbered from 1.
//
// A key consists, from bit 0 on, of an index of scanner.holds or scanner.queries, a
// bit at queryShift that is set for a query, the time since base, and from
// monitorShift on the number of the monitor.
type sortKeys struct {
	list, spare []uint64
	// counts holds the number of keys of each monitor. offsets holds the position
	// in the sorted list of its next key.
	counts, offsets          []int32
	queryShift, monitorShift int
	// ordered is false if a key would take more than 64 bits. Then only the index
	// and the query bit are valid.
	ordered bool
	// base is one nanosecond before the page.
	base tracefeed.Time
}

// begin prepares k for the holds and queries of a scan between two times, at a
// number of monitors.
func (k *sortKeys) begin(s *scanner, monitors int, start, end tracefeed.Time) {
	n := len(s.holds) + len(s.queries)
	k.list, k.spare = slices.Grow(k.list[:0], n), slices.Grow(k.spare[:0], n)
	k.counts = append(k.counts[:0], make([]int32, monitors+1)...)
	k.base = start - 1
	k.queryShift = bits.Len(uint(max(len(s.holds), len(s.queries))))
	k.monitorShift = k.queryShift + 1 + bits.Len64(uint64(end-k.base))
	k.ordered = k.monitorShift+bits.Len(uint(monitors)) <= 64
}

// addHolds adds the keys of the holds at monitors with a number above 0, and returns
// how many there are. Empty holds have none.
func (k *sortKeys) addHolds(holds []Hold, numbers []int32) int {
	list, counts, n := k.list[:len(holds)], k.counts, 0
	timeShift, monitorShift, base := (k.queryShift+1)&63, k.monitorShift, k.base
	for i := range holds {
		h := &holds[i]
		number := numbers[h.Monitor] & -b2i(h.Start != h.End)
		contended := b2i(number != 0)
		counts[number] += contended
		list[n] = uint64(number)<<monitorShift | uint64(h.Start-base)<<timeShift | uint64(i)
		n += int(contended)
	}
	k.list = list[:n]
	return n
}

// addQueries adds the keys of the queries at monitors with a number above 0.
func (k *sortKeys) addQueries(queries []ownerQuery, numbers []int32) {
	n := len(k.list)
	list, counts := k.list[:n+len(queries)], k.counts
	timeShift, monitorShift, base, queryBit := (k.queryShift+1)&63, k.monitorShift, k.base, uint64(1)<<(k.queryShift&63)
	for i := range queries {
		q := &queries[i]
		number := numbers[q.monitor]
		contended := b2i(number != 0)
		counts[number] += contended
		list[n] = uint64(number)<<monitorShift | uint64(q.at-base)<<timeShift | queryBit | uint64(i)
		n += int(contended)
	}
	k.list = list[:n]
}

// isQuery reports whether a key is that of a query.
func (k *sortKeys) isQuery(key uint64) bool { return key>>(k.queryShift&63)&1 != 0 }

// index returns the index in a key.
func (k *sortKeys) index(key uint64) int { return int(key & (1<<(k.queryShift&63) - 1)) }

// sort sorts the keys by monitor and time. At equal times queries come last, because
// the interval that begins at a time is the one that covers it.
func (k *sortKeys) sort(s *scanner, numbers []int32, sortedBits int) {
	if k.ordered {
		k.sortOrdered(sortedBits)
		return
	}
	of := func(key uint64) (number int32, at tracefeed.Time) {
		if q := k.index(key); k.isQuery(key) {
			return numbers[s.queries[q].monitor], s.queries[q].at
		}
		h := &s.holds[k.index(key)]
		return numbers[h.Monitor], h.Start
	}
	slices.SortStableFunc(k.list, func(a, b uint64) int {
		x, atX := of(a)
		y, atY := of(b)
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(atX, atY), cmp.Compare(b2i(k.isQuery(a)), b2i(k.isQuery(b))))
	})
}

// sortOrdered sorts by time with a radix sort, and then by monitor with a counting
// sort. Two radix passes are enough for most pages if the lowest bits of the time
// are left to a final insertion sort.
func (k *sortKeys) sortOrdered(sortedBits int) {
	low := k.queryShift
	if more := k.monitorShift - low - sortedBits; more <= maxDeferredBits {
		low += max(0, more)
	}
	timed := radix.Keys(k.list, k.spare[:len(k.list)], low, k.monitorShift)
	if len(timed) > 0 && &timed[0] == &k.list[0] {
		k.list, k.spare = k.spare[:len(k.list)], k.list
	}
	sum, offsets := int32(0), k.offsets[:0]
	for _, n := range k.counts {
		offsets = append(offsets, sum)
		sum += n
	}
	k.offsets = offsets
	out, monitorShift := k.list, k.monitorShift&63
	for _, key := range timed {
		next := &offsets[key>>monitorShift]
		out[*next] = key
		*next++
	}
	if low > k.queryShift {
		sortNearlySorted(out)
	}
}

// maxDeferredBits is the largest number of low bits, of which the lowest is the
// query bit, left to the insertion sort. Few events happen at one monitor within 8
// ns.
const maxDeferredBits = 4

// sortNearlySorted is an insertion sort that falls back to slices.Sort if the list
// needs more moves than it has elements.
func sortNearlySorted(list []uint64) {
	moves := 0
	for i := 1; i < len(list); i++ {
		if list[i-1] <= list[i] {
			continue
		}
		key, k := list[i], i
		for ; k > 0 && list[k-1] > key; k-- {
			list[k] = list[k-1]
		}
		list[k] = key
		if moves += i - k; moves > len(list) {
			slices.Sort(list)
			return
		}
	}
}

package timeline

import (
	"math/bits"
	"slices"

	"tiv/internal/radix"
	"tiv/tracefeed"
)

// sortKeys sorts lock records by monitor and time. Each record has a packed 64-bit
// sort key with the index of the record in its low bits. Contended monitors are
// numbered from 1.
type sortKeys struct {
	list, spare []uint64
	// counts holds the number of keys of each monitor. offsets holds the position
	// in the sorted list of its next key.
	counts, offsets []int32
	// A key consists, from bit 0 on, of the record's index, a bit at queryShift
	// that is set for a query, the time since base, and from monitorShift on the
	// number of the monitor. If that takes more than 64 bits, ordered is false and
	// only the index is valid.
	queryShift, monitorShift int
	ordered                  bool
	// base is one nanosecond before the page.
	base tracefeed.Time
}

// begin prepares p for a number of records between two times, at a number of
// monitors.
func (p *sortKeys) begin(records, monitors int, start, end tracefeed.Time) {
	p.list, p.spare = slices.Grow(p.list[:0], records), slices.Grow(p.spare[:0], records)
	p.counts = append(p.counts[:0], make([]int32, monitors+1)...)
	p.base = start - 1
	p.queryShift = bits.Len(uint(records))
	p.monitorShift = p.queryShift + 1 + bits.Len64(uint64(end-p.base))
	p.ordered = p.monitorShift+bits.Len(uint(monitors)) <= 64
}

// fill makes keys of the records at contended monitors: those with a number above 0
// in numbers. It returns the number of holds among them.
func (p *sortKeys) fill(records []lockRecord, numbers []int32) (held int) {
	list, counts, n, queryShift, monitorShift, base := p.list[:len(records)], p.counts, 0, p.queryShift&63, p.monitorShift, p.base
	for i := range records {
		r := &records[i]
		if r.start == r.end {
			// A hold of no length becomes a query, because a wait that ends with it
			// may use it as the query for its last nanosecond.
			r.start, r.thread = r.start-1, tracefeed.NoThread
		}
		number, query := numbers[r.monitor()], b2i(r.thread == tracefeed.NoThread)
		contended := b2i(number != 0)
		counts[number] += contended
		list[n] = uint64(number)<<monitorShift | (uint64(r.start-base)<<1|uint64(query))<<queryShift | uint64(i)
		n += int(contended)
		held += int(contended &^ query)
	}
	p.list = list[:n]
	return held
}

// index returns the index of a key's record.
func (p *sortKeys) index(key uint64) int { return int(key & (1<<(p.queryShift&63) - 1)) }

// sort sorts ordered keys: by time with a radix sort, then by monitor with a
// counting sort. At equal times queries come last, because the stretch that begins
// at a time is the one that covers it.
//
// Two radix passes are enough for most pages if the lowest bits of the time are
// left to a final insertion sort.
func (p *sortKeys) sort() {
	low := p.queryShift
	if more := p.monitorShift - low - twoPassBits; more <= maxDeferredBits {
		low += max(0, more)
	}
	timed := radix.Keys(p.list, p.spare[:len(p.list)], low, p.monitorShift)
	if len(timed) > 0 && &timed[0] == &p.list[0] {
		p.list, p.spare = p.spare[:len(p.list)], p.list
	}
	sum, offsets := int32(0), p.offsets[:0]
	for _, n := range p.counts {
		offsets = append(offsets, sum)
		sum += n
	}
	p.offsets = offsets
	out, monitorShift := p.list, p.monitorShift&63
	for _, key := range timed {
		next := &offsets[key>>monitorShift]
		out[*next] = key
		*next++
	}
	if low > p.queryShift {
		sortNearlySorted(out)
	}
}

// twoPassBits is the number of bits that two radix passes sort. Tests set it.
var twoPassBits = 2 * radix.Wide

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

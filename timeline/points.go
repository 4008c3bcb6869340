package timeline

import (
	"math/bits"
	"slices"

	"tiv/internal/radix"
	"tiv/tracefeed"
)

// points sorts deeds by monitor and time: a point is what one is sorted by, and its
// number. Monitors are numbered from 1.
type points struct {
	list, spare []uint64
	// counts are, by monitor, how many points it has; ends where they end so far.
	counts, ends []int32
	// low and monitor say what is where in a point: from bit 0 on the number of the
	// deed, from low on whether somebody asks, after that the time, and from monitor
	// on the number of the monitor. If that needs more than 64 bits, the time and the
	// monitor are cut, and points have no order.
	low, monitor int
	ordered      bool
	// since is the moment before the page, from which times are counted.
	since tracefeed.Time
}

// begin makes p ready for some deeds between two times, at some number of monitors.
func (p *points) begin(deeds, monitors int, start, end tracefeed.Time) {
	p.list, p.spare = slices.Grow(p.list[:0], deeds), slices.Grow(p.spare[:0], deeds)
	p.counts = append(p.counts[:0], make([]int32, monitors+1)...)
	p.since = start - 1
	p.low = bits.Len(uint(deeds))
	p.monitor = p.low + 1 + bits.Len64(uint64(end-p.since))
	p.ordered = p.monitor+bits.Len(uint(monitors)) <= 64
}

// fill makes points of deeds at monitors that have a number in local, and returns how
// many of these hold something.
func (p *points) fill(deeds []deed, local []int32) (held int) {
	list, counts, n, low, monitor, since := p.list[:len(deeds)], p.counts, 0, p.low&63, p.monitor, p.since
	for i := range deeds {
		d := &deeds[i]
		if d.start == d.end {
			// It holds nothing; but if a wait ended with it, that wants to know of the
			// moment before.
			d.start, d.thread = d.start-1, tracefeed.NoThread
		}
		number, asks := local[d.monitor()], one(d.thread == tracefeed.NoThread)
		waited := one(number != 0)
		counts[number] += waited
		list[n] = uint64(number)<<monitor | (uint64(d.start-since)<<1|uint64(asks))<<low | uint64(i)
		n += int(waited)
		held += int(waited &^ asks)
	}
	p.list = list[:n]
	return held
}

// deed returns the number of the deed that is a point.
func (p *points) deed(point uint64) int { return int(point & (1<<(p.low&63) - 1)) }

// sort sorts points that have an order: by time, and then by monitor. In an instant,
// who asks comes last: a stretch that begins in an instant is that of the moment.
//
// Two passes are enough for most pages, if the lowest bits of the time are left for
// the end.
func (p *points) sort() {
	low := p.low
	if more := p.monitor - low - fastBits; more <= fewBits {
		low += max(0, more)
	}
	timed := radix.Keys(p.list, p.spare[:len(p.list)], low, p.monitor)
	if len(timed) > 0 && &timed[0] == &p.list[0] {
		p.list, p.spare = p.spare[:len(p.list)], p.list
	}
	sum, ends := int32(0), p.ends[:0]
	for _, n := range p.counts {
		ends = append(ends, sum)
		sum += n
	}
	p.ends = ends
	out, monitor := p.list, p.monitor&63
	for _, point := range timed {
		end := &ends[point>>monitor]
		out[*end] = point
		*end++
	}
	if low > p.low {
		mend(out)
	}
}

// fastBits is how many bits take two passes. Tests set it.
var fastBits = 2 * radix.Wide

// fewBits is how many bits can be left for the end: in so little time not much
// happens at a monitor, if clocks are good.
const fewBits = 4

// mend sorts numbers that are nearly in order.
func mend(list []uint64) {
	moves := 0
	for i := 1; i < len(list); i++ {
		if list[i-1] <= list[i] {
			continue
		}
		point, k := list[i], i
		for ; k > 0 && list[k-1] > point; k-- {
			list[k] = list[k-1]
		}
		list[k] = point
		if moves += i - k; moves > len(list) {
			slices.Sort(list)
			return
		}
	}
}

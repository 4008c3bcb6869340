package totals

import (
	"math"
	"math/bits"
	"slices"

	"tiv/tracefeed"
)

// NumBins is the number of bins for lengths of time.
const NumBins = 63

// BinOf returns the bin of a positive length: bin i has those from BinStart(i) up
// to BinStart(i+1).
func BinOf(length tracefeed.Time) int { return bits.Len64(uint64(length)) - 1 }

// BinStart returns the shortest length of a bin, in nanoseconds.
func BinStart(bin int) tracefeed.Time { return 1 << bin }

// Bin is the waits with lengths in one bin.
type Bin struct {
	Count int
	Total tracefeed.Time
}

// Lengths is the distribution of the lengths of waits.
type Lengths struct {
	Count   int
	Total   tracefeed.Time
	Longest Episode
	Bins    [NumBins]Bin

	// all are the lengths, sorted by finish. If there are too many, fine has the
	// counts in fine bins instead.
	all  []tracefeed.Time
	fine []int
}

// maxLengths is the largest number of lengths that are stored individually.
const maxLengths = 1 << 22

// add adds a wait. Up to limit lengths are stored individually.
func (l *Lengths) add(m Episode, limit int) {
	l.Count++
	l.Total += m.Length
	l.Longest.keepLonger(m)
	b := &l.Bins[BinOf(m.Length)]
	b.Count++
	b.Total += m.Length
	switch {
	case l.fine != nil:
		l.fine[fineBin(m.Length)]++
	case len(l.all) < limit:
		l.all = append(l.all, m.Length)
	default:
		l.fine = make([]int, fineBin(math.MaxInt64)+1)
		for _, t := range append(l.all, m.Length) {
			l.fine[fineBin(t)]++
		}
		l.all = nil
	}
}

func (l *Lengths) finish() { slices.Sort(l.all) }

// Quantile returns the shortest length that at least a share of the waits do not
// exceed: 0.5 is the median. With too many waits to store all, exact is false and
// the result is less than one percent too small.
func (l *Lengths) Quantile(share float64) (length tracefeed.Time, exact bool) {
	if l.Count == 0 {
		return 0, true
	}
	rank := min(max(int(math.Ceil(share*float64(l.Count))), 1), l.Count)
	if l.fine == nil {
		return l.all[rank-1], true
	}
	bin := 0
	for rank -= l.fine[0]; rank > 0; rank -= l.fine[bin] {
		bin++
	}
	return fineStart(bin), false
}

// fineBits is the number of significant bits, below the highest, that distinguish
// fine bins.
const fineBits = 7

// fineBin returns the fine bin of a length.
func fineBin(length tracefeed.Time) int {
	shift := max(bits.Len64(uint64(length))-fineBits-1, 0)
	return shift<<fineBits + int(length>>shift)
}

// fineStart returns the shortest length of a fine bin.
func fineStart(bin int) tracefeed.Time {
	shift := max(bin>>fineBits-1, 0)
	return tracefeed.Time(bin-shift<<fineBits) << shift
}

package sender

import (
	"slices"
	"sort"

	"tiv/tracefeed/live/wire"
)

// piece is a piece of the trace.
type piece struct {
	number uint64
	data   []byte
	keep   bool // for a listener that has lost it
}

// cost is the memory that a piece of n bytes counts for, in bytes.
func cost(n int) int { return n + 64 }

// queue is the pieces that a listener may still need.
type queue struct {
	limit int    // of size, in bytes; pieces that are kept go in beyond it
	made  uint64 // number of the next piece
	// waiting are the pieces that are not acknowledged, kept those that are, in ascending order.
	kept, waiting []piece
	size          int // of waiting
	acknowledged  uint64
	lost          uint64 // events of dropped pieces
}

// fits reports whether a piece of n bytes would not be dropped. A single one always fits.
func (q *queue) fits(n int) bool {
	return n <= wire.MaxPiece && (q.size+cost(n) <= q.limit || len(q.waiting) == 0)
}

// add adds a copy of the next piece, or counts its events as lost.
func (q *queue) add(data []byte, keep bool, events int) {
	p := piece{number: q.made, data: data, keep: keep}
	q.made++
	if !keep && !q.fits(len(data)) {
		q.lost += uint64(max(0, events))
		return
	}
	p.data = slices.Clone(data)
	q.size += cost(len(data))
	q.waiting = append(q.waiting, p)
}

// acknowledge forgets the pieces before a number, except those that are kept.
func (q *queue) acknowledge(number uint64) {
	q.acknowledged = max(q.acknowledged, min(number, q.made))
	n := 0
	for ; n < len(q.waiting) && q.waiting[n].number < number; n++ {
		p := &q.waiting[n]
		q.size -= cost(len(p.data))
		if p.keep {
			q.kept = append(q.kept, *p)
		}
		*p = piece{} // its memory
	}
	if q.waiting = q.waiting[n:]; len(q.waiting) == 0 {
		q.waiting = nil
	}
}

// from returns the first piece from a number on; nil if there is none.
func (q *queue) from(number uint64) *piece {
	for _, list := range [][]piece{q.kept, q.waiting} {
		if i := sort.Search(len(list), func(i int) bool { return list[i].number >= number }); i < len(list) {
			return &list[i]
		}
	}
	return nil
}

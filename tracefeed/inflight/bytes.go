// Package inflight keeps the bytes of a stream that were put and not yet taken, with what is
// known of each: for whom they were put, or by which thread. It knows no events.
package inflight

import "slices"

// Bytes are the bytes of one stream in order of their positions. The zero value is a stream of
// which no position is known.
type Bytes[T comparable] struct {
	// Put and Taken are the last positions, if they are known.
	Put, Taken           int64
	PutKnown, TakenKnown bool
	// pieces are the bytes of which something is known, in order of their positions.
	pieces []Piece[T]
}

// Piece is bytes from one position to another, the first excluded.
type Piece[T comparable] struct {
	After, Last int64
	Of          T
}

// Forget forgets all positions.
func (b *Bytes[T]) Forget() { *b = Bytes[T]{} }

// Begin makes it a new stream, without bytes.
func (b *Bytes[T]) Begin() { *b = Bytes[T]{PutKnown: true, TakenKnown: true} }

// CutAt takes bytes back, from behind a position on.
func (b *Bytes[T]) CutAt(at int64) {
	for n := len(b.pieces); n > 0 && b.pieces[n-1].Last > at; n = len(b.pieces) {
		if b.pieces[n-1].Last = at; b.pieces[n-1].After >= at {
			b.pieces = b.pieces[:n-1]
		}
	}
}

// PutUnknown puts bytes up to a position of which nothing is known.
func (b *Bytes[T]) PutUnknown(last int64) {
	b.CutAt(last)
	b.Put, b.PutKnown = last, true
}

// Add puts bytes up to a position. Of them, only the last is known without the position before.
func (b *Bytes[T]) Add(last int64, of T) {
	p := Piece[T]{last - 1, last, of}
	if b.PutKnown && b.Put < last {
		p.After = max(b.Put, b.Taken)
	}
	b.CutAt(p.After)
	if b.Put, b.PutKnown = last, true; p.After >= last {
		return
	}
	if n := len(b.pieces); n > 0 && b.pieces[n-1].Last == p.After && b.pieces[n-1].Of == of {
		b.pieces[n-1].Last = last
		return
	}
	b.pieces = append(b.pieces, p)
}

// Take takes the bytes up to a position, and returns their pieces, which are valid until the next
// call. whole is false if some of the bytes are in none.
func (b *Bytes[T]) Take(last int64) (taken []Piece[T], whole bool) {
	after := b.Taken
	whole = last > after && (b.TakenKnown || last == 1)
	if b.TakenKnown && last <= after { // it is another stream
		b.pieces = nil
	}
	b.Taken, b.TakenKnown = last, true
	gone := 0
	for gone < len(b.pieces) && b.pieces[gone].Last <= after {
		gone++
	}
	n := gone
	for at := after; whole && at < last; at = b.pieces[n-1].Last {
		if n == len(b.pieces) || b.pieces[n].After > at {
			whole = false
			break
		}
		n++
	}
	taken = b.pieces[gone:n]
	for gone < len(b.pieces) && b.pieces[gone].Last <= last {
		gone++
	}
	b.pieces = b.pieces[gone:]
	return taken, whole
}

// TakeUnknown takes bytes up to a position of which it is not known who took them.
func (b *Bytes[T]) TakeUnknown(last int64) { b.Taken, b.TakenKnown = last, true }

// Next returns the piece with the next byte to be taken; ok is false if there is none.
func (b *Bytes[T]) Next() (p Piece[T], ok bool) {
	for _, p := range b.pieces {
		if p.Last > b.Taken {
			return p, p.After <= b.Taken && b.TakenKnown
		}
	}
	return p, false
}

// Clone returns a copy that shares nothing with b.
func (b *Bytes[T]) Clone() Bytes[T] {
	c := *b
	c.pieces = slices.Clone(b.pieces)
	return c
}

package ownerjoin

import (
	"slices"

	"tiv/block"
	"tiv/internal/radix"
	"tiv/tracefeed"
)

// Joiner joins the pages of a trace, one after the other, and reuses its memory for
// all of them. It belongs to one goroutine.
type Joiner struct {
	trace  Trace
	tuning Tuning
	page   Page

	scan scanner
	// numbers holds, by monitor, its number among the contended ones, from 1. All
	// are 0 between pages.
	numbers  []int32
	keys     sortKeys // of the holds and queries at contended monitors
	cur      monitorState
	releases releaseQueue
	buffer   OwnerBuffer
}

// NewJoiner returns a Joiner for the pages of a trace.
func NewJoiner(tuning Tuning) *Joiner {
	const listedOwners = 64
	if tuning.ListedOwners == 0 {
		tuning.ListedOwners = listedOwners
	}
	if tuning.SortedBits == 0 {
		tuning.SortedBits = 2 * radix.Wide
	}
	return &Joiner{tuning: tuning}
}

// Use makes j ready for the pages of a trace.
func (j *Joiner) Use(t Trace) {
	j.trace = t
	j.scan.machine = &j.trace.Machine
	j.scan.wanted = stateSet{tracefeed.Blocking: true, tracefeed.Suspended: true, tracefeed.IO: t.Streams}
	if len(j.numbers) < t.Monitors {
		j.numbers = make([]int32, t.Monitors)
	}
}

// Join returns a page with waits, contended monitors and ownership intervals. It is
// valid until the next call of a method of j, unless the caller keeps its memory and
// leaves another Page in its place. The cost is linear in the events of the page,
// but for sorting; it does not grow with the intervals that waits overlap.
func (j *Joiner) Join(in *Input) *Page {
	j.Scan(in)
	j.numberContended()
	j.makeKeys()
	j.keys.sort(&j.scan, j.numbers, j.tuning.SortedBits)
	j.sweep()
	j.finish()
	return &j.page
}

// Scan is Join without the ownership intervals, at less cost: First and Last of the
// waits are not valid.
func (j *Joiner) Scan(in *Input) *Page {
	p := &j.page
	p.Start, p.End, p.Restart, p.Cut, p.Unreadable = in.Block.Start, in.End, in.Restart || in.Unreadable, in.Cut, in.Unreadable
	j.scan.waits = p.Waits
	j.scan.begin(in)
	j.scan.scan()
	p.Waits = j.scan.waits
	return p
}

// Holds returns the holds of a block, by thread.
func Holds(b *block.Block) []Hold {
	var s scanner
	s.begin(&Input{Block: b, End: b.End, KnownSince: b.Start})
	s.scan()
	return s.holds
}

// numberContended numbers the monitors that the waits are for.
func (j *Joiner) numberContended() {
	p := &j.page
	p.Contended = p.Contended[:0]
	for i := range p.Waits {
		if w := &p.Waits[i]; w.State == tracefeed.Blocking && j.numbers[w.Monitor] == 0 {
			p.Contended = append(p.Contended, Contended{Monitor: w.Monitor})
			j.numbers[w.Monitor] = int32(len(p.Contended))
		}
	}
}

// makeKeys makes sort keys, and room for the intervals.
func (j *Joiner) makeKeys() {
	p := &j.page
	j.keys.begin(&j.scan, len(p.Contended), p.Start, p.End)
	room := 2*j.keys.addHolds(j.scan.holds, j.numbers) + 3*len(p.Contended)
	j.keys.addQueries(j.scan.queries, j.numbers)
	p.Intervals = slices.Grow(p.Intervals[:0], room)[:room]
}

// finish gives each wait its intervals.
func (j *Joiner) finish() {
	for _, e := range j.scan.empty {
		j.scan.holds[e.hold].before = j.scan.queries[e.before].found
	}
	p := &j.page
	for i := range p.Waits {
		w, bounds := &p.Waits[i], &j.scan.bounds[i]
		if w.State != tracefeed.Blocking {
			continue
		}
		c := &p.Contended[j.numbers[w.Monitor]-1]
		w.First, w.Last = c.First, c.First
		if bounds.start != noQuery {
			w.First = j.scan.queries[bounds.start].found
		}
		switch {
		case w.Open:
			w.Last = c.Last
		case bounds.acquired != noHold:
			w.Last = j.scan.holds[bounds.acquired].before
		case bounds.end != noQuery:
			w.Last = j.scan.queries[bounds.end].found
		}
	}
	for _, c := range p.Contended {
		j.numbers[c.Monitor] = 0
	}
}

package ownerjoin

import (
	"math"
	"slices"

	"tiv/block"
	"tiv/internal/radix"
	"tiv/timeline/replay"
	"tiv/tracefeed"
)

// scanner scans the event columns of one page, thread by thread, and collects the
// waits, the hold intervals, and the queries for the owners during the waits.
//
// An event is relevant if it acquires or releases a monitor, or if it changes the
// wait that the thread is in. Most events are not relevant.
//
// The states that events lead to determine the waits. Only where a wait follows a
// wait of the same state is the state machine needed to decide whether it is
// another one.
type scanner struct {
	block *block.Block
	// full is the block with all columns; nil until scanSlow needs it.
	full     *block.Block
	source   Source
	codes    [256]scanCode
	classes  [256]uint8  // by code: scanCode.class
	advances [256]uint64 // by code: scanCode.advance
	// machine is nil if no waits are wanted; wanted are their states.
	machine *replay.Machine
	wanted  stateSet
	// knownSince is the earliest time at which a wait can have begun, end the end
	// of the page.
	knownSince, end tracefeed.Time

	// waits are sorted by thread and time. The element just past their end is the
	// scratch wait, which commit adds.
	waits  []Wait
	bounds []waitBounds // of waits
	// start is the query for the start of the scratch wait, noQuery if that began
	// before the page (Blocking).
	start queryIndex
	// holds are grouped by thread; those of a thread are in order of start.
	holds   []Hold
	empty   []emptyHold // of holds
	queries []ownerQuery
	// locks is filled if wantsLocks is set, but for its Holds.
	locks      Locks
	wantsLocks bool

	held replay.HoldSet // of the current thread, with indices of holds
	// initial are the holds at the start of the page, sorted by thread, from the
	// current thread on.
	initial        []radix.Item
	spare1, spare2 []radix.Item // scratch
}

// begin prepares s for a page.
func (s *scanner) begin(in *Input) {
	b := in.Block
	s.block, s.full, s.source, s.knownSince, s.end = b, nil, in.Source, in.KnownSince, in.End
	s.waits, s.bounds, s.holds, s.empty, s.queries = s.waits[:0], s.bounds[:0], s.holds[:0], s.empty[:0], s.queries[:0]
	s.wantsLocks = in.Locks
	s.locks.truncate(0, 0, 0)
	for i := range b.Table {
		code := newScanCode(&b.Table[i], &s.wanted)
		s.codes[i], s.advances[i], s.classes[i] = code, code.advance, code.class()
	}
	s.spare1 = s.spare1[:0]
	for i := range b.Holds {
		s.spare1 = append(s.spare1, radix.Item{Key: uint64(b.Holds[i].Thread), At: int32(i)})
	}
	s.spare2 = append(s.spare2[:0], s.spare1...)
	s.initial = radix.Sort(s.spare1, s.spare2)
}

// scan scans the page.
func (s *scanner) scan() {
	open := s.block.OpenSpans
	for g := range s.block.Groups {
		t := s.block.Groups[g].Thread
		for len(open) > 0 && open[0].Thread < t {
			s.addQuietThread(&open[0])
			open = open[1:]
		}
		var span *block.OpenSpan
		if len(open) > 0 && open[0].Thread == t {
			span, open = &open[0], open[1:]
		}
		if t != tracefeed.NoThread {
			s.scanGroup(g, span)
		}
	}
	for i := range open {
		s.addQuietThread(&open[i])
	}
	s.addHoldsBefore(math.MaxInt32)
}

// addQuietThread adds the wait of a thread without events in the page.
func (s *scanner) addQuietThread(open *block.OpenSpan) {
	if w := s.openWait(open.Thread, open); w.State != tracefeed.Unknown {
		s.addHoldsBefore(open.Thread)
		w.Nested = w.State == tracefeed.Blocking && len(s.initial) > 0 && s.initial[0].Key == uint64(open.Thread)
		s.addLasting(w)
	}
}

// openWait fills the scratch wait with the wait that the thread is in when the page
// begins. Its State is Unknown if there is none, or if no waits are wanted.
func (s *scanner) openWait(t tracefeed.ThreadID, open *block.OpenSpan) *Wait {
	w := s.scratchWait()
	*w, s.start = Wait{Thread: t}, noQuery
	if open == nil || !s.wanted[open.State] {
		return w
	}
	w.State, w.Monitor, w.Other, w.Start = open.State, open.Monitor, open.Other, max(open.Start, s.knownSince)
	w.Seen = open.State == tracefeed.IO && open.Shared
	s.queryStart(w)
	return w
}

// scanGroup scans the events of one thread, fast if possible.
func (s *scanner) scanGroup(g int, open *block.OpenSpan) {
	thread := s.block.Groups[g].Thread
	s.addHoldsBefore(thread)
	waits, holds, empty, queries, initial := len(s.waits), len(s.holds), len(s.empty), len(s.queries), s.initial
	nestings, losses := len(s.locks.Nestings), len(s.locks.Losses)
	s.loadHolds(thread)
	w := s.openWait(thread, open)
	w.Nested = w.State == tracefeed.Blocking && len(s.held.All()) > 0
	if s.scanFast(g, w) {
		return
	}
	s.waits, s.bounds = s.waits[:waits], s.bounds[:waits]
	s.holds, s.empty, s.queries, s.initial = s.holds[:holds], s.empty[:empty], s.queries[:queries], initial
	s.locks.truncate(holds, nestings, losses)
	s.loadHolds(thread)
	if s.full == nil {
		s.full = s.source.FullBlock()
	}
	if len(s.full.Groups) > g { // otherwise the page can no longer be read
		s.scanSlow(g, s.source.OpenSpan(thread, open))
	}
}

// scanSlow scans the events of group g with the state machine. open is the thread's
// span at the start of the page.
func (s *scanner) scanSlow(g int, open block.Span) {
	t := s.block.Groups[g].Thread
	events := s.full.Events(g)
	nested := len(s.held.All()) > 0 // at any time of the open span
	var ev tracefeed.Event
	for state, ok := events.Next(&ev); ok; state, ok = events.Next(&ev) {
		before := open
		s.machine.Apply(&open, &ev)
		if open.Start != before.Start {
			s.addSpan(t, &before, open.Start, nested)
			nested = false
		}
		switch {
		case ev.Kind == tracefeed.Lost:
			s.releaseAll(ev.Time, t)
		case ev.Kind == tracefeed.MonitorExit:
			s.release(ev.Time, ev.Monitor)
		case state == tracefeed.NotAlive:
		case ev.Kind == tracefeed.MonitorEnter:
			if i := s.acquire(ev.Time, ev.Monitor, t, ev.Shared); i != noHold && s.wantsLocks {
				s.locks.Stacks[i], s.holds[i].Try = ev.Stack, ev.Cause == tracefeed.CauseTry
			}
		}
		nested = nested || len(s.held.All()) > 0
	}
	if w, ok := s.spanWait(t, &open, nested); ok {
		s.addLasting(w)
	}
}

// addSpan adds the wait of a span that ends in the page, if it is one to keep.
func (s *scanner) addSpan(t tracefeed.ThreadID, span *block.Span, end tracefeed.Time, nested bool) {
	w, ok := s.spanWait(t, span, nested)
	if !ok || !w.close(end) {
		return
	}
	last := noQuery
	if w.State == tracefeed.Blocking && end != s.block.Start {
		last = s.query(end-1, w.Monitor)
	}
	s.commit(noHold, last)
}

// spanWait fills the scratch wait with the wait of a span. It returns false if that
// is none.
func (s *scanner) spanWait(t tracefeed.ThreadID, span *block.Span, nested bool) (*Wait, bool) {
	w := s.scratchWait()
	if !s.wanted[span.State] {
		return w, false
	}
	*w = Wait{Thread: t, State: span.State, Monitor: span.Monitor, Other: span.Other, Start: span.Start,
		Nested: span.State == tracefeed.Blocking && nested, Seen: span.State == tracefeed.IO && span.Shared}
	s.start = noQuery
	s.queryStart(w)
	return w, true
}

// queryStart adds a query for the start of the scratch wait w, if that is for a
// monitor and begins in the page.
func (s *scanner) queryStart(w *Wait) {
	if w.State == tracefeed.Blocking && w.Start >= s.block.Start {
		s.start = s.query(w.Start, w.Monitor)
	}
}

// query adds a query for the owners of a monitor at a time.
func (s *scanner) query(at tracefeed.Time, m tracefeed.MonitorID) queryIndex {
	s.queries = append(s.queries, ownerQuery{at: at, monitor: m})
	return queryIndex(len(s.queries) - 1)
}

// scratchWait returns a pointer to the scratch wait, for commit. Its fields are not
// cleared.
func (s *scanner) scratchWait() *Wait {
	n := len(s.waits)
	if n == cap(s.waits) {
		s.waits = slices.Grow(s.waits, 1)
	}
	return &s.waits[:n+1][n]
}

// commit adds the scratch wait. acquired and end are those of its waitBounds.
func (s *scanner) commit(acquired holdIndex, end queryIndex) {
	s.waits = s.waits[:len(s.waits)+1]
	s.bounds = append(s.bounds, waitBounds{s.start, acquired, end})
}

// addLasting commits the scratch wait w as one that lasts beyond the page.
func (s *scanner) addLasting(w *Wait) {
	w.close(s.end)
	w.Open = true
	s.commit(noHold, noQuery)
}

// wake records the thread that ended the wait, unless it is known already. Of a wait to read a
// stream, the last one counts; seen: the trace has the bytes.
func (w *Wait) wake(by tracefeed.ThreadID, seen bool) {
	if by != w.Thread && (w.Other == tracefeed.NoThread || w.State == tracefeed.IO) {
		w.Other, w.Seen = by, seen
	}
}

// close ends a wait at time at. It reports whether to keep the wait: suspensions
// without a known waker or object and waits of no length are discarded.
func (w *Wait) close(at tracefeed.Time) bool {
	w.End, w.Open = at, false
	return at > w.Start && (w.State == tracefeed.Blocking || w.Other != tracefeed.NoThread || w.Monitor != tracefeed.NoMonitor)
}

package timeline

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"tiv/tracefeed"
)

// Fingerprint is a digest of a trace for each thread and each monitor. Equal traces
// have equal fingerprints. Traces that differ in one number of one event, span or
// holder have different ones; others almost certainly do. The order of events of
// different threads at the same time does not matter.
type Fingerprint struct {
	// Tables have the names. They belong to the source of the fingerprint.
	Tables tracefeed.Tables
	sched  bool
	end    tracefeed.Time
	Counts Counts

	gc       digest
	threads  []threadDigest
	monitors []monitorDigest
	events   []digest // by thread
}

// threadDigest is the digest of a thread's spans, and its time in each state.
type threadDigest struct {
	spans digest
	sums  tracefeed.StateTimes
}

// monitorDigest is the digest of the changes of a monitor's holders: a sum, so that
// it does not depend on the order within an instant.
type monitorDigest struct {
	sum        uint64
	count      int64
	handedOver bool
}

// digest is a hash of a sequence of numbers. Sequences that differ in one number
// always have different ones.
type digest struct {
	hash  uint64
	count int64 // number of items folded
}

// fold adds a number. It is a bijection of the hash for each x, and of x for each
// hash; the constants are those of xxHash64 (Y. Collet).
func (p *digest) fold(x uint64) {
	p.hash = bits.RotateLeft64(p.hash^x*0xc2b2ae3d27d4eb4f, 31)*0x9e3779b185ebca87 + 0x165667b19e3779f9
}

// addEvent adds an event with all fields.
func (f *Fingerprint) addEvent(ev *tracefeed.Event) {
	p := &f.events[ev.Thread]
	p.count++
	p.fold(uint64(ev.Time))
	p.fold(uint64(ev.Kind) | uint64(ev.Cause)<<8 | flag(ev.Shared)<<16 | flag(ev.Forever)<<17 | uint64(uint32(ev.CPU))<<32)
	p.fold(uint64(uint32(ev.Monitor)) | uint64(uint32(ev.Other))<<32)
	p.fold(uint64(uint32(ev.Stack)) | uint64(uint32(ev.Name))<<32)
	p.fold(uint64(ev.Object))
	p.fold(uint64(ev.Value))
}

// addSpan adds a span of a thread. One of no length is not part of the model.
func (f *Fingerprint) addSpan(id tracefeed.ThreadID, s *Span, end tracefeed.Time) {
	if s.Start == end {
		return
	}
	f.threads[id].spans.addSpan(s, end)
}

func (p *digest) addSpan(s *Span, end tracefeed.Time) {
	p.count++
	p.fold(uint64(s.Start))
	p.fold(uint64(end))
	p.fold(uint64(s.State) | uint64(s.Cause)<<8 | flag(s.Shared)<<16 | flag(s.Forever)<<17)
	p.fold(uint64(uint32(s.Monitor)) | uint64(uint32(s.Other))<<32)
	p.fold(uint64(uint32(s.Stack)))
}

// addHoldChange adds a change of a monitor's holders.
func (f *Fingerprint) addHoldChange(c HoldChange) {
	var p digest
	p.fold(uint64(c.At))
	p.fold(uint64(uint32(c.Thread)) | flag(c.Release)<<32 | flag(c.Shared)<<33)
	p.fold(0)
	f.monitors[c.Monitor].sum += p.hash
	f.monitors[c.Monitor].count++
}

func (f *Fingerprint) addCollection(g Interval) {
	f.gc.count++
	f.gc.fold(uint64(g.Start))
	f.gc.fold(uint64(g.End))
}

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Fingerprint reads the whole timeline. Memory use does not grow with the trace.
func (tl *Timeline) Fingerprint() *Fingerprint {
	f := &Fingerprint{
		Tables: tracefeed.Tables{Threads: tl.Threads, Monitors: tl.Monitors, Frames: tl.Frames, Stacks: tl.Stacks,
			Names: tl.Names, Processes: tl.Processes, Types: tl.Types},
		sched: tl.Header.Sched, end: tl.End, Counts: tl.Counts,
		threads: make([]threadDigest, len(tl.Threads)), monitors: make([]monitorDigest, len(tl.Monitors)),
		events: make([]digest, len(tl.Threads)),
	}
	for _, g := range tl.GC {
		f.addCollection(g)
	}
	for m := range f.monitors {
		f.monitors[m].handedOver = tl.HandedOver(tracefeed.MonitorID(m))
	}
	open := (&visit{tl: tl, v: Visitor{End: f.addSpan, Hold: f.addHoldChange}, each: f.addEvent}).run(0)
	for id := 1; id < len(tl.Threads); id++ {
		f.threads[id].spans.addSpan(&open[id], tl.End)
		f.threads[id].sums = tl.Lane(tracefeed.ThreadID(id)).Sum(0, tl.End)
	}
	return f
}

// Differ returns an error that names the first difference between the models of
// want and got, or nil.
func (want *Fingerprint) Differ(got *Fingerprint) error {
	if err := differTables(&want.Tables, &got.Tables); err != nil {
		return err
	}
	for id := range want.threads {
		if w, g := &want.threads[id], &got.threads[id]; *w != *g {
			name := want.Tables.Threads[id].ID
			switch {
			case w.spans.count != g.spans.count:
				return fmt.Errorf("thread %s has %d spans, not %d", name, g.spans.count, w.spans.count)
			case w.spans != g.spans:
				return fmt.Errorf("the spans of thread %s are not the same", name)
			}
			return fmt.Errorf("the times of thread %s in each state are %v, not %v", name, g.sums, w.sums)
		}
	}
	for id := range want.monitors {
		w, g := want.monitors[id], got.monitors[id]
		if w.handedOver != g.handedOver {
			return fmt.Errorf("monitor %s is handed over in one, not in the other", want.Tables.Monitors[id].ID)
		}
		if w != g {
			return fmt.Errorf("monitor %s changes hands %d times, not %d, or not the same way",
				want.Tables.Monitors[id].ID, g.count, w.count)
		}
	}
	switch {
	case want.sched != got.sched:
		return errors.New("scheduler events are complete in one, not in the other")
	case want.end != got.end:
		return fmt.Errorf("it ends at %s, not %s", got.end.Exact(), want.end.Exact())
	case want.Counts != got.Counts:
		return fmt.Errorf("the counts of events are %+v, not %+v", got.Counts, want.Counts)
	case want.gc != got.gc:
		return fmt.Errorf("there are %d collections, not %d, or at other times", got.gc.count, want.gc.count)
	}
	return nil
}

// DifferEvents returns an error that names the first thread with different events,
// or nil. Events include fields that are not part of the model.
func (want *Fingerprint) DifferEvents(got *Fingerprint) error {
	if len(want.events) != len(got.events) {
		return fmt.Errorf("there are %d threads, not %d", len(got.events)-1, len(want.events)-1)
	}
	for id, w := range want.events {
		name := want.Tables.Threads[id].ID
		if id == int(tracefeed.NoThread) {
			name = "-"
		}
		switch g := got.events[id]; {
		case w.count != g.count:
			return fmt.Errorf("thread %s has %d events, not %d", name, g.count, w.count)
		case w != g:
			return fmt.Errorf("the events of thread %s are not the same", name)
		}
	}
	return nil
}

// differTables returns an error that names the first difference, or nil.
func differTables(want, got *tracefeed.Tables) error {
	return errors.Join(
		differTable("thread", want.Threads, got.Threads, equal[tracefeed.Thread]),
		differTable("monitor", want.Monitors, got.Monitors, equal[tracefeed.Monitor]),
		differTable("frame", want.Frames, got.Frames, equal[tracefeed.Frame]),
		differTable("stack", want.Stacks, got.Stacks, slices.Equal[[]tracefeed.FrameID]),
		differTable("name", want.Names, got.Names, equal[string]),
		differTable("process", want.Processes, got.Processes, equal[tracefeed.Process]),
		differTable("type", want.Types, got.Types, tracefeed.Type.Equal),
	)
}

func equal[T comparable](a, b T) bool { return a == b }

func differTable[T any](table string, want, got []T, same func(a, b T) bool) error {
	if len(want) != len(got) {
		return fmt.Errorf("there are %d %ss, not %d", len(got)-1, table, len(want)-1)
	}
	for i := range want {
		if !same(want[i], got[i]) {
			return fmt.Errorf("%s %d is %.100q, not %.100q", table, i, fmt.Sprint(got[i]), fmt.Sprint(want[i]))
		}
	}
	return nil
}

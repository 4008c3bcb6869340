// Package awaited says for which thread another one waits that waits to read a stream of bytes: a
// connection, or a pipe. Events go in, in order of time, and come out with wake events that name
// the thread. It knows neither states nor files.
//
// A wait that ends when a byte is there ended with the put of that byte: its thread is observed,
// by the position. While a wait goes on, the thread that is expected to put the next byte is
// presumed:
//
//  1. the only thread that has put bytes into the stream, since it is new;
//  2. otherwise the one that has taken all bytes of the other direction, since an answer was last
//     put, if it is one of those that have put bytes into the stream, or nobody has;
//  3. otherwise none: several could.
//
// A thread that has ended is not expected to do anything.
//
// Some recorders name the stream when the wait begins; others, as of Go, write just before it that
// the thread has found nothing there. A thread that closes a stream writes the same, so that counts
// only if nothing is on its way then.
//
// # Decisions
//
//   - The relation is stored as events, not computed on demand: the put that ends a wait can be
//     any number of pages before it, and everything that knows wakes of suspensions then works.
//   - A trace that has wakes of streams already, such as a converted one, gets none twice.
package awaited

import (
	"slices"

	"tiv/tracefeed"
	"tiv/tracefeed/inflight"
)

// Streams follows the streams of a trace.
type Streams struct {
	streams map[tracefeed.NameID]*stream
	byName  map[string]*stream
	threads []thread
	// now numbers the events of streams.
	now int64
	// lost: events of all threads were lost.
	lost bool
	// out are the events with wakes, of one call of Follow.
	out []tracefeed.Event
	// copied is true if out replaces the events of the call.
	copied bool
}

// stream is one direction of a connection, or a pipe.
type stream struct {
	name tracefeed.NameID
	// back is the other direction; nil if it has no events.
	back  *stream
	bytes inflight.Bytes[tracefeed.ThreadID]
	// putters are the threads that have put bytes since it is new. many is true if they may not be all: they are
	// more than mostPutters, or events were lost since.
	putters []tracefeed.ThreadID
	many    bool
	// taker is the thread that last took bytes. put and taken number the last events.
	taker      tracefeed.ThreadID
	put, taken int64
	// waiting are the threads that wait to read it.
	waiting []tracefeed.ThreadID
}

// mostPutters is the largest number of threads that put bytes into a stream that are known.
const mostPutters = 8

// thread is a thread of the trace.
type thread struct {
	// reads is the stream that it waits to read, nil if it does not.
	reads *stream
	// told is the thread for which it waits, as far as events have said, and at the position of
	// the byte, 0 if it is presumed.
	told tracefeed.ThreadID
	at   int64
	// next is the stream in which it has found nothing since it did anything else: if it waits, it
	// is to read that.
	next *stream
	// ended: the thread has ended.
	ended bool
}

// New returns the streams of a trace before its first event.
func New() *Streams {
	return &Streams{streams: map[tracefeed.NameID]*stream{}, byName: map[string]*stream{}}
}

// Follow adds wakes to the next events of a trace with these names. The result is valid until the
// next call; it is evs if nothing was added.
func (s *Streams) Follow(evs []tracefeed.Event, names []string) []tracefeed.Event {
	s.out, s.copied = s.out[:0], false
	for i := range evs {
		ev := &evs[i]
		if kept := s.before(ev, evs[:i]); !kept {
			s.copyUp(evs[:i])
			continue
		}
		if s.copied {
			s.out = append(s.out, *ev)
		}
		s.after(ev, evs[:i+1], names)
	}
	if s.copied {
		return s.out
	}
	return evs
}

// copyUp makes out the result, with the events so far.
func (s *Streams) copyUp(before []tracefeed.Event) {
	if !s.copied {
		s.copied = true
		s.out = append(s.out, before...)
	}
}

// endsWait are the kinds of events after which a thread no longer waits for a device.
var endsWait = [tracefeed.NumKinds]bool{
	tracefeed.IOEnd: true, tracefeed.IOStart: true, tracefeed.SuspendStart: true, tracefeed.MonitorWait: true,
	tracefeed.Ready: true, tracefeed.Run: true, tracefeed.ThreadEnd: true, tracefeed.Lost: true, tracefeed.StateUnknown: true,
}

// keepsNext are the kinds of events that a thread can have between finding nothing in a stream, and
// waiting to read it.
var keepsNext = [tracefeed.NumKinds]bool{tracefeed.IOStart: true, tracefeed.IOEnd: true, tracefeed.Ready: true, tracefeed.Run: true,
	tracefeed.Wake: true, tracefeed.Sample: true, tracefeed.Alloc: true, tracefeed.Free: true}

// lastsOn are those of them that do not say that the wait has ended by itself.
var lastsOn = [tracefeed.NumKinds]bool{tracefeed.ThreadEnd: true, tracefeed.Lost: true, tracefeed.StateUnknown: true}

// before processes the effect of an event on the wait of its thread. It returns false for a wake
// that says what is known.
func (s *Streams) before(ev *tracefeed.Event, before []tracefeed.Event) (keep bool) {
	if ev.Thread == tracefeed.NoThread || int(ev.Thread) >= len(s.threads) || ev.Kind >= tracefeed.NumKinds {
		return true
	}
	t := &s.threads[ev.Thread]
	if t.next != nil && !keepsNext[ev.Kind] {
		t.next = nil
	}
	switch {
	case t.reads == nil:
	case ev.Kind == tracefeed.Wake && ev.Name != tracefeed.NoName:
		if t.told != tracefeed.NoThread && ev.Other == t.told && ev.Value == t.at {
			return false
		}
		t.told, t.at = ev.Other, ev.Value
	case endsWait[ev.Kind]:
		if p, ok := t.reads.bytes.Next(); ok && !lastsOn[ev.Kind] {
			s.tell(before, ev.Time, ev.Thread, p.Of, t.reads.bytes.Taken+1)
		}
		i := slices.Index(t.reads.waiting, ev.Thread)
		t.reads.waiting = slices.Delete(t.reads.waiting, i, i+1)
		t.reads, t.told, t.at = nil, tracefeed.NoThread, 0
	}
	return true
}

// after processes the rest of the effect of an event.
func (s *Streams) after(ev *tracefeed.Event, upTo []tracefeed.Event, names []string) {
	switch ev.Kind {
	case tracefeed.IOStart:
		x, t := s.stream(ev, names), s.thread(ev.Thread)
		if x == nil && ev.Name == tracefeed.NoName && ev.Cause != tracefeed.CauseDisk {
			x = t.next
		}
		if x != nil && ev.Thread != tracefeed.NoThread && !t.ended {
			t.reads = x
			x.waiting = append(x.waiting, ev.Thread)
			s.presume(upTo, ev, x)
		}
	case tracefeed.Put:
		if x := s.stream(ev, names); x != nil {
			s.addPut(x, ev, upTo)
		}
	case tracefeed.Take:
		if x := s.stream(ev, names); x != nil {
			s.addTake(x, ev, upTo)
		}
	case tracefeed.ThreadStart, tracefeed.ThreadEnd:
		if ev.Thread != tracefeed.NoThread {
			s.thread(ev.Thread).ended = ev.Kind == tracefeed.ThreadEnd
		}
	case tracefeed.Lost:
		if ev.Thread == tracefeed.NoThread {
			s.forget()
		}
	}
}

// addPut adds bytes, or says what is known of them: see tracefeed.Put.
func (s *Streams) addPut(x *stream, ev *tracefeed.Event, upTo []tracefeed.Event) {
	s.now++
	switch {
	case ev.Value == 0:
		x.bytes.Begin()
		x.putters, x.many, x.taker, x.put, x.taken = x.putters[:0], false, tracefeed.NoThread, 0, 0
		return
	case ev.Value < 0:
		x.bytes.PutUnknown(-ev.Value)
		x.put = s.now
		return
	}
	x.bytes.Add(ev.Value, ev.Thread)
	x.put = s.now
	switch {
	case slices.Contains(x.putters, ev.Thread):
	case len(x.putters) == mostPutters:
		x.many = true
	default:
		x.putters = append(x.putters, ev.Thread)
	}
	if !x.bytes.TakenKnown { // nor is it known whether these are the bytes that they wait for
		for _, reader := range x.waiting {
			s.tell(upTo, ev.Time, reader, ev.Thread, 0)
		}
	}
}

// addTake takes bytes, or notes that there are none.
func (s *Streams) addTake(x *stream, ev *tracefeed.Event, upTo []tracefeed.Event) {
	if ev.Value == 0 {
		if x.bytes.Put <= x.bytes.Taken {
			s.thread(ev.Thread).next = x
		}
		return
	}
	s.now++
	x.taken = s.now
	if ev.Value < 0 {
		x.bytes.TakeUnknown(-ev.Value)
		x.taker = tracefeed.NoThread
		return
	}
	x.bytes.Take(ev.Value)
	x.taker = ev.Thread
	if x.back != nil {
		s.presume(upTo, ev, x.back)
	}
}

// presume tells the threads that wait to read a stream for whom they wait.
func (s *Streams) presume(upTo []tracefeed.Event, ev *tracefeed.Event, x *stream) {
	if x.bytes.Put > x.bytes.Taken {
		return // bytes are on the way
	}
	by := x.expected()
	if by == tracefeed.NoThread || s.thread(by).ended {
		return
	}
	for _, reader := range x.waiting {
		s.tell(upTo, ev.Time, reader, by, 0)
	}
}

// expected returns the thread that is expected to put the next bytes; NoThread if it is not known.
func (x *stream) expected() tracefeed.ThreadID {
	if len(x.putters) == 1 && !x.many {
		return x.putters[0]
	}
	b := x.back
	if b == nil || b.taken < x.put || b.bytes.Put > b.bytes.Taken || b.taker == tracefeed.NoThread {
		return tracefeed.NoThread
	}
	if len(x.putters) > 0 && !slices.Contains(x.putters, b.taker) {
		return tracefeed.NoThread // it hands over what it takes
	}
	return b.taker
}

// tell adds a wake, unless the trace has it. before are the events before it, of one call of
// Follow.
func (s *Streams) tell(before []tracefeed.Event, now tracefeed.Time, reader, by tracefeed.ThreadID, at int64) {
	t := s.thread(reader)
	if by == tracefeed.NoThread || by == reader || t.told == by && t.at == at {
		return
	}
	t.told, t.at = by, at
	s.copyUp(before)
	s.out = append(s.out, tracefeed.Event{Kind: tracefeed.Wake, Time: now, Thread: reader, Other: by, Name: t.reads.name, Value: at})
}

// forget forgets all that depends on events that may be missing.
func (s *Streams) forget() {
	s.lost = true
	for _, x := range s.byName {
		x.bytes.Forget()
		x.putters, x.many, x.taker, x.waiting = x.putters[:0], true, tracefeed.NoThread, x.waiting[:0]
	}
	for i := range s.threads {
		s.threads[i] = thread{ended: s.threads[i].ended}
	}
}

// thread returns a thread, until the next call.
func (s *Streams) thread(t tracefeed.ThreadID) *thread {
	if n := int(t) + 1 - len(s.threads); n > 0 {
		s.threads = append(s.threads, make([]thread, n)...)
	}
	return &s.threads[t]
}

// stream returns the stream that an event is about, nil if it is about none.
func (s *Streams) stream(ev *tracefeed.Event, names []string) *stream {
	if ev.Name == tracefeed.NoName || int(ev.Name) >= len(names) {
		return nil
	}
	if x, ok := s.streams[ev.Name]; ok {
		return x
	}
	var x *stream
	if name := names[ev.Name]; tracefeed.IsStreamName(name) {
		if x = s.byName[name]; x == nil {
			x = &stream{name: ev.Name, many: s.lost}
			s.byName[name] = x
			if back := s.byName[tracefeed.StreamOf(name).Back]; back != nil {
				x.back, back.back = back, x
			}
		}
	}
	s.streams[ev.Name] = x
	return x
}

package task

import (
	"tiv/tracefeed"
	"tiv/tracefeed/inflight"
)

// stream is the bytes of one direction of a connection, or of a pipe, that processes of the trace
// have put there and not yet taken.
type stream struct {
	tracefeed.Stream
	// back is the other direction; nil if it has no events.
	back *stream
	// bytes are those of which it is known for whom they were put; none for nobody.
	bytes inflight.Bytes[passed]
	// sent are the tasks for which bytes were ever put.
	sent map[int32]bool
	// began is true after the first event that puts something. early is a position that was taken
	// before it was put, and earlyAt the time; 0 for none.
	began   bool
	early   int64
	earlyAt tracefeed.Time
}

// passed says for which task bytes were put, or none, and by which thread.
type passed struct {
	task int32
	by   tracefeed.ThreadID
	// through: the thread that put them had the task from another connection.
	through bool
}

// stream returns the stream of an event; nil if its queue is none.
func (f full) stream(ev *tracefeed.Event) *stream {
	if ev.Name == tracefeed.NoName {
		return nil
	}
	s := f.k.streams[ev.Name]
	if s == nil {
		s = &stream{Stream: tracefeed.StreamOf(f.k.tl.Names[ev.Name])}
		f.k.streams[ev.Name] = s
		f.k.byName[f.k.tl.Names[ev.Name]] = s
		if back := f.k.byName[s.Back]; back != nil {
			s.back, back.back = back, s
		}
	}
	return s
}

// forget forgets the positions in all streams, because events are missing.
func (s *stream) forget() {
	s.bytes.Forget()
	s.early = 0
}

// begin makes it a new stream. What was taken before anything was put was taken from this one.
func (s *stream) begin() {
	early, taken := s.early, s.bytes.Taken
	s.bytes.Begin()
	s.early = 0
	if clear(s.sent); !s.began && early > 0 {
		s.early, s.bytes.Taken = early, taken
	}
	s.began = true
}

// take takes the bytes up to a position. They are of one task or of nobody; known is false if
// some of them are of another, or of an unknown one, and mixed is true in the first case.
func (s *stream) take(last int64) (of passed, known, mixed bool) {
	taken, whole := s.bytes.Take(last)
	for i := range taken {
		mixed = mixed || taken[i].Of.task != taken[0].Of.task
	}
	if !whole || mixed {
		return passed{task: none}, false, mixed
	}
	of = taken[0].Of
	of.by = taken[len(taken)-1].Of.by
	return of, true, false
}

// next returns the task of the next byte that is there, or none.
func (s *stream) next() int32 {
	if p, ok := s.bytes.Next(); ok {
		return p.Of.task
	}
	return none
}

// putBytes notes for which task a thread puts bytes into a stream. A negative position is that of
// bytes of which nothing is known, 0 the begin of a new stream.
func (f full) putBytes(t *thread, s *stream, ev *tracefeed.Event) {
	switch {
	case ev.Value == 0:
		s.begin()
		return
	case ev.Value < 0:
		s.bytes.PutUnknown(-ev.Value)
		s.began = true
		return
	}
	p := passed{task: none}
	if s.began = true; !s.bytes.PutKnown {
		s.early = 0
	}
	if c := t.topOf(); c != nil {
		p.task, p.by, p.through = c.task, t.id, c.stream != nil && c.stream != s.back
		if s.sent == nil {
			s.sent = map[int32]bool{}
		}
		s.sent[c.task] = true
	}
	s.bytes.Add(ev.Value, p)
	if s.early > 0 && s.bytes.Put >= s.early {
		f.k.doubts.Early++
		f.k.doubts.Ahead = max(f.k.doubts.Ahead, ev.Time-s.earlyAt)
		s.early = 0
	}
}

// topOf returns the claim of a thread, or none, that counts.
func (t *thread) topOf() *claim {
	if t == nil {
		return nil
	}
	return t.top()
}

// takeBytes makes a thread that takes bytes of a stream work for the task for which they were put,
// until it takes others, or awaits the next. A task that the thread has by a call or a region, or
// has begun itself, it keeps; bytes of another end what it was handed before that.
//
// Who has opened a connection reads answers there. They are of a task that this end has put
// bytes into the connection for, or that has come through the other end from elsewhere: an answer
// to somebody outside of a task is not part of it.
func (f full) takeBytes(t *thread, s *stream, ev *tracefeed.Event) {
	if ev.Value == 0 {
		f.await(t, s, ev.Time)
		return
	}
	if last := max(ev.Value, -ev.Value); s.early == 0 && (s.bytes.PutKnown && last > s.bytes.Put || !s.began) {
		s.early, s.earlyAt = last, ev.Time
	}
	of, known, mixed := passed{task: none}, false, false
	if ev.Value > 0 {
		of, known, mixed = s.take(ev.Value)
	} else {
		s.bytes.TakeUnknown(-ev.Value)
	}
	if mixed {
		f.k.doubts.Conflicts++
	}
	if f.k.tl.Threads[t.id].System {
		return
	}
	if t.has(func(c *claim) bool { return c.by.holds() || c.by == bySelf }) {
		f.k.release(t, ev.Time, func(c *claim) bool { return c.stream != nil && c.task != of.task })
		return
	}
	task := of.task
	if s.Way == tracefeed.Answers && task != none && !of.through {
		task = f.asked(s, task)
	}
	if task == none && (s.Way == tracefeed.Answers || s.Way == tracefeed.Pipe && !known && !mixed) {
		f.k.release(t, ev.Time, func(c *claim) bool { return c.stream == s })
		return
	}
	f.hand(t, claim{task: task, by: byItem, stream: s, from: of.by}, ev.Time)
}

// leaveAnswer ends what a thread has of an answer for a task of a type, or within one, when it begins
// another of that type: the next request is not part of the one before.
func (f full) leaveAnswer(t *thread, kind string, now tracefeed.Time) {
	f.k.release(t, now, func(c *claim) bool {
		return c.stream != nil && c.stream.Way == tracefeed.Answers && f.isWithin(c.task, kind)
	})
}

// isWithin reports whether a task, or one around it, is of a type.
func (f full) isWithin(task int32, kind string) bool {
	for task != none && f.kind(task) != kind {
		task = f.k.tasks[task].parent
	}
	return task != none
}

// asked returns the task to which an answer for a task goes: the innermost around it for which the
// reader's end has put bytes into the connection, or none.
func (f full) asked(s *stream, task int32) int32 {
	for ; task != none; task = f.k.tasks[task].parent {
		if s.back != nil && s.back.sent[task] {
			return task
		}
	}
	return none
}

// await ends what a thread has taken from streams that is about to wait for the next: for any
// (nil), or from one. It goes on if what comes next is of the same task, or if it waits for an
// answer, reads a pipe on the way, or waits within a call.
func (f full) await(t *thread, s *stream, now tracefeed.Time) {
	if t.has(func(c *claim) bool { return c.by.holds() || s != nil && c.stream != nil && c.task == s.next() }) {
		return
	}
	f.k.release(t, now, func(c *claim) bool {
		return c.stream != nil && (s == nil || s.Way == tracefeed.Requests || c.stream == s)
	})
}

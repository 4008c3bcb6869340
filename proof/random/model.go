package random

// state is one state of a program. Numbers of threads are one more than their
// index, so that 0 is none.
type state struct {
	next  [maxThreads]uint8 // the operation that the thread is at
	phase [maxThreads]phase
	// writer is the owner of a lock, pending the writer that its readers wait for,
	// readers how often each thread reads.
	writer, pending [maxLocks]uint8
	readers         [maxLocks][maxThreads]uint8
	items           [maxChans]uint8
	queue           [maxConds][maxThreads]uint8
	group           [maxGroups]uint8
}

// phase is the part of an operation that a thread has come to.
type phase uint8

const (
	begun phase = iota
	queued
	// woken: a waiter for a condition wants its lock again.
	woken
)

func (p *Program) start() (s state) {
	for n, count := range p.Groups {
		s.group[n] = uint8(count)
	}
	return s
}

// op returns the operation that a thread is at; ok is false if it has ended.
func (p *Program) op(s *state, t int) (op Op, ok bool) {
	if int(s.next[t]) >= len(p.Threads[t]) {
		return op, false
	}
	return p.Threads[t][s.next[t]], true
}

// done moves a thread to its next operation.
func (s *state) done(t int) {
	s.next[t]++
	s.phase[t] = begun
}

func (s *state) read(lock int) bool { return s.readers[lock] != [maxThreads]uint8{} }

// steps returns the states that one step of a thread can lead to.
func (p *Program) steps(s state, t int) (to []state) {
	op, ok := p.op(&s, t)
	if !ok || p.blocked(&s, t, op) {
		return nil
	}
	n := op.object
	switch op.kind {
	case Lock:
		return p.lock(s, t, n)
	case Unlock:
		s.writer[n] = 0
		p.admitReaders(&s, n)
	case ReadLock:
		if s.writer[n] > 0 || s.pending[n] > 0 {
			s.phase[t] = queued
			return []state{s}
		}
		s.readers[n][t]++
	case ReadUnlock:
		s.readers[n][t]--
	case Send:
		if p.Rooms[n] == 0 {
			return p.meet(s, t, n)
		}
		s.items[n]++
	case Receive:
		s.items[n]--
	case Wait:
		return p.wait(s, t, n)
	case Signal:
		p.signal(&s, n)
	case Done:
		s.group[n]--
	}
	s.done(t)
	return []state{s}
}

// blocked reports whether an operation other than those of writers and conditions
// cannot be done yet. The sender does the step of a message without room.
func (p *Program) blocked(s *state, t int, op Op) bool {
	n := op.object
	switch op.kind {
	case ReadLock:
		return s.phase[t] == queued
	case Send:
		return p.Rooms[n] > 0 && int(s.items[n]) == p.Rooms[n]
	case Receive:
		return s.items[n] == 0
	case Await:
		return s.group[n] > 0
	}
	return false
}

// lock acquires a lock as a writer. The writer of a read-write lock first keeps new
// readers out.
func (p *Program) lock(s state, t, n int) []state {
	me := uint8(t + 1)
	switch {
	case s.writer[n] > 0 || s.pending[n] > 0 && s.pending[n] != me:
		return nil
	case n%2 == 1 && s.pending[n] == 0:
		s.pending[n] = me
		return []state{s}
	case s.read(n):
		return nil
	}
	s.writer[n], s.pending[n] = me, 0
	s.done(t)
	return []state{s}
}

// admitReaders lets the readers that wait for the last writer go on.
func (p *Program) admitReaders(s *state, n int) {
	for t := range p.Threads {
		if op, ok := p.op(s, t); ok && op == (Op{ReadLock, n}) && s.phase[t] == queued {
			s.readers[n][t]++
			s.done(t)
		}
	}
}

// meet passes a message to each possible receiver.
func (p *Program) meet(s state, t, n int) (to []state) {
	for u := range p.Threads {
		if op, ok := p.op(&s, u); ok && op == (Op{Receive, n}) {
			after := s
			after.done(t)
			after.done(u)
			to = append(to, after)
		}
	}
	return to
}

func (p *Program) wait(s state, t, n int) []state {
	lock := p.Locks[n]
	switch s.phase[t] {
	case begun:
		end := 0
		for s.queue[n][end] > 0 {
			end++
		}
		s.queue[n][end] = uint8(t + 1)
		s.writer[lock], s.phase[t] = 0, queued
	case queued:
		return nil
	case woken:
		if s.writer[lock] > 0 {
			return nil
		}
		s.writer[lock] = uint8(t + 1)
		s.done(t)
	}
	return []state{s}
}

// signal wakes the thread that has waited longest.
func (p *Program) signal(s *state, n int) {
	if first := s.queue[n][0]; first > 0 {
		s.phase[first-1] = woken
		copy(s.queue[n][:], s.queue[n][1:])
		s.queue[n][maxThreads-1] = 0
	}
}

// mostStates bounds an exploration.
const mostStates = 400_000

// explore returns all states that can follow some states, and these. ok is false if
// there are too many.
func (p *Program) explore(from ...state) (all []state, ok bool) {
	seen := map[state]bool{}
	add := func(s state) {
		if !seen[s] {
			seen[s] = true
			all = append(all, s)
		}
	}
	for _, s := range from {
		add(s)
	}
	for n := 0; n < len(all); n++ {
		if n > mostStates {
			return nil, false
		}
		for t := range p.Threads {
			for _, s := range p.steps(all[n], t) {
				add(s)
			}
		}
	}
	return all, true
}

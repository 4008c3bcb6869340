package random

import "slices"

// Outcome is the truth about a run in which nothing goes on any more, except threads
// at Rest. The lists are of threads.
type Outcome struct {
	// Deadlocked wait for each other in a ring of locks.
	Deadlocked []int
	// Locks are those that the deadlocked threads wait for.
	Locks []int
	// Endless wait for something that cannot happen, whatever the others do. Perhaps
	// are those for which this is not known.
	Endless, Perhaps []int
	// Unreachable are the threads of Endless without a reference to their objects
	// from a thread that can still go on.
	Unreachable []int
}

// Outcome returns the outcome of a run after which each thread has finished some
// operations. ok is false if no run can come to a rest there.
func (p *Program) Outcome(finished []int) (o Outcome, ok bool) {
	all, ok := p.explore(p.start())
	if !ok {
		return o, false
	}
	endless := make([]int, len(p.Threads)) // in how many of the candidates
	ring := make([]int, len(p.Threads))
	candidates := 0
	for _, s := range all {
		if !p.isAt(&s, finished) || !p.rests(s) {
			continue
		}
		candidates++
		goOn := p.canGoOn(s)
		inRing := p.rings(&s)
		for t := range p.Threads {
			if _, alive := p.op(&s, t); alive && !goOn[t] {
				endless[t]++
			}
			if inRing[t] {
				ring[t]++
				op, _ := p.op(&s, t)
				o.Locks = append(o.Locks, p.lockOf(op))
			}
		}
	}
	if candidates == 0 {
		return o, false
	}
	for t := range p.Threads {
		switch {
		case ring[t] == candidates:
			o.Deadlocked = append(o.Deadlocked, t)
		case endless[t] == candidates && ring[t] == 0:
			o.Endless = append(o.Endless, t)
		case endless[t] > 0:
			o.Perhaps = append(o.Perhaps, t)
		}
	}
	for _, t := range o.Endless {
		if !slices.Contains(p.reached(finished), t) {
			o.Unreachable = append(o.Unreachable, t)
		}
	}
	return o, true
}

func (p *Program) isAt(s *state, finished []int) bool {
	for t, n := range finished {
		if int(s.next[t]) != n {
			return false
		}
	}
	return true
}

// rests reports whether no thread can take a step, except from Rest.
func (p *Program) rests(s state) bool {
	for t := range p.Threads {
		if op, ok := p.op(&s, t); ok && op.kind != Rest && len(p.steps(s, t)) > 0 {
			return false
		}
	}
	return true
}

// canGoOn returns the threads that some continuation moves to their next operation.
func (p *Program) canGoOn(s state) (can [maxThreads]bool) {
	all, _ := p.explore(s) // a part of those explored before
	for _, later := range all {
		for t := range p.Threads {
			can[t] = can[t] || later.next[t] > s.next[t]
		}
	}
	return can
}

// lockOf returns the lock of an operation on a lock or a condition.
func (p *Program) lockOf(op Op) int {
	if op.kind == Wait {
		return p.Locks[op.object]
	}
	return op.object
}

// waitsFor returns the owners of the lock that a thread waits for.
func (p *Program) waitsFor(s *state, t int) (owners []int) {
	op, ok := p.op(s, t)
	n := op.object
	switch {
	case !ok:
		return nil
	case op.kind == Wait && s.phase[t] == woken:
		n = p.lockOf(op)
	case op.kind != Lock && op.kind != ReadLock:
		return nil
	}
	if s.writer[n] > 0 {
		return []int{int(s.writer[n]) - 1}
	}
	if op.kind == ReadLock && s.pending[n] > 0 {
		return []int{int(s.pending[n]) - 1}
	}
	for u := range p.Threads {
		if op.kind != ReadLock && s.readers[n][u] > 0 {
			owners = append(owners, u)
		}
	}
	return owners
}

// rings returns the threads that wait, perhaps indirectly, for themselves.
func (p *Program) rings(s *state) (in [maxThreads]bool) {
	for t := range p.Threads {
		seen, left := [maxThreads]bool{}, []int{t}
		for len(left) > 0 {
			u := left[0]
			left = left[1:]
			for _, owner := range p.waitsFor(s, u) {
				if !seen[owner] {
					seen[owner] = true
					left = append(left, owner)
				}
			}
		}
		in[t] = seen[t]
	}
	return in
}

// thing is an object of any type: that of the operation that waits for it.
type thing struct {
	kind   Kind
	object int
}

// things returns the objects that an operation refers to.
func (p *Program) things(op Op) []thing {
	switch op.kind {
	case Lock, Unlock, ReadLock, ReadUnlock:
		return []thing{{Lock, op.object}}
	case Send, Receive:
		return []thing{{Send, op.object}}
	case Wait, Signal:
		return []thing{{Wait, op.object}, {Lock, p.Locks[op.object]}}
	case Done, Await:
		return []thing{{Await, op.object}}
	}
	return nil
}

// reached returns the threads that can go on by themselves, and those that wait for
// an object to which a reached thread refers.
func (p *Program) reached(finished []int) (threads []int) {
	live := map[thing]bool{}
	for more := true; more; {
		more = false
		for t, ops := range p.Threads {
			if slices.Contains(threads, t) || finished[t] == len(ops) {
				continue
			}
			at := ops[finished[t]]
			if at.kind != Rest && !slices.ContainsFunc(p.things(at), func(x thing) bool { return live[x] }) {
				continue
			}
			threads, more = append(threads, t), true
			for _, op := range ops[finished[t]:] {
				for _, x := range p.things(op) {
					live[x] = true
				}
			}
		}
	}
	return threads
}

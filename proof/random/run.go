package random

import (
	"sync"
	"sync/atomic"
	"time"
)

// Run is one real run of a program.
type Run struct {
	// Locks are the addresses of the locks.
	Locks    []uintptr
	finished []atomic.Int32
}

// Finished returns how many operations each thread has finished.
func (r *Run) Finished() (counts []int) {
	for n := range r.finished {
		counts = append(counts, int(r.finished[n].Load()))
	}
	return counts
}

// Start runs the threads of a program as goroutines. Each refers only to the objects
// of the operations that it has not finished, and nothing else refers to them. begin
// is called in each goroutine first.
func (p *Program) Start(begin func(thread int)) *Run {
	o := p.objects()
	r := &Run{Locks: o.addresses(), finished: make([]atomic.Int32, len(p.Threads))}
	all := make([][]func(), len(p.Threads))
	for t, ops := range p.Threads {
		for n, op := range ops {
			all[t] = append(all[t], o.do(p, op, time.Duration(1+(7*n+3*t)%5)*time.Millisecond/2))
		}
	}
	for t, ops := range all {
		go func() {
			begin(t)
			for n, do := range ops {
				do()
				ops[n] = nil
				r.finished[t].Add(1)
			}
		}()
	}
	return r
}

// objects are the objects of one run.
type objects struct {
	mutexes [maxLocks]*sync.Mutex   // with even numbers
	rw      [maxLocks]*sync.RWMutex // with odd numbers
	chans   []chan int
	conds   []*sync.Cond
	groups  []*sync.WaitGroup
}

func (p *Program) objects() *objects {
	o := &objects{}
	for n := range maxLocks {
		// Alone, a mutex can share its 16 bytes of memory with an object in use, which
		// keeps it reachable.
		guarded := &struct {
			sync.Mutex
			value [2]int
		}{}
		o.mutexes[n], o.rw[n] = &guarded.Mutex, &sync.RWMutex{}
	}
	for _, room := range p.Rooms {
		o.chans = append(o.chans, make(chan int, room))
	}
	for _, lock := range p.Locks {
		o.conds = append(o.conds, sync.NewCond(o.mutexes[lock]))
	}
	for _, count := range p.Groups {
		g := &sync.WaitGroup{}
		g.Add(count)
		o.groups = append(o.groups, g)
	}
	return o
}

// do returns a function that does an operation. It refers to nothing else.
func (o *objects) do(p *Program, op Op, nap time.Duration) func() {
	n := op.object
	switch op.kind {
	case Lock:
		return locking(n, o.mutexes[n], o.rw[n])
	case Unlock:
		if n%2 == 1 {
			return o.rw[n].Unlock
		}
		return o.mutexes[n].Unlock
	case ReadLock:
		return reading(n, o.rw[n])
	case ReadUnlock:
		return o.rw[n].RUnlock
	case Send:
		c := o.chans[n]
		return func() { c <- 1 }
	case Receive:
		c := o.chans[n]
		return func() { <-c }
	case Wait:
		return o.conds[n].Wait
	case Signal:
		return o.conds[n].Signal
	case Done:
		return o.groups[n].Done
	case Await:
		return o.groups[n].Wait
	case Nap:
		return func() { time.Sleep(nap) }
	}
	return func() { time.Sleep(time.Hour) }
}

// locking returns a function that takes a lock. Each lock has a place of its own in
// the code, as in most programs.
func locking(n int, m *sync.Mutex, rw *sync.RWMutex) func() {
	switch n {
	case 0:
		return func() { m.Lock() }
	case 1:
		return func() { rw.Lock() }
	case 2:
		return func() { m.Lock() }
	}
	return func() { rw.Lock() }
}

// reading is locking for readers.
func reading(n int, rw *sync.RWMutex) func() {
	if n == 1 {
		return func() { rw.RLock() }
	}
	return func() { rw.RLock() }
}

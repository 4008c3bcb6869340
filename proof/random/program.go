// Package random has random programs of locks, channels, conditions and wait groups:
// a generator, an interpreter that runs them for real, and a model that explores all
// their interleavings, slowly and obviously.
package random

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The largest sizes of a program.
const (
	maxThreads = 5
	maxLocks   = 4
	maxChans   = 2
	maxConds   = 2
	maxGroups  = 1
)

// Kind is an operation.
type Kind uint8

// The operations. Wait waits for a condition and needs its lock. Await waits for a
// group, Done is for groups. Nap is a short sleep; Rest is one that outlasts the run.
const (
	Lock Kind = iota
	Unlock
	ReadLock
	ReadUnlock
	Send
	Receive
	Wait
	Signal
	Done
	Await
	Nap
	Rest
)

// Op is an operation on an object, which is numbered among those of its type.
type Op struct {
	kind   Kind
	object int
}

// Program is the operations of each thread. Locks with an odd number are read-write
// locks.
type Program struct {
	Threads [][]Op
	// Rooms are the capacities of the channels.
	Rooms []int
	// Locks are the locks of the conditions.
	Locks []int
	// Groups are the counters of the groups.
	Groups []int
}

// String returns the operations, one thread a line.
func (p *Program) String() string {
	names := [...]string{"lock", "unlock", "rlock", "runlock", "send", "receive", "wait", "signal", "done", "await", "nap", "rest"}
	var b strings.Builder
	for _, ops := range p.Threads {
		for _, op := range ops {
			fmt.Fprintf(&b, "%s %d; ", names[op.kind], op.object)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "rooms %v, locks of conditions %v, groups %v\n", p.Rooms, p.Locks, p.Groups)
	return b.String()
}

// generator makes one program.
type generator struct {
	*rand.Rand
	*Program
	locks                    int
	ordered, tidy            bool
	channels, conds, waiting bool
	// held are the locks that the thread holds at the end of its operations so far;
	// true as a reader.
	held map[int]bool
	ops  []Op
}

// Generate returns the program of a seed.
func Generate(seed uint64) *Program {
	g := generator{Rand: rand.New(rand.NewPCG(seed, 13)), Program: &Program{}}
	g.locks = 2 + g.IntN(maxLocks-1)
	g.ordered, g.tidy = g.IntN(3) == 0, g.IntN(2) == 0
	g.channels, g.conds, g.waiting = g.IntN(2) == 0, g.IntN(3) == 0, g.IntN(4) == 0
	for range maxChans {
		g.Rooms = append(g.Rooms, g.IntN(3))
	}
	for range maxConds {
		g.Locks = append(g.Locks, 2*g.IntN((g.locks+1)/2)) // no read-write locks
	}
	dones := 0
	for range 2 + g.IntN(maxThreads-2) {
		g.thread(3 + g.IntN(7))
		for _, op := range g.ops {
			if op.kind == Done {
				dones++
			}
		}
		g.Threads = append(g.Threads, g.ops)
	}
	if !g.tidy && g.IntN(2) == 0 {
		dones++ // one of them is missing
	}
	g.Groups = []int{dones}
	return g.Program
}

// thread makes the operations of the next thread.
func (g *generator) thread(length int) {
	g.held, g.ops = map[int]bool{}, nil
	for len(g.ops) < length {
		switch n := g.IntN(100); {
		case n < 40:
			g.acquire(g.IntN(g.locks))
		case n < 60:
			g.release()
		case n < 75:
			g.add(Nap, 0)
		case n < 77 && !g.tidy:
			g.add(Rest, 0)
		case g.channels && n < 90:
			g.add([]Kind{Send, Receive}[g.IntN(2)], g.IntN(maxChans))
		case g.conds && n < 96:
			g.condition(g.IntN(maxConds))
		case g.waiting:
			g.add([]Kind{Done, Done, Await}[g.IntN(3)], 0)
		}
	}
	for len(g.held) > 0 {
		if !g.tidy && g.IntN(15) == 0 {
			break // the rest is never released
		}
		g.release()
	}
}

func (g *generator) add(k Kind, object int) { g.ops = append(g.ops, Op{k, object}) }

func (g *generator) acquire(lock int) {
	if _, again := g.held[lock]; again && (g.tidy || g.IntN(20) > 0) {
		return
	}
	for held := range g.held {
		if g.ordered && held >= lock {
			return
		}
	}
	g.held[lock] = lock%2 == 1 && g.IntN(2) == 0
	if g.held[lock] {
		g.add(ReadLock, lock)
	} else {
		g.add(Lock, lock)
	}
}

// release releases the held lock with the greatest number, or any one.
func (g *generator) release() {
	if len(g.held) == 0 {
		return
	}
	var locks []int
	for lock := range maxLocks {
		if _, ok := g.held[lock]; ok {
			locks = append(locks, lock)
		}
	}
	lock := locks[len(locks)-1]
	if g.IntN(3) == 0 {
		lock = locks[g.IntN(len(locks))]
	}
	if g.held[lock] {
		g.add(ReadUnlock, lock)
	} else {
		g.add(Unlock, lock)
	}
	delete(g.held, lock)
}

// condition waits for a condition or signals it, under its lock.
func (g *generator) condition(c int) {
	lock := g.Locks[c]
	_, had := g.held[lock]
	if !had {
		g.acquire(lock)
		if _, ok := g.held[lock]; !ok {
			return
		}
	}
	g.add([]Kind{Wait, Signal}[g.IntN(2)], c)
	if !had {
		g.add(Unlock, lock)
		delete(g.held, lock)
	}
}

package wire

import (
	"errors"
	"fmt"

	"tiv/tracefeed"
)

// syscallBegin counts the sequence number of its P, so that a steal of the P
// matches exactly this system call.
func (o *ordering) syscallBegin(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsAll); err != nil {
		return false, err
	}
	g := o.states.running(o.m, gRunning)
	if g == nil {
		return false, o.states.notRunning(o.m, gRunning)
	}
	p := &o.states.pState[o.m.p]
	if !p.exists || !p.next(o.gen.gen, ev.args[1]) {
		return false, fmt.Errorf("a system call has number %d of its P, want %d", ev.args[1], p.n+1)
	}
	stack := o.gen.stack(ev.args[2])
	if stack < 0 {
		return false, noStack(ev.args[2])
	}
	g.is, p.is, p.n = gSyscall, pSyscall, ev.args[1]
	o.change(ev, o.m.g, GoRunning, GoSyscall).Stack = stack
	return true, nil
}

// syscallEnd ends a system call that kept its P.
func (o *ordering) syscallEnd(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsAll); err != nil {
		return false, err
	}
	g := o.states.running(o.m, gSyscall)
	if g == nil {
		return false, o.states.notRunning(o.m, gSyscall)
	}
	p := &o.states.pState[o.m.p]
	if !p.exists || p.is != pSyscall {
		return false, errors.New("a system call ends on a P that is in none")
	}
	g.is, p.is = gRunning, pRunning
	o.change(ev, o.m.g, GoSyscall, GoRunning)
	return true, nil
}

// syscallEndBlocked ends a system call that lost its P. It must come after the
// event in which the P is lost.
func (o *ordering) syscallEndBlocked(ev *wireEvent) (bool, error) {
	if p := &o.states.pState[o.m.p]; o.m.p != 0 && p.is == pSyscall {
		return false, nil
	}
	if err := o.m.check(needsG); err != nil {
		return false, err
	}
	g := o.states.running(o.m, gSyscall)
	if g == nil {
		return false, o.states.notRunning(o.m, gSyscall)
	}
	g.is = gRunnable
	o.change(ev, o.m.g, GoSyscall, GoRunnable)
	o.m.g = 0
	return true, nil
}

// goCreateSyscall is a thread of C code that calls into Go.
func (o *ordering) goCreateSyscall(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsNoG); err != nil {
		return false, err
	}
	if _, g := o.states.known(ev.args[1]); g != nil {
		return false, fmt.Errorf("goroutine %d is made twice", int64(ev.args[1]))
	}
	n := o.states.goroutine(ev.args[1])
	o.states.gState[n] = gState{seq: seq{gen: o.gen.gen}, is: gSyscall, exists: true}
	o.change(ev, n, GoNotExist, GoSyscall)
	o.m.g = n
	return true, nil
}

// goDestroySyscall ends the goroutine of a thread of C code. A P that it leaves
// behind is stolen later, possibly when the thread runs another goroutine.
func (o *ordering) goDestroySyscall(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsG); err != nil {
		return false, err
	}
	g := o.states.running(o.m, gSyscall)
	if g == nil {
		return false, o.states.notRunning(o.m, gSyscall)
	}
	if o.m.p != 0 {
		p := &o.states.pState[o.m.p]
		if !p.exists || p.is != pSyscall {
			return false, errors.New("a goroutine of C code ends on a P that is in no system call")
		}
		p.is = pAbandoned
		o.tick(ev.time) // the loss of the P has its own time, like an event
	}
	g.exists = false
	o.change(ev, o.m.g, GoSyscall, GoNotExist)
	o.m.g, o.m.p = 0, 0
	return true, nil
}

// procStatus processes the state of a P, which each generation repeats once.
func (o *ordering) procStatus(ev *wireEvent) (bool, error) {
	id, status := ev.args[1], uint8(ev.args[2])
	if status >= statuses {
		return false, fmt.Errorf("processor %d is in state %d", int64(id), status)
	}
	n, p := o.states.knownP(id)
	switch {
	case p == nil:
		n = o.states.ps.number(id)
		o.states.pState = grown(o.states.pState, int(n))
		p = &o.states.pState[n]
		*p = pState{is: status, exists: true, cpu: tracefeed.CPU(id + 1)}
	case status == pAbandoned && p.is == pSyscall:
		// It is about to be stolen, from a system call whose begin is in the
		// trace.
		if !o.states.someoneHas(n) {
			return false, fmt.Errorf("processor %d is stolen from no thread", int64(id))
		}
	case p.is != status:
		return false, fmt.Errorf("processor %d is in state %d, but was in %d", int64(id), status, p.is)
	}
	p.seq = seq{gen: o.gen.gen}
	if o.m.thread && (status == pRunning || status == pSyscall) {
		o.m.p = n
	}
	o.tick(ev.time)
	return true, nil
}

func (o *ordering) procStart(ev *wireEvent) (bool, error) {
	n, p := o.states.knownP(ev.args[1])
	if p == nil || p.is != pIdle || !p.next(o.gen.gen, ev.args[2]) || o.m.p != 0 {
		return false, nil
	}
	if err := o.m.check(needsNoP); err != nil {
		return false, err
	}
	p.is, p.n, o.m.p = pRunning, ev.args[2], n
	o.tick(ev.time)
	return true, nil
}

func (o *ordering) procStop(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsP); err != nil {
		return false, err
	}
	p := &o.states.pState[o.m.p]
	if !p.exists || p.is != pRunning && p.is != pSyscall {
		return false, errors.New("a P stops that does not run")
	}
	p.is, o.m.p = pIdle, 0
	o.tick(ev.time)
	return true, nil
}

// procSteal takes the P from a system call, usually of another thread.
func (o *ordering) procSteal(ev *wireEvent) (bool, error) {
	n, p := o.states.knownP(ev.args[1])
	if p == nil || p.is != pSyscall && p.is != pAbandoned || !p.next(o.gen.gen, ev.args[2]) {
		return false, nil
	}
	if err := o.m.check(0); err != nil {
		return false, err
	}
	was := p.is
	p.is, p.n = pIdle, ev.args[2]
	o.tick(ev.time)
	if was == pAbandoned {
		return true, nil // the P's thread is not known any more
	}
	from := o.states.ms.find(ev.args[3])
	if from < 0 || !o.states.mState[from].seen || o.states.mState[from].p != n {
		return false, fmt.Errorf("processor %d is stolen from thread %d, which does not have it", int64(ev.args[1]), int64(ev.args[3]))
	}
	o.states.mState[from].p = 0
	return true, nil
}

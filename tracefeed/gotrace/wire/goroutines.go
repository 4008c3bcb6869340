package wire

import "fmt"

// goStatus processes the state of a goroutine, which each generation repeats
// once.
func (o *ordering) goStatus(ev *wireEvent, m int32) (bool, error) {
	id, on, status := ev.args[1], ev.args[2], uint8(ev.args[3])
	if status >= statuses { // the library, too, checks one byte
		return false, fmt.Errorf("goroutine %d is in state %d", int64(id), status)
	}
	first := o.gen.gen == o.initial
	n, g := o.states.known(id)
	from := goStates[status]
	switch {
	case g != nil && g.is != status:
		return false, fmt.Errorf("goroutine %d is %s, but was %s", int64(id), goWords[status], goWords[g.is])
	case g == nil && !first:
		return false, fmt.Errorf("goroutine %d was not there before this generation", int64(id))
	case g == nil:
		n, from = o.states.goroutine(id), GoUndetermined
		g = &o.states.gState[n]
	}
	*g = gState{seq: seq{gen: o.gen.gen}, is: status, exists: true}
	var stack Stack
	if ev.kind == evGoStatusStack {
		if stack = o.gen.stack(ev.args[4]); stack < 0 {
			return false, noStack(ev.args[4])
		}
	}
	o.change(ev, n, from, goStates[status]).Stack = stack
	if status == gSyscall && on != o.states.ms.ids[m] {
		o.on = o.states.thread(on)
		return o.elsewhere(n, on)
	}
	if status == gSyscall && !first && o.m.g != n {
		return false, fmt.Errorf("goroutine %d is in a system call on a thread that is another's", int64(id))
	}
	if o.m.thread && (status == gRunning || status == gSyscall) {
		o.m.g = n
	}
	return true, nil
}

// elsewhere processes a goroutine in a system call on another thread than the
// one that reports it, since before this generation.
func (o *ordering) elsewhere(g G, on uint64) (bool, error) {
	if on == noID {
		return false, fmt.Errorf("goroutine %d is in a system call on no thread", int64(o.states.gs.ids[g]))
	}
	m := &o.states.mState[o.states.thread(on)]
	if m.seen && m.g != g {
		return false, fmt.Errorf("goroutine %d is in a system call on a thread that is another's", int64(o.states.gs.ids[g]))
	}
	m.seen, m.g = true, g
	return true, nil
}

// goCreate adds a goroutine, created by the running one or by the runtime.
func (o *ordering) goCreate(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsP); err != nil {
		return false, err
	}
	if g := &o.states.gState[o.m.g]; g.exists && g.is != gRunning {
		return false, fmt.Errorf("a goroutine is made by one that is %s", goWords[g.is])
	}
	if _, g := o.states.known(ev.args[1]); g != nil {
		return false, fmt.Errorf("goroutine %d is made twice", int64(ev.args[1]))
	}
	stack := o.gen.stack(ev.args[2])
	if stack < 0 {
		return false, noStack(ev.args[2])
	}
	origin := o.gen.stack(ev.args[3])
	if origin < 0 {
		return false, noStack(ev.args[3])
	}
	is, to := uint8(gRunnable), GoRunnable
	if ev.kind == evGoCreateBlocked {
		is, to = gWaiting, GoWaiting
	}
	n := o.states.goroutine(ev.args[1])
	o.states.gState[n] = gState{seq: seq{gen: o.gen.gen}, is: is, exists: true}
	e := o.change(ev, n, GoNotExist, to)
	e.Stack, e.Origin = stack, origin
	return true, nil
}

func (o *ordering) goStart(ev *wireEvent) (bool, error) {
	n := G(o.states.gs.find(ev.args[1]))
	if n < 0 || o.states.gState[n].is != gRunnable || !o.states.gState[n].next(o.gen.gen, ev.args[2]) {
		return false, nil // one that does not exist is in another state, too
	}
	g := &o.states.gState[n]
	if err := o.m.check(needsP | needsNoG); err != nil {
		return false, err
	}
	g.is, g.n = gRunning, ev.args[2]
	o.m.g = n
	if o.to != nil {
		o.to.Run(o.tick(ev.time), n, o.states.pState[o.m.p].cpu)
	} else {
		o.change(ev, n, GoRunnable, GoRunning)
	}
	return true, nil
}

// goUnblock can occur on any thread, including the runtime's own.
func (o *ordering) goUnblock(ev *wireEvent) (bool, error) {
	n := G(o.states.gs.find(ev.args[1]))
	if n < 0 || o.states.gState[n].is != gWaiting || !o.states.gState[n].next(o.gen.gen, ev.args[2]) {
		return false, nil // one that does not exist is in another state, too
	}
	g := &o.states.gState[n]
	stack := o.gen.stack(ev.args[3])
	if stack < 0 {
		return false, noStack(ev.args[3])
	}
	g.is, g.n = gRunnable, ev.args[2]
	if o.to != nil {
		o.to.Unblock(o.tick(ev.time), n, o.m.g, stack)
	} else {
		o.change(ev, n, GoWaiting, GoRunnable).Stack = stack
	}
	return true, nil
}

// goStop removes the running goroutine from its thread.
func (o *ordering) goStop(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsAll); err != nil {
		return false, err
	}
	g := o.states.running(o.m, gRunning)
	if g == nil {
		return false, o.states.notRunning(o.m, gRunning)
	}
	text := o.gen.text(ev.args[1])
	if text < 0 {
		return false, noText(ev.args[1])
	}
	stack := o.gen.stack(ev.args[2])
	if stack < 0 {
		return false, noStack(ev.args[2])
	}
	is, to := uint8(gRunnable), GoRunnable
	if ev.kind == evGoBlock {
		is, to = gWaiting, GoWaiting
	}
	g.is = is
	switch {
	case o.to == nil:
		e := o.change(ev, o.m.g, GoRunning, to)
		e.Stack, e.Reason = stack, o.gen.reason(text)
	case to == GoWaiting:
		o.to.Wait(o.tick(ev.time), o.m.g, o.gen.reason(text), stack)
	default:
		o.to.Ready(o.tick(ev.time), o.m.g)
	}
	o.m.g = 0
	return true, nil
}

func (o *ordering) goDestroy(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsAll); err != nil {
		return false, err
	}
	g := o.states.running(o.m, gRunning)
	if g == nil {
		return false, o.states.notRunning(o.m, gRunning)
	}
	g.exists = false
	o.change(ev, o.m.g, GoRunning, GoNotExist)
	o.m.g = 0
	return true, nil
}

// goSwitch is three events in one: the running goroutine unblocks another,
// waits or ends, and the other runs.
func (o *ordering) goSwitch(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsAll); err != nil {
		return false, err
	}
	g := o.states.running(o.m, gRunning)
	if g == nil {
		return false, o.states.notRunning(o.m, gRunning)
	}
	n, to := o.states.known(ev.args[1])
	if to == nil || to.is != gWaiting || !to.next(o.gen.gen, ev.args[2]) {
		return false, nil
	}
	o.change(ev, n, GoWaiting, GoRunnable)
	if ev.kind == evGoSwitch {
		g.is = gWaiting
		o.change(ev, o.m.g, GoRunning, GoWaiting).Reason = ReasonSwitch
	} else {
		g.exists = false
		o.change(ev, o.m.g, GoRunning, GoNotExist)
	}
	to.is, to.n = gRunning, ev.args[2]
	o.m.g = 0
	o.change(ev, n, GoRunnable, GoRunning)
	o.m.g = n
	return true, nil
}

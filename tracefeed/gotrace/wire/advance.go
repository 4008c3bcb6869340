package wire

import (
	"fmt"
	"strings"
)

// advance processes the next event of thread m, if its order allows. An error
// means that the trace contradicts itself.
func (o *ordering) advance(ev *wireEvent, m int32) (bool, error) {
	o.m, o.on = &o.states.mState[m], m
	o.m.seen = o.m.thread
	switch ev.kind {
	case evGoStart:
		return o.goStart(ev)
	case evGoUnblock:
		return o.goUnblock(ev)
	case evGoBlock, evGoStop:
		return o.goStop(ev)
	case evGoSyscallBegin:
		return o.syscallBegin(ev)
	case evGoSyscallEnd:
		return o.syscallEnd(ev)
	case evGoSyscallEndBlocked:
		return o.syscallEndBlocked(ev)
	case evProcStart:
		return o.procStart(ev)
	case evProcStop:
		return o.procStop(ev)
	case evProcSteal:
		return o.procSteal(ev)
	case evProcStatus:
		return o.procStatus(ev)
	case evGoStatus, evGoStatusStack:
		return o.goStatus(ev, m)
	case evGoCreate, evGoCreateBlocked:
		return o.goCreate(ev)
	case evGoDestroy:
		return o.goDestroy(ev)
	case evGoSwitch, evGoSwitchDestroy:
		return o.goSwitch(ev)
	case evGoCreateSyscall:
		return o.goCreateSyscall(ev)
	case evGoDestroySyscall:
		return o.goDestroySyscall(ev)
	}
	return o.advanceRest(ev)
}

// advanceRest processes events of no single goroutine or P.
func (o *ordering) advanceRest(ev *wireEvent) (bool, error) {
	switch ev.kind {
	case evGCActive, evGCBegin, evGCEnd:
		return o.collector(ev)
	case evSTWBegin, evSTWEnd:
		return o.world(ev)
	case evUserLog:
		return o.log(ev)
	case evUserTaskBegin:
		return o.taskBegin(ev)
	case evUserTaskEnd:
		return o.taskEnd(ev)
	case evUserRegionBegin, evUserRegionEnd:
		return o.region(ev)
	case evProcsChange, evGoLabel, evGCMarkAssistBegin, evGCMarkAssistEnd:
		return o.skip(ev, needsAll)
	case evGCSweepBegin, evGCSweepEnd, evHeapAlloc, evHeapGoal:
		return o.skip(ev, needsP)
	case evGCSweepActive, evGCMarkAssistActive:
		o.tick(ev.time)
		return true, nil
	}
	if ev.kind >= evSpan && ev.kind <= evGoroutineStackFree {
		return o.skip(ev, 0)
	}
	return false, fmt.Errorf("an event of type %d has no place among those of a thread", ev.kind)
}

// skip processes an event without an equivalent in tracefeed.
func (o *ordering) skip(ev *wireEvent, needs int) (bool, error) {
	if err := o.m.check(needs); err != nil {
		return false, err
	}
	o.tick(ev.time)
	return true, nil
}

var marks = [...]Kind{evGCActive: MarkActive, evGCBegin: MarkBegin, evGCEnd: MarkEnd}

// collector processes the begin and end of a mark phase, which may be on
// different threads: their sequence numbers order them. In the first generation
// a mark phase may be in progress.
func (o *ordering) collector(ev *wireEvent) (bool, error) {
	n, first := ev.args[1], false
	switch ev.kind {
	case evGCActive:
		if first = o.gen.gen == o.initial; first && o.gcKnown {
			return false, fmt.Errorf("the collector works when the trace begins, but it has been heard of before")
		}
	case evGCBegin:
		first = !o.gcKnown
	}
	if !first && n != o.gcSeq+1 {
		return false, nil
	}
	wasOn := ev.kind != evGCBegin
	if !first && (!o.gcKnown || o.gcOn != wasOn) {
		return false, fmt.Errorf("the collector is at work %v, want %v", o.gcOn, wasOn)
	}
	o.gcSeq, o.gcKnown, o.gcOn = n, true, ev.kind != evGCEnd
	if !first {
		if err := o.m.check(needsAll); err != nil {
			return false, err
		}
	}
	o.emit(ev, marks[ev.kind])
	return true, nil
}

func (o *ordering) world(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsAll); err != nil {
		return false, err
	}
	if ev.kind == evSTWEnd {
		o.emit(ev, STWEnd)
		return true, nil
	}
	n := o.gen.text(ev.args[1])
	if n < 0 {
		return false, noText(ev.args[1])
	}
	w := STWBegin
	switch why := o.gen.texts.list[n]; {
	case strings.HasPrefix(why, "GC "):
		w = STWBeginGC
	case why == "all goroutines stack trace":
		w = STWBeginDump
	}
	o.emit(ev, w)
	return true, nil
}

func (o *ordering) log(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsAll); err != nil {
		return false, err
	}
	category := o.gen.text(ev.args[2])
	if category < 0 {
		return false, noText(ev.args[2])
	}
	message := o.gen.text(ev.args[3])
	if message < 0 {
		return false, noText(ev.args[3])
	}
	w := LogKind(o.gen.texts.list[category], o.gen.texts.list[message])
	if w == StateChange {
		o.tick(ev.time)
		return true, nil
	}
	stack := o.gen.stack(ev.args[4])
	if stack < 0 {
		return false, noStack(ev.args[4])
	}
	if w.HasUser() {
		o.user = UserEvent{Task: ev.args[1], Name: o.gen.texts.list[message]}
		o.emit(ev, w).G = o.m.g
		return true, nil
	}
	by := o.m.g
	if w.NamesGoroutine() {
		var known *gState
		if by, known = o.states.known(ev.args[1]); known == nil {
			o.tick(ev.time)
			return true, nil
		}
	}
	e := o.emit(ev, w)
	if w == LeakProven {
		e.G, _ = o.states.known(ev.args[1])
		return true, nil
	}
	if e.G, e.By = o.m.g, by; !w.NamesGoroutine() {
		e.Lock, e.Stack = Lock(o.locks.number(ev.args[1])), stack
	}
	return true, nil
}

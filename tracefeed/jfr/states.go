package jfr

import (
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/threaddump"
)

// sampleFields are the fields of samples that say what the thread did. Those of async-profiler
// can stand for several equal looks at a thread, the first at the event's time.
var sampleFields = []string{"state", "samples"}

// sample reads a sample of a thread.
func (l *loader) sample(r *record, v *values) bool {
	state := v.texts[firstSlot]
	if state == "" {
		state = l.constants.chunk.pools.states[v.numbers[firstSlot]]
	}
	const most = 1 << 31
	r.what, r.end, r.value = sampled, r.start, min(max(1, v.numbers[firstSlot+1]), most)
	r.as, r.cause = l.names.foundIn(strings.TrimPrefix(state, "STATE_"), r.stack)
	l.wall = l.wall || r.as != ran
	return true
}

// wallSample reads a sample by the wall clock.
func (l *loader) wallSample(r *record, v *values) bool {
	l.wall = true
	return l.sample(r, v)
}

// nativeSample reads a sample of native code, which Java calls running even if it waits.
func (l *loader) nativeSample(r *record, v *values) bool {
	l.sample(r, v)
	if t := l.names.tables; r.as == ran && len(t.Stacks[r.stack]) > 0 {
		if ev, ok := threaddump.JavaNative(t.Frames[t.Stacks[r.stack][0]].Func); ok {
			r.as, r.cause = seenAs[ev.Kind], ev.Cause
		}
	}
	return true
}

// foundIn returns the state of a thread by the name that a sample has for it: gap if that says
// nothing. A sample without a name is one of a running thread.
func (n *names) foundIn(name string, stack tracefeed.StackID) (what, tracefeed.Cause) {
	switch {
	case name == "", name == "DEFAULT", strings.HasPrefix(name, "RUN"):
		return ran, tracefeed.NoCause
	case strings.HasPrefix(name, "SLEEPING"):
		// Async-profiler's word for every thread that is not on a processor.
		return n.waitOn(stack)
	case strings.Contains(name, "OBJECT_WAIT"), strings.HasPrefix(name, "WAITING"):
		if n.calls(stack, "java.lang.Thread.join") {
			return suspended, tracefeed.CauseJoin
		}
		return suspended, tracefeed.CauseWait
	case strings.HasPrefix(name, "PARKED"):
		return suspended, tracefeed.CausePark
	case strings.HasPrefix(name, "BLOCKED"):
		return blocked, tracefeed.NoCause
	}
	return gap, tracefeed.NoCause
}

// librarysWaits are functions of Java's library that wait, by the start of their names.
var librarysWaits = []struct {
	start string
	cause tracefeed.Cause
}{
	{"java.lang.Thread.sleep", tracefeed.CauseSleep},
	{"java.lang.Object.wait", tracefeed.CauseWait},
	{"jdk.internal.misc.Unsafe.park", tracefeed.CausePark},
	{"sun.misc.Unsafe.park", tracefeed.CausePark},
}

// library are the beginnings of the names of functions that belong to Java's library.
var library = []string{"java.", "javax.", "jdk.", "sun."}

// waitOn returns the wait of a thread that is not on a processor: that of the innermost
// function of Java which is known to wait. Native code has no package, but the name of its
// file: libc.so.6.poll.
func (n *names) waitOn(stack tracefeed.StackID) (what, tracefeed.Cause) {
	t := n.tables
	for _, f := range t.Stacks[stack] {
		name := t.Frames[f].Func
		for _, w := range librarysWaits {
			if strings.HasPrefix(name, w.start) {
				if w.cause == tracefeed.CauseWait && n.calls(stack, "java.lang.Thread.join") {
					return suspended, tracefeed.CauseJoin
				}
				return suspended, w.cause
			}
		}
		if ev, ok := threaddump.JavaNative(name); ok {
			return seenAs[ev.Kind], ev.Cause
		}
		if native := strings.HasPrefix(name, "lib") && strings.Contains(name, ".so"); !native && !startsWithAny(name, library) {
			break
		}
	}
	return suspended, tracefeed.NoCause
}

func startsWithAny(name string, starts []string) bool {
	for _, s := range starts {
		if strings.HasPrefix(name, s) {
			return true
		}
	}
	return false
}

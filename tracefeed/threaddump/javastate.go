package threaddump

import (
	"fmt"
	"slices"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// androidStates are the states of Android as those of Java. Others say nothing about waits.
var androidStates = map[string]string{
	"Blocked": "BLOCKED", "Waiting": "WAITING", "TimedWaiting": "TIMED_WAITING", "Sleeping": "TIMED_WAITING", "Runnable": "RUNNABLE",
	"MONITOR": "BLOCKED", "WAIT": "WAITING", "TIMED_WAIT": "TIMED_WAITING", "RUNNABLE": "RUNNABLE",
}

// classify sets the state of a thread. One without a stack is the Java machine's own.
func (th *javaStack) classify() {
	root := ""
	if n := len(th.stack); n > 0 {
		root = th.stack[n-1].Func
	}
	if root == "" && th.unread == 0 || language.OfName(root).Start == language.System {
		th.System = true
	}
	if th.state == "" {
		th.state, th.detail = th.doingState()
	}
	if th.state == "BLOCKED" && th.wants.ID == "" {
		th.wantLocked()
	}
	if th.thread.state = th.begins(); th.thread.state.Kind != tracefeed.MonitorWait {
		th.wants = tracefeed.Monitor{}
	} else if place := th.place(); place != "" && th.wants.ID != "" {
		th.wants.Name += " " + place
	}
}

// doingState returns the state and its detail by the first line: Java 5 writes no other.
func (th *javaStack) doingState() (state, detail string) {
	switch {
	case strings.HasPrefix(th.doing, "waiting for monitor entry"):
		return "BLOCKED", ""
	case strings.HasPrefix(th.doing, "in Object.wait()"):
		return "WAITING", "on object monitor"
	case strings.HasPrefix(th.doing, "runnable"):
		return "RUNNABLE", ""
	}
	return "", ""
}

// wantLocked corrects a blocked thread of which the stack says only that it has locked a
// monitor: that of its innermost call is the one it waits for, which it may have given up
// to wait for a notification.
func (th *javaStack) wantLocked() {
	switch {
	case th.awaited.ID != "":
		th.wants = th.awaited
	case th.innermost && !slices.Contains(th.holds[1:], th.holds[0]):
		th.wants, th.holds = th.holds[0], th.holds[1:]
	}
}

// place returns the innermost call outside of Java's library, such as "Store.put:20".
func (th *javaStack) place() string {
	for _, f := range th.stack {
		if language.OfName(f.Func).Language != language.Java {
			parts := strings.Split(f.Func, ".")
			return fmt.Sprintf("%s:%d", strings.Join(parts[max(0, len(parts)-2):], "."), f.Line)
		}
	}
	return ""
}

// begins returns the event that begins the thread's state.
func (th *javaStack) begins() tracefeed.Event {
	switch th.state {
	case "RUNNABLE":
		return th.runs()
	case "BLOCKED":
		return tracefeed.Event{Kind: tracefeed.MonitorWait}
	case "WAITING":
		return th.waits()
	case "TIMED_WAITING":
		// It continues by itself, so nobody can block it for good.
		if th.detail == "sleeping" || th.sleeps() {
			return suspended(tracefeed.CauseSleep)
		}
		return suspended(tracefeed.CausePark)
	}
	return th.stackState()
}

// stackState returns the event that begins the state of a thread by its innermost call, which
// can be a function that waits. jstack -F calls all threads blocked that do not run.
func (th *javaStack) stackState() tracefeed.Event {
	top := ""
	if len(th.stack) > 0 {
		top = th.stack[0].Func
	}
	native, waits := JavaNative(top)
	switch {
	case th.waitsOnObject() && th.calls("java.lang.Thread.join"):
		return suspended(tracefeed.CauseJoin)
	case th.waitsOnObject():
		return suspended(tracefeed.CauseWait)
	case th.sleeps():
		return suspended(tracefeed.CauseSleep)
	case strings.HasSuffix(top, ".Unsafe.park"), strings.HasPrefix(top, "java.lang.VirtualThread.park"):
		return suspended(tracefeed.CausePark)
	case waits:
		return native
	case th.forced == "IN_JAVA":
		return tracefeed.Event{Kind: tracefeed.Run}
	case th.forced == "BLOCKED":
		return suspended(tracefeed.NoCause)
	}
	return tracefeed.Event{}
}

// sleeps reports whether the thread is in Thread.sleep.
func (th *javaStack) sleeps() bool {
	return th.calls("java.lang.Thread.sleep") || th.calls("java.lang.Thread.sleep0")
}

func suspended(c tracefeed.Cause) tracefeed.Event {
	return tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: c}
}

// runs classifies a thread that Java calls runnable, which includes all native code.
// The state of one without a stack is unknown: the Java machine's threads are
// "runnable" while they wait for work.
func (th *javaStack) runs() tracefeed.Event {
	switch {
	case len(th.stack) == 0:
		return tracefeed.Event{}
	case strings.HasPrefix(th.wants.ID, "class "):
		return tracefeed.Event{Kind: tracefeed.MonitorWait}
	case strings.HasPrefix(th.doing, "waiting on condition"), strings.HasPrefix(th.doing, "in Object.wait()"):
		return suspended(tracefeed.NoCause)
	case th.native:
		if ev, ok := JavaNative(th.stack[0].Func); ok {
			return ev
		}
	}
	return tracefeed.Event{Kind: tracefeed.Run}
}

// natives are prefixes of native functions that wait, with the event that begins
// such a wait. The first that fits counts.
var natives = []struct {
	prefix string
	event  tracefeed.Event
}{
	{"sun.nio.ch.FileDispatcherImpl.", tracefeed.Event{Kind: tracefeed.IOStart, Cause: tracefeed.CauseDisk}},
	{"sun.nio.ch.UnixFileDispatcherImpl.", tracefeed.Event{Kind: tracefeed.IOStart, Cause: tracefeed.CauseDisk}},
	{"sun.nio.ch.", tracefeed.Event{Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet}},
	{"java.net.", tracefeed.Event{Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet}},
	{"io.netty.channel.", tracefeed.Event{Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet}},
	{"java.io.FileInputStream.", tracefeed.Event{Kind: tracefeed.IOStart}}, // also terminals and pipes
	{"java.io.FileOutputStream.", tracefeed.Event{Kind: tracefeed.IOStart}},
	{"java.io.RandomAccessFile.", tracefeed.Event{Kind: tracefeed.IOStart, Cause: tracefeed.CauseDisk}},
	{"java.io.UnixFileSystem.", tracefeed.Event{Kind: tracefeed.IOStart, Cause: tracefeed.CauseDisk}},
	{"sun.nio.fs.", tracefeed.Event{Kind: tracefeed.IOStart, Cause: tracefeed.CauseDisk}},
	{"java.lang.ProcessHandleImpl.waitForProcessExit", tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseJoin}},
	{"java.lang.UNIXProcess.waitForProcessExit", tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseJoin}},
}

// JavaNative returns the event that begins the wait of a native function; false for one
// that does not wait.
func JavaNative(function string) (tracefeed.Event, bool) {
	for _, n := range natives {
		if strings.HasPrefix(function, n.prefix) {
			return n.event, true
		}
	}
	return tracefeed.Event{}, false
}

// waits classifies a wait without a timeout by the object waited for.
func (th *javaStack) waits() tracefeed.Event {
	_, class, _ := strings.Cut(th.wants.Name, " ")
	if th.detail == "on object monitor" || th.waitsOnObject() {
		if th.calls("java.lang.Thread.join") {
			return suspended(tracefeed.CauseJoin)
		}
		return suspended(tracefeed.CauseWait)
	}
	return JavaPark(class, th.calls)
}

// JavaPark returns the event that begins the wait of a parked thread, by the class of the
// object that it waits for, without its package. calls reports whether a function is on
// the thread's stack.
func JavaPark(class string, calls func(function string) bool) tracefeed.Event {
	switch outer, _, _ := strings.Cut(class, "$"); outer {
	case "ReentrantLock", "ReentrantReadWriteLock", "StampedLock", "Semaphore":
		shared := calls("java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock.lock") ||
			calls("java.util.concurrent.locks.StampedLock.readLock")
		return tracefeed.Event{Kind: tracefeed.MonitorWait, Shared: shared}
	case "SynchronousQueue", "LinkedTransferQueue", "Exchanger":
		return suspended(tracefeed.CauseChannel)
	case "FutureTask", "ForkJoinTask", "CompletableFuture":
		return suspended(tracefeed.CauseJoin)
	case "":
		return suspended(tracefeed.CausePark)
	}
	return suspended(tracefeed.CauseWait) // a condition, a latch
}

// calls reports whether a function is on the stack.
func (th *javaStack) calls(function string) bool {
	return slices.ContainsFunc(th.stack, func(f tracefeed.Frame) bool { return f.Func == function })
}

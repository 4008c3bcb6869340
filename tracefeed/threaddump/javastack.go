package threaddump

import (
	"regexp"
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// javaStack is a thread as its lines describe it.
type javaStack struct {
	thread
	// doing is the rest of the first line: "waiting on condition [0x…]".
	doing string
	// state and detail are "WAITING" and "on object monitor", forced the state in a text
	// of jstack -F.
	state, detail, forced string
	// native is true if the innermost call is native code, bare if calls have no "at".
	native, bare bool
	// given are the monitors that the thread has given up to wait for a
	// notification: its stack lists them as locked. awaited is the one that the thread
	// waits on although its stack does not say so.
	given   map[string]bool
	awaited tracefeed.Monitor
	// innermost is true if the innermost call has locked a monitor.
	innermost bool
	// owner is the owner of the awaited monitor that the text names.
	owner javaOwnerOf
	// loads are the classes that the thread initializes.
	loads []string
	// unread is the number of lines of the stack that could not be read.
	unread int
	// listed is true for a stack in the list of deadlocks.
	listed bool
}

// javaOwnerOf is the id or the name of an owner.
type javaOwnerOf struct{ id, name string }

// read reads a line within a thread; false for another line. trace says that calls are not
// the thread's.
func (th *javaStack) read(line string, trace bool) bool {
	if m := th.call(line); m != nil {
		if !trace {
			th.addCall(m[0], m[1])
		}
	} else if m := javaLoads.FindStringSubmatch(line); m != nil {
		th.wants = classMonitor(m[1])
	} else if m := javaLock.FindStringSubmatch(line); m != nil {
		th.lock(m[1], m[2])
	} else if m := javaWaits.FindStringSubmatch(line); m != nil {
		if object, _, ok := javaReference(m[2]); ok {
			th.wants, th.owner = object, javaOwnerOf{"", m[1]}
		}
	} else if m := javaOwned.FindStringSubmatch(line); m != nil {
		if object, _, ok := javaReference(m[1]); ok {
			th.hold(object)
		}
	} else if m := javaState.FindStringSubmatch(line); m != nil {
		th.state, th.detail = m[1], m[2]
		if object, _, ok := javaReference(m[3]); ok {
			th.waitFor(object, javaOwnerOf{"", m[4]})
		}
	} else {
		return false
	}
	return true
}

// waitFor sets the monitor that a thread waits for by its state, and its owner.
func (th *javaStack) waitFor(m tracefeed.Monitor, owner javaOwnerOf) {
	th.wants, th.owner = m, owner
	if th.state != "BLOCKED" {
		th.given[m.ID] = true
	}
}

// call returns the function and the place of a line that is a call, nil for others.
func (th *javaStack) call(line string) []string {
	if m := javaCall.FindStringSubmatch(line); m != nil {
		return m[1:]
	}
	if m := javaFrame.FindStringSubmatch(line); m != nil {
		return []string{m[1], ":" + m[2]}
	}
	if m := javaBare.FindStringSubmatch(line); m != nil && th.bare {
		return m[1:]
	}
	return nil
}

func (th *javaStack) addCall(call, place string) {
	f := javaFrameOf(call, place)
	th.native = th.native || len(th.stack) == 0 && strings.HasSuffix(place, "Native Method")
	if class, ok := strings.CutSuffix(f.Func, ".<clinit>"); ok {
		th.loads = append(th.loads, class)
	}
	if len(th.stack) < maxFrames {
		th.stack = append(th.stack, f)
	}
}

// javaModule is the module before a function of Java's library.
var javaModule = regexp.MustCompile(`^(?:java|jdk)\.[\w.]+(?:@[\w.+-]+)?/`)

// javaFrameOf parses a call and its place: "java.base@17/Thread.java:840", "Native
// Method", "Unknown Source".
func javaFrameOf(call, place string) tracefeed.Frame {
	f := tracefeed.Frame{Func: call[len(javaModule.FindString(call)):]}
	file, line, ok := strings.Cut(place[strings.LastIndexByte(place, '/')+1:], ":")
	if !ok {
		return f
	}
	if n, err := strconv.ParseInt(line, 10, 32); err == nil && n >= 0 {
		f.File, f.Line = file, int32(n)
	}
	return f
}

// lock reads what a line says about a monitor.
func (th *javaStack) lock(verb, text string) {
	m, rest, ok := javaReference(text)
	switch {
	case !ok || verb == "sleeping on":
		return
	case verb == "locked":
		th.innermost = th.innermost || len(th.stack) == 1
		th.hold(m)
		return
	case verb == "waiting on" || strings.HasPrefix(verb, "waiting to re-lock"):
		th.given[m.ID] = true
	}
	if th.wants.ID == "" {
		th.wants = m
		if o := javaOwner.FindStringSubmatch(rest); o != nil {
			th.owner = javaOwnerOf{o[2] + o[3] + o[4] + o[5], o[1]}
		}
	}
}

// hold records a monitor that the thread holds. A thread that waits for a notification of an
// object that its stack does not name has given up the monitor that it has locked last.
func (th *javaStack) hold(m tracefeed.Monitor) {
	if th.waitsOnObject() && len(th.given) == 0 {
		th.given[m.ID], th.awaited = true, m
	}
	if !th.given[m.ID] && len(th.holds) < maxHolds {
		th.holds = append(th.holds, m)
	}
}

// waitsOnObject reports whether the innermost call waits for a notification.
func (th *javaStack) waitsOnObject() bool {
	return len(th.stack) > 0 && (th.stack[0].Func == "java.lang.Object.wait" || th.stack[0].Func == "java.lang.Object.wait0")
}

// javaReference parses the monitor at the start of a text, such as "<0x1f> (a demo.Store)" or
// "demo.Store@1f". rest is the text after it.
func javaReference(text string) (m tracefeed.Monitor, rest string, ok bool) {
	x := javaObject.FindStringSubmatch(text)
	switch {
	case x == nil:
		return m, "", false
	case x[1] != "":
		return JavaMonitor(x[1], x[2]), x[3], true
	}
	m = JavaMonitor(x[5], x[4])
	m.ID = x[4] + "@" + x[5] // a hash, not an address
	return m, x[6], true
}

// JavaMonitor names an object by its address and the last part of its class.
func JavaMonitor(address, class string) tracefeed.Monitor {
	id := "0x" + strings.TrimLeft(address, "0")
	kind := ""
	if c, ok := strings.CutPrefix(class, "java.lang.Class for "); ok {
		class, kind = c, "class "
	}
	class = class[strings.LastIndexAny(class, "./")+1:]
	for _, part := range []string{"$Sync", "$FairSync", "$NonfairSync"} { // of a lock
		class = strings.TrimSuffix(class, part)
	}
	return tracefeed.Monitor{ID: id, Name: id + " " + kind + class}
}

// classMonitor returns the monitor of the initialization of a class.
func classMonitor(class string) tracefeed.Monitor {
	return tracefeed.Monitor{ID: "class " + class, Name: "class " + class[strings.LastIndexByte(class, '.')+1:]}
}

package threaddump

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"tiv/tracefeed"
)

var (
	// javaThread is the first line of a thread: its name, number, address, and
	// what the Java machine has it do.
	javaThread = regexp.MustCompile(`^"(.*)" (?:#(\d+) )?.*?\btid=0x([0-9a-fA-F]+)(?: nid=\S+)?(?: (.*))?$`)
	javaState  = regexp.MustCompile(`^\s+java\.lang\.Thread\.State: (\w+)(?: \((.*)\))?`)
	javaCall   = regexp.MustCompile(`^\s+at (\S.*)\(([^()]*)\)$`)
	javaLock   = regexp.MustCompile(`^\s+- (waiting to lock|waiting to re-lock in wait\(\)|waiting on|locked|parking to wait for)\s+<0x([0-9a-fA-F]+)> \(an? (.+)\)`)
	// javaOwned is a lock of java.util.concurrent that a thread holds.
	javaOwned = regexp.MustCompile(`^\s+- <0x([0-9a-fA-F]+)> \(an? (.+)\)`)

	// The lines about deadlocks name owners that the stacks may lack.
	javaSuspect = regexp.MustCompile(`^\s+waiting (?:to lock monitor|for ownable synchronizer) 0x([0-9a-fA-F]+)(?: \(object 0x([0-9a-fA-F]+))?, ?\(?an? ([^)]+)\)`)
	javaCulprit = regexp.MustCompile(`^\s+(?:in JNI, )?which is held by "(.*)"$`)
)

// javaParser reads thread dumps of HotSpot.
type javaParser struct {
	dumps  *dumps
	thread *javaStack // nil between threads
	// names are the threads of the current dump by name: not unique.
	names map[string][]tracefeed.ThreadID
	// suspect is the monitor that the preceding line, about a deadlock, names.
	suspect tracefeed.Monitor
}

// javaStack is a thread as its lines describe it.
type javaStack struct {
	thread
	// doing is the rest of the first line: "waiting on condition [0x…]".
	doing string
	// state and detail are "WAITING" and "on object monitor".
	state, detail string
	// native is true if the innermost call is native code.
	native bool
	// given are the monitors that the thread has given up to wait for a
	// notification: its stack lists them as locked.
	given map[string]bool
	// cut is true if the last line was not complete.
	cut bool
}

func newJavaParser(d *dumps) parser { return &javaParser{dumps: d} }

func (p *javaParser) read(line string) {
	if strings.HasPrefix(line, "Full thread dump ") {
		p.finish()
		p.dumps.finish()
		return
	}
	if m := javaThread.FindStringSubmatch(line); m != nil {
		p.finish()
		p.begin(m)
		return
	}
	switch {
	case p.thread == nil:
		p.deadlock(line)
	case line == "":
	case line[0] == ' ' || line[0] == '\t':
		p.detail(line)
	default:
		p.finish()
	}
}

// begin begins a thread. One without a number is the Java machine's own.
func (p *javaParser) begin(m []string) {
	name, number, address, doing := m[1], m[2], m[3], m[4]
	p.thread = &javaStack{doing: doing, given: map[string]bool{}}
	th := &p.thread.Thread
	th.ID, th.Name, th.System = number, name, number == ""
	if number == "" {
		th.ID = "0x" + strings.TrimLeft(address, "0")
	}
	if name == "" {
		th.Name = th.ID
	}
}

// detail reads a line within a thread.
func (p *javaParser) detail(line string) {
	th := p.thread
	th.cut = false
	if m := javaCall.FindStringSubmatch(line); m != nil {
		th.native = th.native || len(th.stack) == 0 && strings.HasSuffix(m[2], "Native Method")
		if len(th.stack) < maxFrames {
			th.stack = append(th.stack, javaFrame(m[1], m[2]))
		}
	} else if m := javaLock.FindStringSubmatch(line); m != nil {
		th.lock(m[1], JavaMonitor(m[2], m[3]))
	} else if m := javaOwned.FindStringSubmatch(line); m != nil {
		th.hold(JavaMonitor(m[1], m[2]))
	} else if m := javaState.FindStringSubmatch(line); m != nil {
		th.state, th.detail = m[1], m[2]
	} else {
		word := strings.TrimSpace(line)
		th.cut = strings.HasPrefix(word, "at ") || strings.HasPrefix(word, "- ") && word != "- None" && !strings.HasSuffix(word, ")")
	}
}

// javaFrame parses a call and its place: "java.base@17/Thread.java:840", "Native
// Method", "Unknown Source".
func javaFrame(call, place string) tracefeed.Frame {
	f := tracefeed.Frame{Func: call}
	file, line, ok := strings.Cut(place[strings.LastIndexByte(place, '/')+1:], ":")
	if !ok {
		return f
	}
	if n, err := strconv.ParseInt(line, 10, 32); err == nil && n >= 0 {
		f.File, f.Line = file, int32(n)
	}
	return f
}

// JavaMonitor names an object by its address and the last part of its class.
func JavaMonitor(address, class string) tracefeed.Monitor {
	id := "0x" + strings.TrimLeft(address, "0")
	kind := ""
	if c, ok := strings.CutPrefix(class, "java.lang.Class for "); ok {
		class, kind = c, "class "
	}
	class = class[strings.LastIndexByte(class, '.')+1:]
	for _, part := range []string{"$Sync", "$FairSync", "$NonfairSync"} { // of a lock
		class = strings.TrimSuffix(class, part)
	}
	return tracefeed.Monitor{ID: id, Name: id + " " + kind + class}
}

// lock reads a line about a monitor within the stack.
func (th *javaStack) lock(verb string, m tracefeed.Monitor) {
	switch {
	case verb == "locked":
		th.hold(m)
	case verb == "waiting on" || strings.HasPrefix(verb, "waiting to re-lock"):
		th.given[m.ID] = true
		fallthrough
	default:
		if th.wants.ID == "" {
			th.wants = m
		}
	}
}

// hold records a monitor that the thread holds.
func (th *javaStack) hold(m tracefeed.Monitor) {
	if !th.given[m.ID] && len(th.holds) < maxHolds {
		th.holds = append(th.holds, m)
	}
}

// deadlock reads a line of the list of deadlocks, after the threads.
func (p *javaParser) deadlock(line string) {
	if m := javaSuspect.FindStringSubmatch(line); m != nil {
		address := m[1]
		if m[2] != "" { // of the object, not of the Java machine's monitor
			address = m[2]
		}
		p.suspect = JavaMonitor(address, m[3])
		return
	}
	if m := javaCulprit.FindStringSubmatch(line); m != nil && p.suspect.ID != "" && p.dumps.current != nil {
		if same := p.names[m[1]]; len(same) == 1 {
			p.dumps.current.hold(same[0], p.dumps.current.monitor(p.suspect))
		}
	}
	p.suspect = tracefeed.Monitor{}
}

// finish adds the current thread.
func (p *javaParser) finish() {
	th := p.thread
	if p.thread = nil; th == nil {
		return
	}
	th.classify()
	p.dumps.add(&th.thread)
	if len(p.dumps.current.ids) == 1 {
		p.names = map[string][]tracefeed.ThreadID{}
	}
	p.names[th.Name] = append(p.names[th.Name], p.dumps.current.ids[th.ID])
}

func (p *javaParser) end() error {
	cut := p.thread != nil && p.thread.cut
	p.finish()
	if cut {
		return errors.New("the text ends within the stack of a thread")
	}
	return nil
}

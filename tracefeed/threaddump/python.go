package threaddump

import (
	"errors"
	"path"
	"regexp"
	"strconv"
	"strings"

	"tiv/tracefeed"
)

var (
	// pythonThread is the first line of a thread in the text of faulthandler.
	pythonThread = regexp.MustCompile(`^(?:Current thread|Thread) (0x[0-9a-fA-F]+)(?: \[(.*)\])? \(most recent call first\):`)
	pythonCall   = regexp.MustCompile(`^  File "(.*)", line (\d+|\?\?\?) in (.+)$`)
	// pySpyThread is the first line of a thread in the text of py-spy.
	pySpyThread = regexp.MustCompile(`^Thread (\w+) \((active|idle)[a-z+]*\)(?:: "(.*)")?$`)
	pySpyCall   = regexp.MustCompile(`^    (.+) \((.+):(\d+)\)$`)
)

// pythonParser reads the texts of faulthandler and py-spy.
type pythonParser struct {
	dumps  *dumps
	thread *thread // nil between threads
	// activity is "active" or "idle" if the text says so.
	activity string
	cut      bool // the last line was not complete
}

func newPythonParser(d *dumps) parser { return &pythonParser{dumps: d} }

func (p *pythonParser) read(line string) {
	if m := pythonThread.FindStringSubmatch(line); m != nil {
		p.begin("0x"+strings.TrimLeft(m[1][2:], "0"), m[2], "")
		return
	}
	if m := pySpyThread.FindStringSubmatch(line); m != nil {
		p.begin(m[1], m[3], m[2])
		return
	}
	if p.thread != nil && strings.HasPrefix(line, "  ") {
		p.call(line)
		return
	}
	p.finish()
	if strings.HasPrefix(line, "Timeout (") || strings.HasPrefix(line, "Fatal Python error") {
		p.dumps.finish()
	}
}

// begin begins a thread. name is empty if the text has none.
func (p *pythonParser) begin(id, name, activity string) {
	p.finish()
	p.thread = &thread{Thread: tracefeed.Thread{ID: id, Name: name}}
	p.activity = activity
}

// call reads a line of a stack.
func (p *pythonParser) call(line string) {
	m := pythonCall.FindStringSubmatch(line)
	if m == nil {
		if m = pySpyCall.FindStringSubmatch(line); m != nil {
			m[1], m[2], m[3] = m[2], m[3], m[1]
		}
	}
	p.cut = m == nil && strings.HasPrefix(line, "  File ")
	if m == nil || len(p.thread.stack) >= maxFrames {
		return
	}
	number, _ := strconv.ParseInt(m[2], 10, 32)
	module := strings.TrimSuffix(path.Base(m[1]), ".py")
	p.thread.stack = append(p.thread.stack, tracefeed.Frame{Func: module + "." + m[3], File: m[1], Line: int32(number)})
}

// finish adds the current thread.
func (p *pythonParser) finish() {
	th := p.thread
	if p.thread = nil; th == nil {
		return
	}
	if th.Name == "" {
		th.Name = strings.TrimSpace(pythonEntry(th.stack) + " " + th.ID)
	}
	th.state = pythonState(th.stack, p.activity)
	p.dumps.add(th)
}

// pythonStarters are the functions between a new thread and the program's own.
var pythonStarters = map[string]bool{"threading._bootstrap": true, "threading._bootstrap_inner": true, "threading.run": true}

// pythonEntry returns the outermost function of the program, "" if there is none.
func pythonEntry(stack []tracefeed.Frame) string {
	for i := len(stack) - 1; i >= 0; i-- {
		if !pythonStarters[stack[i].Func] {
			return stack[i].Func
		}
	}
	return ""
}

// pythonWaits are the functions of the standard library that wait, by module.
var pythonWaits = map[string]tracefeed.Event{
	"threading.wait":                  suspended(tracefeed.CauseWait),
	"threading.join":                  suspended(tracefeed.CauseJoin),
	"threading._wait_for_tstate_lock": suspended(tracefeed.CauseJoin),
	"threading.__enter__":             {Kind: tracefeed.MonitorWait},
	"logging.acquire":                 {Kind: tracefeed.MonitorWait},
	"thread._worker":                  suspended(tracefeed.CauseChannel), // of concurrent.futures
	"subprocess._try_wait":            suspended(tracefeed.CauseJoin),
	"subprocess.wait":                 suspended(tracefeed.CauseJoin),
	"popen_fork.poll":                 suspended(tracefeed.CauseJoin),
	"connection._recv":                {Kind: tracefeed.IOStart},
	"connection._send":                {Kind: tracefeed.IOStart},
	"selectors.select":                {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"selectors._select":               {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"socket.accept":                   {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"socket.readinto":                 {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"socket.create_connection":        {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"socket.getaddrinfo":              {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"ssl.read":                        {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"ssl.recv":                        {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"ssl.recv_into":                   {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"ssl.do_handshake":                {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
}

// pythonState returns the event that begins the state of a thread. A call of C code,
// such as a lock's, is not on the stack: most states are unknown.
func pythonState(stack []tracefeed.Frame, activity string) tracefeed.Event {
	switch {
	case activity == "active":
		return tracefeed.Event{Kind: tracefeed.Run}
	case len(stack) == 0:
	case len(stack) > 1 && stack[0].Func == "threading.wait" && path.Base(stack[1].File) == "queue.py":
		return suspended(tracefeed.CauseChannel)
	case inLibrary(stack[0].File):
		if ev, ok := pythonWaits[stack[0].Func]; ok {
			return ev
		}
	}
	if activity == "idle" {
		return suspended(tracefeed.NoCause)
	}
	return tracefeed.Event{}
}

// inLibrary reports whether a file can belong to the standard library; py-spy omits
// the folder of those.
func inLibrary(file string) bool {
	return strings.Contains(file, "/lib/python") || strings.Contains(file, `\Lib\`) || !strings.HasPrefix(file, "/")
}

func (p *pythonParser) end() error {
	cut := p.thread != nil && p.cut
	p.finish()
	if cut {
		return errors.New("the text ends within the stack of a thread")
	}
	return nil
}

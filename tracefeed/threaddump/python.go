package threaddump

import (
	"regexp"
	"strconv"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

var pythonKind = kind{
	name:    "python-dump",
	markers: []string{"(most recent call first):", "Thread "},
	anchors: regexp.MustCompile(
		`(?:^|\W)((?:Current thread|Thread) 0x[0-9a-fA-F]+ (?:\[.*\] )?\(most recent call first\):|Thread \w+ \((?:active|idle)[a-z+]*\)(?:$|: "))`),
	complete: regexp.MustCompile(
		`^(?:(?:Current thread|Thread) 0x[0-9a-fA-F]+ (?:\[.*\] )?\(most recent call first\):.*|Thread \w+ \((?:active|idle)[a-z+]*\)(?:: ".*")?|File ".*", line (?:\d+|\?\?\?) in [^\s…]*[^\s.…]|[\w<>.:]+ \([^()]*(?::\d+|\.so[\w.]*)\))$`),
	first:   regexp.MustCompile(`^(?:File |Current thread|Thread |[\w<>.:]+ \()`),
	growing: regexp.MustCompile(`^File .* in \S+$`),
	values:  regexp.MustCompile(`^\s{8,}\w+: `),
	parser:  newPythonParser,
}

var (
	// pythonThread is the first line of a thread in the text of faulthandler.
	pythonThread = regexp.MustCompile(`^(?:Current thread|Thread) (0x[0-9a-fA-F]+)(?: \[(.*)\])? \(most recent call first\):`)
	pythonCall   = regexp.MustCompile(`^File ""?(.*?)""?, line (\d+|\?\?\?) in (.+)$`)
	// pySpyThread is the first line of a thread in the text of py-spy.
	pySpyThread = regexp.MustCompile(`^Thread (\w+) \((active|idle)[a-z+]*\)(?:: "(.*)")?$`)
	pySpyCall   = regexp.MustCompile(`^(.+) \((.+):(\d+)\)$`)
	// pythonUnread is such a line that cannot be read.
	pythonUnread = regexp.MustCompile(`^(?:Current thread|Thread) 0x[0-9a-fA-F]+\b`)
	// pythonBegins are lines with which a dump begins.
	pythonBegins = regexp.MustCompile(`^(?:Timeout \(|Fatal Python error|Process \d+: )`)
)

// pythonParser reads the texts of faulthandler and py-spy.
type pythonParser struct {
	dumps  *dumps
	thread *thread // nil between threads
	// activity is "active" or "idle" if the text says so.
	activity string
	// indented is true if the calls of the thread are indented.
	indented bool
	// whole is true if the thread may have no call.
	whole bool
}

func newPythonParser(d *dumps) parser { return &pythonParser{dumps: d} }

func (p *pythonParser) read(line string, indented bool) bool {
	if m := pythonThread.FindStringSubmatch(line); m != nil {
		p.begin("0x"+strings.TrimLeft(m[1][2:], "0"), m[2], "")
		return true
	}
	if m := pySpyThread.FindStringSubmatch(line); m != nil {
		p.begin(m[1], m[3], m[2])
		return true
	}
	switch {
	case p.thread != nil && p.call(line, indented):
	case pythonUnread.MatchString(line), p.thread != nil && line == "..." && !indented:
		p.finish() // faulthandler leaves out threads after the first hundred
		p.dumps.unread()
	case p.thread != nil && (line == "..." || line == "<no Python frame>"):
		p.whole = true
	case pythonBegins.MatchString(line):
		p.flush()
	default:
		return false
	}
	return true
}

// begin begins a thread. name is empty if the text has none.
func (p *pythonParser) begin(id, name, activity string) {
	p.finish()
	p.thread = &thread{Thread: tracefeed.Thread{ID: id, Name: name}}
	p.activity, p.indented, p.whole, p.dumps.first = activity, false, activity != "", p.dumps.line
}

// call reads a line of a stack; false for another line.
func (p *pythonParser) call(line string, indented bool) bool {
	m := pythonCall.FindStringSubmatch(line)
	if m == nil {
		if m = pySpyCall.FindStringSubmatch(line); m == nil || p.activity == "" || p.indented && !indented {
			return false
		}
		m[1], m[2], m[3] = m[2], m[3], m[1]
	}
	p.indented = p.indented || indented
	if len(p.thread.stack) < maxFrames {
		number, _ := strconv.ParseInt(m[2], 10, 32)
		p.thread.stack = append(p.thread.stack,
			tracefeed.Frame{Func: pythonModule(m[1]) + "." + m[3], File: libraryFile(m[1]), Line: int32(number)})
	}
	return true
}

// finish adds the current thread.
func (p *pythonParser) finish() {
	th := p.thread
	if p.thread = nil; th == nil {
		return
	}
	if len(th.stack) == 0 && !p.whole { // a line about a thread
		p.dumps.unread()
		return
	}
	if th.Name == "" {
		th.Name = strings.TrimSpace(pythonEntry(th.stack) + " " + th.ID)
	}
	th.state = pythonState(th.stack, p.activity)
	p.dumps.add(th)
}

// lose ends the thread, of which lines are missing.
func (p *pythonParser) lose() { p.finish() }

// flush ends the dump.
func (p *pythonParser) flush() {
	p.finish()
	p.dumps.finish()
}

func (p *pythonParser) end(cut bool) error {
	inThread := p.thread != nil
	p.flush()
	return cutError(cut, inThread)
}

// pythonEntry returns the outermost function of the program, "" if there is none.
func pythonEntry(stack []tracefeed.Frame) string {
	for i := len(stack) - 1; i >= 0; i-- {
		if !language.StartsThread(stack[i].Func) {
			return stack[i].Func
		}
	}
	return ""
}

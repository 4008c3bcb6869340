package threaddump

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// goParser reads goroutine dumps.
type goParser struct {
	dumps  *dumps
	number int64 // of the current goroutine; 0 for none
	status string
	lasted tracefeed.Time
	// leaked is true if the runtime has proven that the wait never ends.
	leaked bool
	stack  []tracefeed.Frame
	calls  []string // the lines of the stack with functions and arguments
	funcs  []string // scratch
	// call is a line with a function, before the line with its place.
	call string
	// rootless is true for a goroutine that may have no stack.
	rootless bool
	// cut is true if the text ends within the stack.
	cut bool
	// paused is true after an empty line, which may be the end of the stack, created after
	// the line that says where the goroutine was created, which is.
	paused, created bool
	// ancestors is true in the stacks of a goroutine's ancestors.
	ancestors bool
	// asleep is true after the runtime's verdict, until the dump ends. verdict is the
	// number of lines for which it waits for its dump.
	asleep  bool
	verdict int
	// cited is true if the verdict is in a quotation or a comment.
	cited bool
	// indented is true if places are indented, others after lines that are not the dump's.
	indented, others bool
}

func newGoParser(d *dumps) parser { return &goParser{dumps: d} }

func (p *goParser) read(line string, indented bool) bool {
	if m := goroutineLine.FindStringSubmatch(line); m != nil {
		p.finish()
		p.begin(m[1], m[2])
		return true
	}
	switch {
	case line == "":
		p.paused = true
		return false
	case goUnread.MatchString(line):
		p.finish()
		p.dumps.unread()
	case p.number == 0 || p.created:
		return p.foreign(line)
	case strings.HasPrefix(line, "[originating from goroutine "):
		p.ancestors = true
	case p.ancestors:
	case p.call != "" && p.isPlace(line, indented):
		p.place(line)
	case isGoCall(line):
		p.call, p.paused = line, false
	case strings.HasPrefix(line, "...") && strings.HasSuffix(line, " frames elided..."):
	case strings.HasPrefix(line, "goroutine running on other thread"):
		p.rootless = true
	default:
		return p.foreign(line)
	}
	return true
}

// isPlace reports whether a line is the place of a call.
func (p *goParser) isPlace(line string, indented bool) bool {
	if !goPlace.MatchString(line) || !indented && (p.indented || !goPath.MatchString(line)) {
		return false
	}
	p.indented = p.indented || indented
	return true
}

// foreign reads a line that is not part of a stack. It may be the beginning of a dump.
func (p *goParser) foreign(line string) bool {
	p.others = true
	p.verdict--
	if !goBegins.MatchString(line) {
		return false
	}
	p.flush()
	if line == asleep {
		p.verdict, p.cited = patience, p.dumps.cited
	}
	return true
}

// lose ends the goroutine, of which lines are missing.
func (p *goParser) lose() {
	p.cut = !p.created
	p.finish()
	p.cut = false
}

// flush ends the dump.
func (p *goParser) flush() {
	p.finish()
	p.dumps.finish()
	p.asleep, p.others = false, false
}

// begin begins a goroutine.
func (p *goParser) begin(number, status string) {
	p.number, _ = strconv.ParseInt(number, 10, 64)
	p.lasted, p.leaked, p.rootless, p.ancestors, p.created, p.paused, p.indented = 0, false, false, false, false, false, false
	parts := strings.Split(strings.TrimSuffix(status, " labels:"), ", ")
	p.status = parts[0]
	for _, suffix := range []string{" (durable)", " (scan)", " (leaked)"} { // the last comes first
		var found bool
		p.status, found = strings.CutSuffix(p.status, suffix)
		p.leaked = p.leaked || found && suffix == " (leaked)"
	}
	for _, part := range parts[1:] {
		if n, ok := strings.CutSuffix(part, "minutes"); ok {
			const most = 60 * 24 * 365 * 100
			minutes, _ := strconv.Atoi(strings.TrimSpace(n))
			p.lasted = tracefeed.Time(min(max(minutes, 0), most)) * tracefeed.Minute
		}
	}
	if p.number > 0 && (p.dumps.has(strconv.FormatInt(p.number, 10)) || p.others && p.status == "running") {
		p.dumps.finish() // a running goroutine is the first one of its dump
		p.asleep = false
	}
	p.dumps.first = p.dumps.line
	p.asleep = p.asleep || p.verdict > 0 && (p.dumps.cited || !p.cited)
	p.verdict, p.others = 0, false
}

// place reads the place of a call, such as "/src/main.go:20 +0x1d".
func (p *goParser) place(text string) {
	text = offsets.ReplaceAllString(text, "")
	f := tracefeed.Frame{Func: function(p.call), File: text}
	if i := strings.LastIndexByte(text, ':'); i >= 0 {
		if n, err := strconv.ParseInt(text[i+1:], 10, 32); err == nil {
			f.File, f.Line = text[:i], int32(n)
		}
	}
	if !wrapper.MatchString(f.Func) && !gotrace.Overlay(f) && len(p.stack) < maxFrames {
		p.stack, p.calls = append(p.stack, f), append(p.calls, p.call)
	}
	p.created = strings.HasPrefix(p.call, createdBy)
	p.call = ""
}

// wrapper matches functions around those that a go statement calls.
var wrapper = regexp.MustCompile(`^runtime\.goexit$|\.gowrap\d+$`)

// offsets is the end of a place: addresses, perhaps cut.
var offsets = regexp.MustCompile(` \+(?:0x[0-9a-f]*|0?)(?: fp=.*)?$`)

// function returns the function of a call: "main.f" of "main.f(0x1, ...)".
func function(call string) string {
	if by, ok := strings.CutPrefix(call, createdBy); ok {
		by, _, _ = strings.Cut(by, " in goroutine ")
		return createdBy + by
	}
	if i := strings.LastIndexByte(call, '('); i > 0 {
		return call[:i]
	}
	return call
}

// createdBy begins the last call of a stack, which is not the goroutine's own.
const createdBy = "created by "

// finish adds the current goroutine to the dump. Number 0 is the scheduler.
func (p *goParser) finish() {
	switch {
	case p.number == 0:
	case len(p.stack) == 0 && p.call == "" && !p.rootless && !p.cut: // a line about a goroutine
		p.dumps.unread()
	default:
		p.add()
	}
	p.created = false
	p.number, p.call, p.stack, p.calls = 0, "", p.stack[:0], p.calls[:0]
}

func (p *goParser) add() {
	p.funcs = p.funcs[:0]
	for _, f := range p.stack {
		if !strings.HasPrefix(f.Func, createdBy) {
			p.funcs = append(p.funcs, f.Func)
		}
	}
	g := gotrace.FromDump(p.number, p.status, p.funcs)
	if p.cut { // its name is that of its outermost call
		id := strconv.FormatInt(p.number, 10)
		g.Thread = tracefeed.Thread{ID: id, Name: id}
	}
	th := thread{Thread: g.Thread, state: g.State, lasted: p.lasted, stack: p.stack}
	switch th.state.Kind {
	case tracefeed.MonitorWait:
		if address := lockAddress(p.calls); address != "" {
			th.wants = tracefeed.Monitor{ID: address, Name: address}
			if g.Caller >= 0 {
				th.wants.Name = gotrace.LockName(address, p.stack[g.Caller])
			}
		}
		fallthrough
	case tracefeed.SuspendStart:
		intended := p.status == "select (no cases)"
		th.state.Forever = th.state.Forever || p.leaked || p.asleep && !intended && !th.System
	}
	p.dumps.add(&th)
}

// lockAddress returns the address of the lock that a goroutine waits for, "" if
// the stack does not have it.
func lockAddress(calls []string) string {
	for _, call := range calls {
		if n := gotrace.LockArgument(call); n != 0 {
			return fmt.Sprintf("%#x", n)
		}
	}
	return ""
}

// end adds the last goroutine.
func (p *goParser) end(cut bool) error {
	number := p.number
	p.cut = number > 0 && !p.rootless && !p.ancestors &&
		(cut && !p.created || !p.complete() && (!p.paused || p.call != "" || len(p.stack) == 0))
	cut = cut && (number == 0 || !p.created) // the line after a whole stack is another text
	p.flush()
	switch {
	case p.cut:
		return fmt.Errorf("the text ends within the stack of goroutine %d", number)
	case cut:
		return errCut
	}
	return nil
}

// complete reports whether the stack has its outermost call.
func (p *goParser) complete() bool {
	if p.call != "" || len(p.stack) == 0 {
		return false
	}
	last := p.stack[len(p.stack)-1].Func
	return strings.HasPrefix(last, createdBy) || last == "main.main" || last == "runtime.main" || len(p.stack) == maxFrames
}

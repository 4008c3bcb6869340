package threaddump

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"tiv/tracefeed"
)

// javaParser reads thread dumps of the Java machine and of its tools.
type javaParser struct {
	dumps  *dumps
	thread *javaStack // nil between threads
	// trace is true after a stack trace has begun that is not part of the dump.
	trace bool
	deadlocks
	owners
}

func newJavaParser(d *dumps) parser { return &javaParser{dumps: d} }

func (p *javaParser) read(line string, _ bool) bool {
	switch {
	case line == "":
		return false
	case strings.HasPrefix(line, "Full thread dump "):
		p.flush()
	case p.readHead(line), p.readDeadlock(line):
	case javaUnread.MatchString(line):
		p.finish()
		p.dumps.unread()
	case p.thread != nil && p.thread.read(line, p.trace):
	default:
		return p.foreign(line)
	}
	return true
}

// foreign reads a line that is not part of a thread.
func (p *javaParser) foreign(line string) bool {
	m := javaList.FindStringSubmatch(line)
	if m == nil {
		m = javaDalvik.FindStringSubmatch(line)
	}
	if m != nil {
		p.dumps.counts().announced, _ = strconv.Atoi(m[1])
		return true
	}
	if m := javaDate.FindStringSubmatch(line); m != nil {
		if at, err := time.Parse(time.DateTime, m[1]+" "+m[2]); err == nil {
			p.dumps.at = at.UnixNano()
		}
	}
	if p.thread != nil && (strings.HasPrefix(line, "at ") || strings.HasPrefix(line, "- ")) && line != "- None" {
		p.thread.unread++
	}
	p.trace = p.trace || javaException.MatchString(line)
	return strings.HasPrefix(line, "0x") // of the list of threads
}

// readHead reads the first line of a thread; false for another line.
func (p *javaParser) readHead(line string) bool {
	if m := javaManaged.FindStringSubmatch(line); m != nil {
		th := p.begin(m[2], m[1])
		th.state = m[3]
		if object, _, ok := javaReference(m[4]); ok {
			th.waitFor(object, javaOwnerOf{m[6], m[5]})
		}
	} else if m := javaAndroid.FindStringSubmatch(line); m != nil {
		th := p.begin(m[2], m[1])
		th.state = androidStates[m[3]]
	} else if m := javaVisual.FindStringSubmatch(line); m != nil {
		p.begin(m[2], m[1])
	} else if m := javaFile.FindStringSubmatch(line); m != nil {
		th := p.begin(m[1], m[2])
		th.state, th.bare = m[3], true
	} else if m := javaForced.FindStringSubmatch(line); m != nil {
		th := p.begin(m[1], "")
		th.forced = m[2]
	} else if m := javaMounts.FindStringSubmatch(line); m != nil {
		p.dumps.virtual = true
		p.begin(m[1], "virtual thread "+m[1])
	} else if m := javaHead.FindStringSubmatch(line); m != nil && javaField.MatchString(m[3]) {
		number := m[2]
		if tid := javaTID.FindStringSubmatch(m[3]); number == "" && tid != nil {
			number = "0x" + strings.TrimLeft(tid[1], "0")
		}
		th := p.begin(number, m[1])
		th.doing = m[4]
	} else {
		return false
	}
	return true
}

// begin begins a thread. The id is its number or address, or else its name.
func (p *javaParser) begin(id, name string) *javaStack {
	p.finish()
	if id == "" {
		id = name
	}
	if name == "" {
		name = id
	}
	p.dumps.first = p.dumps.line
	p.thread = &javaStack{thread: thread{Thread: tracefeed.Thread{ID: id, Name: name}}, given: map[string]bool{}}
	return p.thread
}

// finish adds the current thread.
func (p *javaParser) finish() {
	th := p.thread
	p.thread, p.trace = nil, false
	switch {
	case th == nil:
		return
	case th.listed:
		p.list(th)
		return
	case p.dumps.has(th.ID):
		p.flush()
	}
	p.add(th)
}

// add adds a thread to the dump.
func (p *javaParser) add(th *javaStack) {
	th.classify()
	p.dumps.add(&th.thread)
	if p.dumps.current == nil { // at a limit
		return
	}
	if len(th.stack) == 0 && th.unread > 0 {
		p.dumps.current.partial++
	}
	if !strings.HasPrefix(th.ID, "0x") {
		p.dumps.current.numbered++
	}
	p.note(p.dumps.current.ids[th.ID], th)
}

// lose ends the thread, of which lines are missing.
func (p *javaParser) lose() { p.finish() }

// flush ends the dump.
func (p *javaParser) flush() {
	p.finish()
	if p.dumps.current != nil || len(p.suspects)+len(p.dumps.next.deadlocks) > 0 {
		p.addSuspects()
		p.resolve(p.dumps.current, p.suspects)
		p.addUnread()
	}
	p.dumps.finish()
	p.deadlocks, p.owners = deadlocks{}, owners{}
}

func (p *javaParser) end(cut bool) error {
	inThread := p.thread != nil
	p.flush()
	return cutError(cut, inThread)
}

// cutError returns the error of a text that ends too early, perhaps within a thread.
func cutError(cut, inThread bool) error {
	switch {
	case cut && inThread:
		return errCutStack
	case cut:
		return errCut
	}
	return nil
}

// errCutStack is the error of a text that ends within a thread.
var errCutStack = errors.New("the text ends within the stack of a thread")

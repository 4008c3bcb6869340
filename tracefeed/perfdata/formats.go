package perfdata

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"tiv/tracefeed/sched"
)

// point is a tracepoint: the places of the fields that count.
type point struct {
	name string
	// read fills in an event; nil for a tracepoint without a meaning.
	read   func(*point, *sched.Event, []byte)
	fields [4]field
	call   int32 // of a tracepoint of one system call
	states []stateFlag
}

// field is the place of a field in the data of a tracepoint. Its size is 0 if there is no
// such field.
type field struct{ offset, size int }

// stateFlag is a bit of a thread's state, and its letter.
type stateFlag struct {
	bit    uint64
	letter byte
}

// pointTypes are the tracepoints with a meaning, and their fields.
var pointTypes = map[string]struct {
	read   func(*point, *sched.Event, []byte)
	fields []string
}{
	"sched_switch":       {(*point).readSwitch, []string{"prev_pid", "prev_state", "next_comm", "next_pid"}},
	"sched_waking":       {(*point).readWakeup, []string{"comm", "pid"}},
	"sched_wakeup":       {(*point).readWakeup, []string{"comm", "pid"}},
	"sched_wakeup_new":   {(*point).readFork, []string{"comm", "pid"}},
	"sched_process_fork": {(*point).readFork, []string{"child_comm", "child_pid"}},
	"sched_process_exit": {(*point).readExit, nil},
	"task_rename":        {(*point).readRename, []string{"newcomm", "pid"}},
	"sys_enter":          {(*point).readEnter, []string{"id", "args"}},
	"sys_exit":           {(*point).readLeave, nil},
	// Of Android's kernels.
	"sched_blocked_reason": {(*point).readReason, []string{"pid", "io_wait"}},
}

// traceMagic begins the descriptions of tracepoints.
var traceMagic = []byte("\x17\x08\x44tracing")

// parseTracing reads the descriptions of tracepoints, as the library libtraceevent and
// trace-cmd write them.
func (f *file) parseTracing(in io.Reader) error {
	t := tracing{in: in}
	if string(t.bytes(uint64(len(traceMagic)))) != string(traceMagic) {
		return errors.New("they do not begin with the right bytes")
	}
	t.text()                // version
	t.bytes(1 + 1 + 4)      // byte order, size of a long, size of a page
	t.text()                // header_page
	t.bytes(t.number(8))    //
	t.text()                // header_event
	t.bytes(t.number(8))    //
	for range t.number(4) { // of ftrace itself
		if t.bytes(t.number(8)); t.err != nil {
			return t.err
		}
	}
	for range t.number(4) { // groups
		t.text()
		for range t.number(4) {
			text := t.bytes(t.number(8))
			if t.err != nil {
				return t.err
			}
			f.addPoint(string(text))
		}
		if t.err != nil {
			return t.err
		}
	}
	t.bytes(t.number(4)) // symbols of the kernel
	t.bytes(t.number(4)) // formats of trace_printk
	if len(t.version) > 0 && t.version >= "0.6" {
		t.bytes(t.number(8)) // names of threads
	}
	return t.err
}

// tracing reads the parts of the descriptions.
type tracing struct {
	in      io.Reader
	version string
	err     error
}

// bytes reads n bytes.
func (t *tracing) bytes(n uint64) []byte {
	if t.err == nil && n > maxSection {
		t.err = fmt.Errorf("a part has %d bytes", n)
	}
	if t.err != nil {
		return nil
	}
	var b bytes.Buffer
	if read, err := io.Copy(&b, io.LimitReader(t.in, int64(n))); err != nil || uint64(read) < n {
		t.err = errors.New("they are cut off")
		return nil
	}
	return b.Bytes()
}

// number reads a number of 4 or 8 bytes, 0 after an error.
func (t *tracing) number(size uint64) uint64 {
	b := append(t.bytes(size), 0, 0, 0, 0, 0, 0, 0, 0)
	return le.Uint64(b)
}

// text reads a text up to a zero. The first is the version.
func (t *tracing) text() {
	var s []byte
	for t.err == nil && len(s) < 256 {
		b := t.bytes(1)
		if len(b) == 0 || b[0] == 0 {
			break
		}
		s = append(s, b[0])
	}
	if t.version == "" {
		t.version = string(s)
	}
}

var (
	fieldLine = regexp.MustCompile(`(?m)^\tfield:[^;]*?(\w+)(?:\[[^;]*\])?;\s*offset:(\d+);\s*size:(\d+);`)
	flagText  = regexp.MustCompile(`\{ *(0x[0-9a-f]+|\d+) *, *"(\w)" *\}`)
)

// addPoint adds a tracepoint by its description, as in the files format of tracefs.
func (f *file) addPoint(text string) {
	var name string
	var id int
	if _, err := fmt.Sscanf(text, "name: %s\nID: %d", &name, &id); err != nil || id <= 0 || id > 1<<16-1 {
		return
	}
	p := &point{name: name}
	f.points[uint16(id)] = p
	places := map[string]field{}
	for _, m := range fieldLine.FindAllStringSubmatch(text, -1) {
		offset, _ := strconv.Atoi(m[2])
		size, _ := strconv.Atoi(m[3])
		if offset < 1<<16 && size < 1<<16 {
			places[m[1]] = field{offset, size}
		}
	}
	t, ok := pointTypes[name]
	if call, enters := strings.CutPrefix(name, "sys_enter_"); !ok && enters {
		p.read, p.call = (*point).readCall, sched.CallNumber(call)
		p.fields = [4]field{{}, places["uaddr"], places["op"], places["val"]}
		return
	}
	if !ok && strings.HasPrefix(name, "sys_exit_") {
		t = pointTypes["sys_exit"]
		ok = true
	}
	if !ok {
		return
	}
	p.read = t.read
	for i, name := range t.fields {
		p.fields[i] = places[name]
	}
	if name == "sched_switch" {
		for _, m := range flagText.FindAllStringSubmatch(text, -1) {
			bit, _ := strconv.ParseUint(m[1], 0, 64)
			p.states = append(p.states, stateFlag{bit, m[2][0]})
		}
	}
}

// number returns the value of a field, 0 without it.
func (p *point) number(i int, data []byte) uint64 {
	fd := p.fields[i]
	if fd.offset+fd.size > len(data) {
		return 0
	}
	switch b := data[fd.offset:]; fd.size {
	case 8:
		return le.Uint64(b)
	case 4:
		return uint64(le.Uint32(b))
	case 2:
		return uint64(le.Uint16(b))
	case 1:
		return uint64(b[0])
	}
	return 0
}

// text returns the text in a field, nil without it.
func (p *point) text(i int, data []byte) []byte {
	fd := p.fields[i]
	if fd.size == 0 || fd.offset+fd.size > len(data) {
		return nil
	}
	b := data[fd.offset:][:fd.size]
	if zero := bytes.IndexByte(b, 0); zero >= 0 {
		b = b[:zero]
	}
	return b
}

// task returns the thread in fields with its name and number.
func (p *point) task(comm, tid int, data []byte) sched.Task {
	if p.fields[tid].size != 4 {
		return sched.Task{TID: sched.None}
	}
	return sched.Task{TID: int32(p.number(tid, data)), Comm: p.text(comm, data)}
}

func (p *point) readSwitch(ev *sched.Event, data []byte) {
	from := int32(p.number(0, data))
	if from != ev.Current.TID {
		ev.Current = sched.Task{TID: from}
	}
	ev.Kind, ev.State, ev.Target = sched.Switch, p.state(p.number(1, data)), p.task(2, 3, data)
}

// state returns the letter of a state.
func (p *point) state(bits uint64) byte {
	for _, s := range p.states {
		if bits&s.bit != 0 {
			return s.letter
		}
	}
	return 'R'
}

func (p *point) readWakeup(ev *sched.Event, data []byte) {
	ev.Kind, ev.Target = sched.Wakeup, p.task(0, 1, data)
}

func (p *point) readFork(ev *sched.Event, data []byte) {
	ev.Kind, ev.Target = sched.Fork, p.task(0, 1, data)
}

func (p *point) readReason(ev *sched.Event, data []byte) {
	if p.fields[0].size == 4 {
		ev.Kind, ev.Target = sched.Blocked, sched.Task{TID: int32(p.number(0, data))}
		ev.Value = int64(p.number(1, data) & 0xff)
	}
}

func (p *point) readExit(ev *sched.Event, _ []byte) { ev.Kind = sched.Exit }

func (p *point) readRename(ev *sched.Event, data []byte) {
	ev.Kind, ev.Target = sched.Rename, p.task(0, 1, data)
}

func (p *point) readEnter(ev *sched.Event, data []byte) {
	ev.Kind, ev.Call.Number = sched.Enter, int32(p.number(0, data))
	if args := p.fields[1]; args.size >= 24 && args.offset+24 <= len(data) {
		for i := range ev.Call.Args {
			ev.Call.Args[i] = le.Uint64(data[args.offset+8*i:])
		}
	}
}

func (p *point) readCall(ev *sched.Event, data []byte) {
	ev.Kind, ev.Call.Number = sched.Enter, p.call
	for i := range ev.Call.Args {
		ev.Call.Args[i] = p.number(1+i, data)
	}
}

func (p *point) readLeave(ev *sched.Event, _ []byte) { ev.Kind = sched.Leave }

package sched

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// ParseText fills in an event of the kernel by the name of its tracepoint and its text, as
// perf script, the file trace of tracefs, and trace-cmd report print them. The texts of
// tracepoints without a meaning here leave the kind Other.
func (ev *Event) ParseText(name string, text []byte) {
	name = name[strings.LastIndexByte(name, ':')+1:]
	f := fields{text}
	switch name {
	case "sched_switch":
		ev.parseSwitch(f)
	case "sched_waking", "sched_wakeup":
		if string(f.word("success=")) == "0" { // of old kernels: it did not wait
			return
		}
		ev.setTarget(Wakeup, f.target("comm=", "pid="))
	case "sched_wakeup_new":
		ev.setTarget(Fork, f.target("comm=", "pid="))
	case "sched_process_fork":
		ev.setTarget(Fork, f.target("child_comm=", "child_pid="))
	case "sched_process_exit":
		ev.Kind = Exit
	case "sched_blocked_reason":
		ev.parseReason(f)
	case "tracing_mark_write", "0":
		ev.parseMark(text)
	case "print":
		if _, mark, ok := bytes.Cut(text, []byte(": ")); ok {
			ev.parseMark(mark)
		}
	case "task_rename":
		if comm := f.after("newcomm="); comm != nil {
			ev.setTarget(Rename, Task{TID: number(f.word("pid=")), Comm: f.until(comm, " oom_score_adj=")})
		}
	case "sys_exit":
		ev.Kind = Leave
	case "sys_enter":
		ev.parseEnter(f)
	default:
		if call, ok := strings.CutPrefix(name, "sys_enter_"); ok {
			ev.parseNamed(call, f)
		} else if strings.HasPrefix(name, "sys_exit_") {
			ev.Kind = Leave
		}
	}
}

// parseReason reads the text of sched_blocked_reason: pid=12 iowait=0 caller=mutex_lock+0x10/0x20.
func (ev *Event) parseReason(f fields) {
	ev.setTarget(Blocked, Task{TID: number(f.word("pid="))})
	io, caller := f.word("iowait="), f.word("caller=")
	if io == nil {
		io = f.word("io_wait=")
	}
	function, _, _ := strings.Cut(string(caller), "+")
	ev.Value = int64(max(0, number(io)))
	ev.Why = reasonOf(function)
}

// parseMark reads what a program wrote.
func (ev *Event) parseMark(text []byte) {
	if m, ok := ParseMark(text); ok {
		ev.Kind, ev.mark = Marked, m
	}
}

// setTarget makes the event one about a thread, unless its text has none.
func (ev *Event) setTarget(k Kind, t Task) {
	if t.TID != None {
		ev.Kind, ev.Target = k, t
	}
}

// parseSwitch reads the text of sched_switch in either form:
//
//	prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120
//	a:1 [120] S ==> b:2 [120]
//	task a:1 [120] (S) ==> b:2 [120]
func (ev *Event) parseSwitch(f fields) {
	const arrow = " ==> "
	before, _, ok := bytes.Cut(f.text, []byte(arrow+"next_comm=")) // a name can have an arrow
	if !ok {
		if before, _, ok = bytes.Cut(f.text, []byte(arrow)); !ok {
			return
		}
	}
	after := f.text[len(before)+len(arrow):]
	from, to := fields{before}, fields{after}
	prev, next := from.target("prev_comm=", "prev_pid="), to.target("next_comm=", "next_pid=")
	state := from.word("prev_state=")
	if prev.TID == None {
		prev, next = from.short(), to.short()
		state = before[bytes.LastIndexByte(before, ' ')+1:]
	}
	letter := stateOf(state)
	if prev.TID == None || next.TID == None || letter == 0 {
		return
	}
	prev.PID = ev.Current.PID
	if ev.Current.TID != prev.TID {
		prev.PID = 0
	}
	ev.Kind, ev.State, ev.Current, ev.Target = Switch, letter, prev, next
}

// stateOf returns the state of a text, S, R+, (D) or 0x1; 0 if it is none.
func stateOf(text []byte) byte {
	text = bytes.Trim(text, "()")
	if bits, err := strconv.ParseUint(string(text), 0, 64); err == nil {
		return Letter(bits)
	}
	if len(text) > 0 && ('A' <= text[0] && text[0] <= 'Z' || 'a' <= text[0] && text[0] <= 'z') {
		return text[0]
	}
	return 0
}

// Letter returns the letter of a state by the kernel's number for it.
func Letter(state uint64) byte {
	const letters = "SDTtXZPI"
	for i := range len(letters) {
		if state>>i&1 != 0 {
			return letters[i]
		}
	}
	return 'R'
}

// parseEnter reads the text of raw_syscalls:sys_enter: NR 202 (7ffd…, 80, 2, 0, 0, 0).
func (ev *Event) parseEnter(f fields) {
	words := bytes.Fields(f.text)
	if len(words) < 2 || string(words[0]) != "NR" {
		return
	}
	ev.Kind, ev.Call = Enter, Call{Number: number(words[1])}
	for i, w := range words[2:min(len(words), 5)] {
		ev.Call.Args[i], _ = strconv.ParseUint(string(bytes.Trim(w, "(),")), 16, 64)
	}
}

// parseNamed reads the text of a tracepoint of one system call.
func (ev *Event) parseNamed(call string, f fields) {
	ev.Kind, ev.Call = Enter, Call{Number: CallNumber(call)}
	if call == "futex" {
		for i, key := range [...]string{"uaddr: ", "op: ", "val: "} {
			ev.Call.Args[i], _ = strconv.ParseUint(string(f.word(key)), 0, 64)
		}
	}
}

// CallNumber returns the number of a system call by its name, NoCall for one that never
// waits.
func CallNumber(name string) int32 {
	if n, ok := callNumbers[name]; ok {
		return n
	}
	return NoCall
}

// callNumbers are the numbers of system calls with a tracepoint of their own.
var callNumbers = map[string]int32{
	"futex": futexCall, "nanosleep": 35, "clock_nanosleep": 230, "read": 0, "write": 1, "readv": 19, "writev": 20, "poll": 7, "ppoll": 271,
	"select": 23, "pselect6": 270, "epoll_wait": 232, "epoll_pwait": 281, "recvfrom": 45, "recvmsg": 47, "sendto": 44, "sendmsg": 46,
	"accept": 43, "accept4": 288, "connect": 42, "wait4": 61, "waitid": 247, "fsync": 74, "fdatasync": 75, "flock": 73, "pause": 34,
	"rt_sigtimedwait": 128, "rt_sigsuspend": 130,
}

// fields finds the fields of a text.
type fields struct{ text []byte }

// after returns the text behind a key that begins a word, nil without it.
func (f fields) after(key string) []byte {
	for rest := f.text; ; {
		i := bytes.Index(rest, []byte(key))
		if i < 0 {
			return nil
		}
		if at := len(f.text) - len(rest) + i; at == 0 || f.text[at-1] == ' ' {
			return rest[i+len(key):]
		}
		rest = rest[i+len(key):]
	}
}

func (f fields) until(text []byte, end string) []byte {
	before, _, _ := bytes.Cut(text, []byte(end))
	return before
}

// word returns the word behind a key.
func (f fields) word(key string) []byte { return bytes.TrimRight(f.until(f.after(key), " "), ",") }

// target returns the thread with a name and number behind two keys. The name can have
// spaces and keys; the number follows it.
func (f fields) target(comm, tid string) Task {
	name := f.after(comm)
	i := bytes.LastIndex(name, []byte(" "+tid))
	if name == nil || i < 0 {
		if comm == "comm=" {
			return f.short()
		}
		return Task{TID: None}
	}
	t := Task{TID: number(fields{name[i+1:]}.word(tid)), Comm: name[:i]}
	if t.TID < 0 {
		t.TID = None
	}
	return t
}

// short reads a thread as trace-cmd prints it, comm:12 [120], or an old kernel, task comm:12
// [120].
func (f fields) short() Task {
	for at := 0; ; {
		i := bytes.Index(f.text[at:], []byte(" ["))
		if i < 0 {
			return Task{TID: None}
		}
		at += i
		if colon := bytes.LastIndexByte(f.text[:at], ':'); colon >= 0 && number(f.text[colon+1:at]) >= 0 {
			comm := bytes.TrimPrefix(bytes.TrimLeft(f.text[:colon], " "), []byte("task "))
			return Task{TID: number(f.text[colon+1 : at]), Comm: comm}
		}
		at++
	}
}

// number reads a number up to the largest of a thread, -1 if it is none.
func number(b []byte) int32 {
	if len(b) == 0 || len(b) > 10 {
		return -1
	}
	n := int64(0)
	for _, c := range b {
		if c < '0' || c > '9' {
			return -1
		}
		n = 10*n + int64(c-'0')
	}
	if n > math.MaxInt32 {
		return -1
	}
	return int32(n)
}

package schedtext

import (
	"bytes"
	"strconv"
	"strings"

	"tiv/tracefeed/sched"
)

// line is a line that begins an event, in one of these forms:
//
//	comm 12/34 [001] 58117.611375: 250000 sched:sched_switch: text   perf script
//	comm-34 (12) [001] d..2. 58266.159695: sched_switch: text        trace
//	comm-34 [001] 58266.159695: sched_switch: text                   trace-cmd report
//	comm-34 1d..2. 58266.159695: sched_switch: text                  trace-cmd report -l
//	comm-34 1d..2. 159695us+: sched_switch: text                     trace, latency format
//
// In the first one, the process, the processor, the number before the name, and the name can
// be missing.
type line struct {
	event sched.Event
	// name is the name of the tracepoint or counter, rest the text after it.
	name, rest []byte
	ftrace     bool
	// stack: the stack of the event before follows.
	stack bool
}

// Parse parses a line that begins an event. The texts of the event are parts of the line.
// name is that of its tracepoint, rest what follows. It returns false if the line is of
// another kind.
func Parse(text []byte) (ev sched.Event, name, rest []byte, ok bool) {
	var l line
	if !l.parse(text) {
		return ev, nil, nil, false
	}
	if l.name != nil {
		l.event.ParseText(string(l.name), l.rest)
	}
	return l.event, l.name, l.rest, true
}

// parse parses a line. It returns false if the line is of another kind.
func (l *line) parse(text []byte) bool {
	*l = line{}
	if cpu, lost, ok := lostLine(text); ok {
		l.event = sched.Event{Kind: sched.Lost, CPU: cpu, Value: lost, Current: sched.Task{TID: sched.None}}
		l.ftrace = true
		return true
	}
	// The name of a thread can hold anything. So the time is the first word that is one
	// and follows a thread.
	head := text[:min(len(text), maxHead)]
	for at := 0; at < len(head); {
		i := bytes.Index(head[at:], []byte(": "))
		if i < 0 {
			if !bytes.HasSuffix(head, []byte(":")) {
				return false
			}
			i = len(head) - 1 - at
		}
		end := at + i
		before, word := lastWord(head[:end])
		if t, flags, ok := timeOf(word); ok && len(before) > 0 && l.parseTask(before[:len(before)-1], flags) {
			l.event.Time = t
			l.parseName(text[min(end+2, len(text)):])
			if len(l.event.Current.Comm) > 0 || l.event.CPU != sched.NoCPU || l.event.Current.TID <= 0 || tracepoint(l.name) {
				return true
			}
		}
		at = end + 2
	}
	return false
}

// maxHead bounds the part of a line before its text, in bytes.
const maxHead = 1 << 10

// timeOf parses a time, and the flags of ftrace that may precede it without a blank.
func timeOf(word []byte) (t uint64, flags []byte, ok bool) {
	const least, most = 4, 5 // flags
	for n := 0; n <= most && n < len(word); n++ {
		if n > 0 && (n < least || word[0] >= '0' && word[0] <= '9') {
			continue
		}
		if t, ok := seconds(word[n:]); ok {
			return t, word[:n], true
		}
	}
	t, ok = micros(word)
	return t, nil, ok
}

// micros parses a time of ftrace's latency format, 120us, which a mark of the delay after the
// event can follow: 120us+.
func micros(word []byte) (uint64, bool) {
	if n := len(word); n > 0 && bytes.IndexByte([]byte("$@*#!+"), word[n-1]) >= 0 {
		word = word[:n-1]
	}
	digits, ok := bytes.CutSuffix(word, []byte("us"))
	if us := decimal(digits); ok && us >= 0 {
		return uint64(us)*1000 + 1, true // 0 is no time
	}
	return 0, false
}

// columns are the columns between a thread and the time, in any order: a processor, the
// process in parentheses, and flags.
type columns struct {
	cpu, pid int32
	flags    []byte
}

// parseColumns splits the columns off a text. It returns false if there is no processor.
func (c *columns) parseColumns(text []byte) (rest []byte, ok bool) {
	const most = 3
	c.cpu = sched.NoCPU
	rest = text
	for range most {
		before, word := lastWord(rest)
		if n, ok := bracketed(word); ok {
			c.cpu = n
			return c.parseProcess(bytes.TrimRight(before, " ")), true
		}
		if bytes.HasSuffix(word, []byte(")")) {
			rest = c.parseProcess(bytes.TrimRight(rest, " "))
			continue
		}
		if digits := leading(word); len(c.flags) == 0 && digits > 0 && len(word)-digits >= 3 &&
			bytes.IndexByte([]byte(".dDNnpXbB"), word[digits]) >= 0 {
			c.cpu, c.flags = decimal(word[:digits]), word[digits:]
			return bytes.TrimRight(before, " "), true
		}
		if len(c.flags) > 0 {
			break
		}
		c.flags, rest = word, before
	}
	return text, false
}

// leading returns the number of digits at the start of a word.
func leading(word []byte) (n int) {
	for n < len(word) && word[n] >= '0' && word[n] <= '9' {
		n++
	}
	return n
}

// parseProcess splits the process off a text: (12), ( 12) or (-----).
func (c *columns) parseProcess(text []byte) []byte {
	open := bytes.LastIndexByte(text, '(')
	if open < 0 || !bytes.HasSuffix(text, []byte(")")) {
		return text
	}
	inner := bytes.Trim(text[open:], " ()")
	if c.pid = decimal(inner); c.pid < 0 && len(bytes.Trim(inner, "-")) > 0 {
		c.pid = 0
		return text // a part of the name
	}
	c.pid = max(0, c.pid)
	return bytes.TrimRight(text[:open], " ")
}

// parseTask parses the part before the time, without the flags that have no blank behind them.
func (l *line) parseTask(text, flags []byte) bool {
	c := columns{flags: flags}
	words, hasCPU := c.parseColumns(text)
	words = bytes.TrimRight(words, " ")
	l.event = sched.Event{CPU: c.cpu}
	rest, word := lastWord(words)
	if t, ok := slashed(word); ok {
		l.event.Current, l.ftrace = t, false
		l.event.Current.Comm = known(bytes.TrimSpace(rest))
		return true
	}
	dash := bytes.LastIndexByte(words, '-')
	if !hasCPU || dash < 0 || decimal(words[dash+1:]) < 0 {
		return false
	}
	l.ftrace = true
	l.event.Current = sched.Task{TID: decimal(words[dash+1:]), PID: c.pid, Comm: known(bytes.TrimSpace(words[:dash]))}
	// The third flag is h or H in an interrupt, s in its deferred part.
	l.event.Interrupt = len(c.flags) > 2 && strings.IndexByte("hHsZz", c.flags[2]) >= 0
	return true
}

// known returns the name of a thread, nil if a tool did not know it.
func known(comm []byte) []byte {
	if s := string(comm); s == "<...>" || s == ":-1" || strings.HasPrefix(s, ":") && decimal(comm[1:]) > 0 {
		return nil
	}
	return comm
}

// parseName parses the part behind the time.
func (l *line) parseName(text []byte) {
	text = bytes.TrimLeft(text, " ")
	weight := int64(-1)
	if first, rest, _ := bytes.Cut(text, []byte(" ")); !l.ftrace && leading(first) == len(first) {
		if n, err := strconv.ParseInt(string(first), 10, 64); err == nil {
			weight, text = n, bytes.TrimLeft(rest, " ")
		}
	}
	if l.stack = l.ftrace && (bytes.HasPrefix(text, []byte("<stack trace")) ||
		bytes.HasPrefix(text, []byte("kernel_stack:"))); l.stack || l.record(text) {
		return
	}
	name, rest, ok := bytes.Cut(text, []byte(": "))
	if !ok {
		name, ok = bytes.CutSuffix(text, []byte(":"))
		rest = nil
	}
	if !ok && !l.ftrace { // perf script without the names of events
		name, rest, ok = nil, text, true
	}
	if !ok || bytes.ContainsAny(name, " \t") {
		return
	}
	l.name, l.rest = name, bytes.TrimLeft(rest, " ")
	// A counter, as of processor cycles, is a sample. Tracepoints have a group.
	if !l.ftrace && !tracepoint(name) {
		l.event.Kind, l.event.Value = sched.Sample, max(1, weight)
	}
}

// record parses a record of perf that is no event: of losses, and of switches.
func (l *line) record(text []byte) bool {
	rest, ok := bytes.CutPrefix(text, []byte("PERF_RECORD_"))
	if !ok {
		return false
	}
	s := string(rest)
	lost, isLoss := strings.CutPrefix(s, "LOST lost ")
	s = strings.Replace(s, "SWITCH_CPU_WIDE ", "SWITCH ", 1)
	switch {
	case isLoss:
		n, _ := strconv.ParseInt(lost, 10, 64)
		l.event.Kind, l.event.Value = sched.Lost, max(0, n)
	case strings.HasPrefix(s, "SWITCH IN"):
		l.event.Kind = sched.SwitchIn
	case strings.HasPrefix(s, "SWITCH OUT preempt"):
		l.event.Kind, l.event.State = sched.SwitchOut, 'R'
	case strings.HasPrefix(s, "SWITCH OUT"):
		l.event.Kind, l.event.State = sched.SwitchOut, 'S'
	}
	return true
}

// modifiers are the letters behind the name of a counter: cycles:ppp.
const modifiers = "ukhGHpPSDIeWbR"

// tracepoint reports whether an event of perf is a tracepoint, by its name.
func tracepoint(name []byte) bool {
	group, rest, ok := bytes.Cut(name, []byte(":"))
	return ok && len(group) > 1 && len(bytes.Trim(rest, modifiers)) > 0 && bytes.IndexByte(group, '/') < 0
}

// counter returns the name of a counter without its modifiers and the unit that counts it:
// cycles for cpu_core/cycles/u.
func counter(name []byte) string {
	if first, last := bytes.IndexByte(name, '/'), bytes.LastIndexByte(name, '/'); first < last {
		return string(name[first+1 : last])
	}
	base, _, _ := bytes.Cut(name, []byte(":"))
	if len(base) == 0 {
		return "samples"
	}
	return string(base)
}

// lostLine parses the line of missing events of the file trace, CPU:1 [LOST 12 EVENTS], or of
// trace-cmd, CPU:1 [12 EVENTS DROPPED]. The number can be missing.
func lostLine(text []byte) (cpu int32, lost int64, ok bool) {
	rest, ok := bytes.CutPrefix(text, []byte("CPU:"))
	if !ok {
		return 0, 0, false
	}
	number, rest, ok := bytes.Cut(rest, []byte(" ["))
	if !ok || !bytes.Contains(rest, []byte("EVENTS")) || !bytes.Contains(rest, []byte("LOST")) && !bytes.Contains(rest, []byte("DROPPED")) {
		return 0, 0, false
	}
	for _, word := range bytes.Fields(bytes.Trim(rest, "[]")) {
		lost = max(lost, int64(decimal(word)))
	}
	return max(0, decimal(number)), lost, true
}

// lastWord splits off the last word of a text.
func lastWord(text []byte) (rest, word []byte) {
	text = bytes.TrimRight(text, " ")
	i := bytes.LastIndexByte(text, ' ')
	return text[:i+1], text[i+1:]
}

// bracketed parses a processor: [001].
func bracketed(word []byte) (int32, bool) {
	if len(word) < 3 || word[0] != '[' || word[len(word)-1] != ']' {
		return 0, false
	}
	n := decimal(word[1 : len(word)-1])
	return n, n >= 0
}

// slashed parses a thread of perf script: 34 or 12/34.
func slashed(word []byte) (t sched.Task, ok bool) {
	if pid, tid, both := bytes.Cut(word, []byte("/")); both {
		t.PID, word = decimal(pid), tid
	}
	if string(word) == "-1" {
		return sched.Task{TID: sched.None}, true
	}
	t.TID = decimal(word)
	return t, t.TID >= 0 && t.PID >= 0
}

// decimal reads a number below 2^31, -1 if it is none.
func decimal(b []byte) int32 {
	if len(b) == 0 || len(b) > 9 {
		return -1
	}
	n := int32(0)
	for _, c := range b {
		if c < '0' || c > '9' {
			return -1
		}
		n = 10*n + int32(c-'0')
	}
	return n
}

// seconds reads a time in seconds with a fraction, in nanoseconds.
func seconds(b []byte) (uint64, bool) {
	whole, fraction, ok := bytes.Cut(b, []byte("."))
	if !ok || len(whole) == 0 || len(whole) > 9 || len(fraction) == 0 || len(fraction) > 9 {
		return 0, false
	}
	s, f := decimal(whole), decimal(fraction)
	if s < 0 || f < 0 {
		return 0, false
	}
	ns := uint64(f)
	for range 9 - len(fraction) {
		ns *= 10
	}
	return uint64(s)*1e9 + ns, true
}

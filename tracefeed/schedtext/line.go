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
//
// In the first one, the process, the processor and the number before the name can be
// missing.
type line struct {
	event sched.Event
	// name is the name of the tracepoint or counter, rest the text after it.
	name, rest []byte
	ftrace     bool
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
	if cpu, lost, ok := lostLine(text); ok {
		l.event = sched.Event{Kind: sched.Lost, CPU: cpu, Value: lost, Current: sched.Task{TID: sched.None}}
		l.ftrace = true
		return true
	}
	// The name of a thread can hold anything. So the time is the first word that is one
	// and follows a thread.
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte(": "))
		if i < 0 {
			if !bytes.HasSuffix(text, []byte(":")) {
				return false
			}
			i = len(text) - 1 - at
		}
		end := at + i
		start := bytes.LastIndexByte(text[:end], ' ') + 1
		if start > 0 {
			if t, ok := seconds(text[start:end]); ok && l.parseTask(text[:start-1]) {
				l.event.Time = t
				l.parseName(text[min(end+2, len(text)):])
				return true
			}
		}
		if at = end + 2; at >= len(text) {
			return false
		}
	}
}

// parseTask parses the part before the time.
func (l *line) parseTask(text []byte) bool {
	words := text
	var flags []byte
	cpu, hasCPU := int32(-1), false
	for range 2 {
		rest, word := lastWord(words)
		if n, ok := bracketed(word); ok {
			words, cpu, hasCPU = rest, n, true
			break
		}
		flags, words = word, rest
	}
	if !hasCPU {
		words, flags = text, nil
	}
	words = bytes.TrimRight(words, " ")
	l.event = sched.Event{CPU: max(cpu, 0)}
	rest, word := lastWord(words)
	if t, ok := slashed(word); ok {
		l.event.Current, l.ftrace = t, false
		l.event.Current.Comm = known(bytes.TrimSpace(rest))
		return len(l.event.Current.Comm) > 0 || t.TID <= 0
	}
	if !hasCPU {
		return false
	}
	if bytes.HasSuffix(word, []byte(")")) { // the process: (12), ( 12) or (-----)
		open := bytes.LastIndexByte(words, '(')
		if open < 0 {
			return false
		}
		l.event.Current.PID = max(0, decimal(bytes.Trim(words[open:], " ()")))
		words = bytes.TrimRight(words[:open], " ")
	}
	dash := bytes.LastIndexByte(words, '-')
	if dash < 0 || decimal(words[dash+1:]) < 0 {
		return false
	}
	l.ftrace = true
	l.event.Current.TID = decimal(words[dash+1:])
	l.event.Current.Comm = known(bytes.TrimSpace(words[:dash]))
	// The third flag is h or H in an interrupt, s in its deferred part.
	l.event.Interrupt = len(flags) > 2 && strings.IndexByte("hHsZz", flags[2]) >= 0
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
	weight := int32(-1)
	if i := bytes.IndexByte(text, ' '); i > 0 && !l.ftrace {
		if weight = decimal(text[:i]); weight >= 0 {
			text = bytes.TrimLeft(text[i:], " ")
		}
	}
	if l.record(text) {
		return
	}
	name, rest, ok := bytes.Cut(text, []byte(": "))
	if !ok {
		name, ok = bytes.CutSuffix(text, []byte(":"))
		rest = nil
	}
	if !ok || bytes.ContainsAny(name, " \t") {
		return
	}
	l.name, l.rest = name, bytes.TrimLeft(rest, " ")
	// A counter, as of processor cycles, is a sample. Tracepoints have a group.
	if !l.ftrace && !tracepoint(name) {
		l.event.Kind, l.event.Value = sched.Sample, 1
	}
}

// record parses a record of perf that is no event: of losses, and of switches.
func (l *line) record(text []byte) bool {
	s, ok := strings.CutPrefix(string(text), "PERF_RECORD_")
	lost, isLoss := strings.CutPrefix(s, "LOST lost ")
	switch {
	case !ok:
		return false
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

// tracepoint reports whether an event of perf is a tracepoint, by its name.
func tracepoint(name []byte) bool {
	group, rest, ok := bytes.Cut(name, []byte(":"))
	return ok && len(group) > 1 && len(rest) > 3 && !strings.Contains("cycles instructions cpu-clock task-clock", string(group))
}

// lostLine parses the line of missing events of the file trace: CPU:1 [LOST 12 EVENTS].
func lostLine(text []byte) (cpu int32, lost int64, ok bool) {
	rest, ok := bytes.CutPrefix(text, []byte("CPU:"))
	if !ok {
		return 0, 0, false
	}
	number, rest, ok := bytes.Cut(rest, []byte(" [LOST "))
	if !ok {
		return 0, 0, false
	}
	count, _, _ := bytes.Cut(rest, []byte(" "))
	return max(0, decimal(number)), int64(max(0, decimal(count))), true
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

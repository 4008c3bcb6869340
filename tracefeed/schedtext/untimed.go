package schedtext

import (
	"bytes"
	"errors"
	"strconv"

	"tiv/tracefeed/sched"
)

// errUntimed is the error of events of the scheduler without times.
var errUntimed = errors.New("the output of perf script has no times, so its events have no order; " +
	"perf script -F comm,pid,tid,cpu,time,event,trace,ip,sym,dso has them")

// untimedNote is the remark on samples without times.
const untimedNote = "the output of perf script has no times, so all samples are at one; " +
	"perf script -F comm,pid,tid,cpu,time,period,event,ip,sym,dso has them"

// parseUntimed parses a line of perf script without times: comm 12/34 [001] 250000 cycles: rest.
func (l *line) parseUntimed(text []byte) bool {
	*l = line{}
	head := text[:min(len(text), maxHead)]
	for at := 0; ; {
		i := bytes.IndexByte(head[at:], ':')
		if i < 0 {
			return false
		}
		end := at + i
		start, stop := bytes.LastIndexByte(head[:end], ' ')+1, len(head)
		if blank := bytes.IndexByte(head[end:], ' '); blank >= 0 {
			stop = end + blank // the name of an event can have a colon inside
		}
		if start > 0 && text[stop-1] == ':' && l.parseUntimedTask(text[:start-1]) {
			weight := l.event.Value
			l.name, l.rest = text[start:stop-1], bytes.TrimLeft(text[stop:], " ")
			if l.event.Kind, l.event.Value = sched.Other, 0; !tracepoint(l.name) {
				l.event.Kind, l.event.Value = sched.Sample, max(1, weight)
			}
			l.event.Time = 1
			return true
		}
		at = end + 1
	}
}

// parseUntimedTask parses the part before the name of the event. A number behind the thread
// or its processor is the weight, which becomes the event's value.
func (l *line) parseUntimedTask(text []byte) bool {
	text = bytes.TrimRight(text, " ")
	before, word := lastWord(text)
	before = bytes.TrimRight(before, " ")
	weight, err := strconv.ParseInt(string(word), 10, 64)
	weighted := err == nil && (bytes.HasSuffix(before, []byte("]")) || endsWithTask(before))
	if weighted {
		text = before
	}
	if !l.parseTask(text, nil) || l.ftrace {
		return false
	}
	if weighted {
		l.event.Value = weight
	}
	return len(l.event.Current.Comm) > 0
}

// endsWithTask reports whether a text ends with the number of a thread, after a name.
func endsWithTask(text []byte) bool {
	rest, word := lastWord(text)
	_, ok := slashed(word)
	return ok && len(bytes.TrimSpace(rest)) > 0
}

package chrome

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"tiv/tracefeed"
	"tiv/tracefeed/sched"
	"tiv/tracefeed/schedtext"
	"tiv/tracefeed/slicefeed"
)

// system collects the events of the kernel's scheduler in systemTraceEvents, the text of
// ftrace. Its clock can be another one than that of the other events; a line of a program
// that knew both says so, wherever it is in the text:
//
//	trace_event_clock_sync: parent_ts=4492.069824
type system struct {
	log  *slicefeed.Log
	line []byte
	long bool // the line is longer than maxLine, so it is left out
	// lines: it has lines; events: it has lines of events.
	lines, events bool
	// records have the numbers of threads instead of threads, and the times of the text.
	records []slicefeed.Record
	tasks   map[int32]task
	now     int64
	// shift is what the times lack to those of the other events, if it is known.
	shift  int64
	synced bool
}

// task is what the text tells about a thread.
type task struct {
	pid  int32 // 0 if unknown
	comm string
}

func newSystem(l *slicefeed.Log) system { return system{log: l, tasks: map[int32]task{}} }

const notRead = "systemTraceEvents not read"

// maxLine is the maximum length of a line in bytes.
const maxLine = 1 << 20

// add adds a byte of the text.
func (s *system) add(c byte) {
	switch {
	case c == '\n':
		if !s.long {
			s.event(bytes.TrimRight(s.line, "\r"))
		}
		s.line, s.long = s.line[:0], false
	case len(s.line) == maxLine:
		s.long = true
	default:
		s.line = append(s.line, c)
	}
}

// event adds the event of a line, if it has one.
func (s *system) event(line []byte) {
	if len(line) == 0 || line[0] == '#' {
		return
	}
	s.lines = true
	ev, _, rest, ok := schedtext.Parse(line)
	if !ok {
		return
	}
	s.events = true
	if ev.Time != 0 {
		s.now = int64(ev.Time)
	}
	s.meet(ev.Current)
	s.meet(ev.Target)
	r := slicefeed.Record{At: s.now, CPU: int16(min(ev.CPU, 1<<15-2)), Thread: slicefeed.Thread(max(0, ev.Current.TID))}
	target := slicefeed.Thread(max(0, ev.Target.TID))
	switch ev.Kind {
	case sched.Switch:
		r.Kind, r.Other, r.Code = slicefeed.Switch, target, ev.State
	case sched.Wakeup:
		if r.Kind, r.Other, r.Thread = slicefeed.Wakeup, r.Thread, target; ev.Interrupt {
			r.Other = 0
		}
	case sched.Fork:
		r.Kind, r.Other, r.Thread = slicefeed.Spawn, r.Thread, target
	case sched.Exit:
		r.Kind = slicefeed.Exit
	case sched.Lost:
		r.Kind, r.Thread, r.Value = slicefeed.Lost, 0, ev.Value
	case sched.Rename:
		return
	default:
		s.sync(rest)
		return
	}
	if r.Thread != 0 || r.Kind == slicefeed.Switch || r.Kind == slicefeed.Lost {
		s.records = append(s.records, r)
	}
}

// meet remembers what an event tells about a thread.
func (s *system) meet(t sched.Task) {
	if t.TID <= 0 || t.PID <= 0 && len(t.Comm) == 0 {
		return
	}
	known := s.tasks[t.TID]
	if (t.PID <= 0 || t.PID == known.pid) && (len(t.Comm) == 0 || string(t.Comm) == known.comm) {
		return
	}
	if t.PID > 0 {
		known.pid = t.PID
	}
	if len(t.Comm) > 0 {
		known.comm = string(t.Comm)
	}
	s.tasks[t.TID] = known
}

// sync reads a line that compares the clocks. As in other viewers, the first one counts, and
// a time of 0 means that the clocks are the same.
func (s *system) sync(text []byte) {
	number, ok := bytes.CutPrefix(bytes.TrimSpace(text), []byte("trace_event_clock_sync: parent_ts="))
	seconds, err := strconv.ParseFloat(string(number), 64)
	switch {
	case !ok || err != nil || s.synced:
		s.log.Skip("kernel event")
		return
	case seconds == 0:
		s.synced = true
		return
	}
	const longest = slicefeed.MaxTime / 1e9
	if seconds > 0 && seconds < longest {
		s.shift, s.synced = int64(math.Round(seconds*1e9))-s.now, true
	}
}

// finish adds the events to the log, once it has all others.
func (s *system) finish() {
	if len(s.line) > 0 {
		s.add('\n')
	}
	switch {
	case s.lines && !s.events:
		s.log.Remark(notRead + ": no text of ftrace")
		return
	case !s.events:
		return
	case !s.synced && s.log.Len() > 0:
		s.log.Remark(notRead + ": they do not say how their clock and that of traceEvents differ")
		return
	case s.shift != 0:
		s.log.Remark(fmt.Sprintf("times of systemTraceEvents moved by %v, as they say", tracefeed.Time(s.shift)))
	}
	threads := s.threads()
	for _, r := range s.records {
		r.Thread, r.Other = threads[r.Thread], threads[r.Other]
		if r.At += s.shift; r.At > -slicefeed.MaxTime && r.At < slicefeed.MaxTime {
			s.log.Add(r)
		}
	}
}

// threads returns the threads of the log by their numbers in the text. One is that of other
// events with the same number, unless the text says that it is of another process.
func (s *system) threads() map[slicefeed.Thread]slicefeed.Thread {
	known := s.log.Numbered()
	threads := map[slicefeed.Thread]slicefeed.Thread{}
	for _, r := range s.records {
		for _, number := range [...]slicefeed.Thread{r.Thread, r.Other} {
			if _, ok := threads[number]; ok || number == 0 {
				continue
			}
			about := s.tasks[int32(number)]
			t, ok := known[int64(number)]
			if pid := s.log.Process(t); !ok || about.pid != 0 && pid != 0 && pid != int64(about.pid) {
				t = s.log.Thread(int64(about.pid), int64(number))
			}
			if threads[number] = t; about.comm != "" && !s.log.Named(t) {
				s.log.NameThread(t, about.comm)
			}
		}
	}
	return threads
}

// readSystem reads the string of systemTraceEvents.
func (r *reader) readSystem() error {
	r.i++
	for {
		for ; r.i < len(r.b) && r.b[r.i] != '\\'; r.i++ {
			if r.b[r.i] == '"' {
				r.i++
				return nil
			}
			r.system.add(r.b[r.i])
		}
		if r.i < len(r.b) {
			if err := r.whole(r.escape); err != nil {
				return err
			}
		} else if err := r.more(); err != nil {
			return err
		}
	}
}

// escapes are the bytes that escaped ones mean.
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape reads an escaped character. Halves of a pair become marks of what cannot be read:
// only names of threads can have them.
func (r *reader) escape() error {
	rest := r.b[r.i:]
	if len(rest) < 2 {
		return errShort
	}
	if c := escapes[rest[1]]; c != 0 {
		r.i += 2
		r.system.add(c)
		return nil
	}
	const long = len(`\u0000`)
	switch {
	case rest[1] != 'u':
		return errSyntax
	case len(rest) < long:
		return errShort
	}
	n, err := strconv.ParseUint(string(rest[2:long]), 16, 16)
	if err != nil {
		return errSyntax
	}
	r.i += long
	for _, c := range utf8.AppendRune(nil, rune(n)) {
		r.system.add(c)
	}
	return nil
}

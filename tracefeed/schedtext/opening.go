package schedtext

import (
	"bytes"
	"slices"

	"tiv/tracefeed/sched"
)

// opening is what the first lines of a text say about all of it.
type opening struct {
	// untimed: its events have no times.
	untimed bool
	// wide: it has the events of all threads of the machine.
	wide bool
	// counter is the kind of samples that is shown.
	counter string
	// tracepoint: there are no counters and no events of the scheduler, so the events of
	// this tracepoint are shown as samples.
	tracepoint string
}

// openingLen is the length of an opening in bytes.
const openingLen = 1 << 18

// preferred are the counters that are shown rather than others: those of time.
var preferred = []string{"cycles", "cpu-cycles", "cpu-clock", "task-clock"}

// open reads the first lines of the output of perf script.
func open(start []byte) opening {
	var o opening
	var l line
	var p pairs
	known, recorded := false, false // by the command; by events of the scheduler
	for text := range bytes.Lines(start) {
		if text[0] == '\t' {
			continue // of a stack
		}
		text = untabbed(text)
		if len(text) == 0 || text[0] == '#' {
			if wide, ok := recordsAll(text); ok {
				o.wide, known = wide, true
			}
			continue
		}
		if text[0] == ' ' && address(text) {
			continue
		}
		if !l.parse(text) {
			if !l.parseUntimed(text) {
				continue
			}
			o.untimed = true
		}
		l.event.ParseText(string(l.name), l.rest)
		switch {
		case l.event.Kind == sched.Sample:
			o.choose(counter(l.name))
		case l.event.Kind != sched.Other:
			recorded = true
		case o.tracepoint == "":
			o.tracepoint = string(l.name)
		}
		if p.add(&l.event); (known || p.idle) && o.counter == preferred[0] {
			break
		}
	}
	if !known {
		o.wide = p.wide()
	}
	if recorded || o.counter != "" {
		o.tracepoint = ""
	}
	return o
}

// choose chooses the counter that is shown.
func (o *opening) choose(name string) {
	rank := func(name string) int {
		if i := slices.Index(preferred, name); i >= 0 {
			return i
		}
		return len(preferred)
	}
	if o.counter == "" || rank(name) < rank(o.counter) {
		o.counter = name
	}
}

// pairs compares each switch to a thread with the next event on its processor: a recording of
// some threads lacks the switches from others.
type pairs struct {
	last map[int32]*sched.Event
	// idle: an idle task has an event; whole: the next event is of the thread that was
	// switched to; broken: it is of another one.
	idle, whole, broken bool
}

func (p *pairs) add(ev *sched.Event) {
	const settled = 100_000 // ns
	p.idle = p.idle || ev.Current.TID == 0
	if ev.CPU == sched.NoCPU || ev.Current.TID == sched.None {
		return
	}
	switch last := p.last[ev.CPU]; {
	case last == nil:
	case last.Target.TID == ev.Current.TID:
		p.whole = true
	case last.Current.TID == ev.Current.TID && ev.Time-last.Time < settled:
		return
	default:
		p.broken = true
	}
	if ev.Kind == sched.Switch {
		if p.last == nil {
			p.last = map[int32]*sched.Event{}
		}
		p.last[ev.CPU] = &sched.Event{Time: ev.Time, Current: sched.Task{TID: ev.Current.TID}, Target: sched.Task{TID: ev.Target.TID}}
	} else if len(p.last) > 0 {
		delete(p.last, ev.CPU)
	}
}

// wide reports whether the recording has the events of all threads.
func (p *pairs) wide() bool { return p.idle || p.whole && !p.broken }

// withArgument are the options of perf record that have an argument.
const withArgument = "eptrCcoFmGujkDSMW"

// recordsAll reports whether perf recorded all threads, by the line with its command. It
// returns false if the line is another one.
func recordsAll(text []byte) (wide, ok bool) {
	_, command, found := bytes.Cut(text, []byte("# cmdline : "))
	words := bytes.Fields(command)
	at := slices.IndexFunc(words, func(w []byte) bool { return string(w) == "record" })
	if !found || at < 1 {
		return false, false
	}
	if string(words[at-1]) == "sched" {
		return true, true
	}
	for i := at + 1; i < len(words); i++ {
		w := words[i]
		if string(w) == "--" || w[0] != '-' {
			break
		}
		if bytes.HasPrefix(w, []byte("--")) {
			if bytes.HasPrefix(w, []byte("--all-cpus")) || bytes.HasPrefix(w, []byte("--cpu")) {
				return true, true
			}
			if i+1 < len(words) && words[i+1][0] != '-' && takesArgument(w) {
				i++
			}
			continue
		}
		for j, c := range w[1:] {
			if c == 'a' || c == 'C' {
				return true, true
			}
			if bytes.IndexByte([]byte(withArgument), c) >= 0 {
				if j == len(w)-2 {
					i++
				}
				break
			}
		}
	}
	return false, true
}

// takesArgument reports whether the next word belongs to a long option of perf record.
func takesArgument(option []byte) bool {
	return slices.Contains([]string{"--event", "--filter", "--call-graph", "--freq", "--count", "--output", "--pid", "--tid",
		"--mmap-pages", "--uid", "--delay", "--clockid", "--cgroup", "--user-regs", "--intr-regs"}, string(option))
}

package slicefeed

import (
	"strings"

	"tiv/tracefeed"
)

// mode says what a thread's states follow from.
type mode uint8

const (
	noStates mode = iota
	// bySlices: it counts as running within its slices.
	bySlices
	// byClock: it runs for as long as the processor time of its slices says.
	byClock
	// bySched: the trace has its switches.
	bySched
	// byStates: the trace has its states.
	byStates
)

func (t *thread) mode() mode {
	switch {
	case t.states:
		return byStates
	case t.sched:
		return bySched
	case t.clock:
		return byClock
	case t.slices:
		return bySlices
	}
	return noStates
}

// shown is a state of a thread. The zero value is the unknown one.
type shown struct {
	state   tracefeed.State
	cause   tracefeed.Cause
	monitor tracefeed.MonitorID
	cpu     tracefeed.CPU
}

// show makes the events that lead a thread to a state.
func (o *output) show(l *lane, s shown) {
	if l.ended || l.shown == s {
		return
	}
	waits := s.state == tracefeed.Suspended || s.state == tracefeed.Blocking || s.state == tracefeed.IO
	switch was := l.shown.state; {
	case was == tracefeed.Suspended && waits:
		o.about(l, tracefeed.Event{Kind: tracefeed.SuspendEnd})
	case was == tracefeed.IO && waits:
		o.about(l, tracefeed.Event{Kind: tracefeed.IOEnd})
	case was == tracefeed.Blocking && waits:
		o.about(l, tracefeed.Event{Kind: tracefeed.Run})
	}
	kind := [...]tracefeed.Kind{tracefeed.Unknown: tracefeed.StateUnknown, tracefeed.Running: tracefeed.Run,
		tracefeed.Runnable: tracefeed.Ready, tracefeed.Suspended: tracefeed.SuspendStart,
		tracefeed.Blocking: tracefeed.MonitorWait, tracefeed.IO: tracefeed.IOStart}[s.state]
	o.about(l, tracefeed.Event{Kind: kind, Cause: s.cause, Monitor: s.monitor, CPU: s.cpu})
	l.shown = s
}

// applyState applies a record about the state of a thread.
func (p *player) applyState(l *lane, r *Record) {
	switch r.Kind {
	case Clock:
		p.clock(l, r)
	case State:
		p.state(l, r)
	case StateEnd:
		p.ends.push(end{at: r.At, number: l.state, lane: l, what: endsState})
	case Switch:
		if r.Thread == 0 {
			l = &p.lanes[p.current[r.CPU]]
		}
		p.leaveCPU(l, r.Code)
		p.takeCPU(&p.lanes[r.Other], r.CPU)
	case Wakeup:
		by := r.Other
		if r.Code == ByCurrent {
			by = p.current[r.CPU]
		}
		p.wake(l, &p.lanes[by])
	case Spawn:
		if !l.seen || l.ended {
			p.spawn(l, p.lanes[r.Other].id)
		}
	case Exit:
		p.out.exit(l)
	case Lost:
		p.lose(l, r.Value)
	}
}

const (
	wholeInterval = -1
	noInterval    = -2
)

// shareClocks replaces the value of each Clock by the time that the thread runs until
// its next one. Both clocks are rounded.
func (p *player) shareClocks() {
	const rounding = 2000
	type reading struct {
		r    *Record
		used int64
	}
	last := map[Thread]reading{}
	for i := range p.log.n {
		r := p.records.at(i)
		if r.Kind != Clock {
			continue
		}
		before, used := last[r.Thread], r.Value
		if before.r != nil {
			ran, all := max(0, used-before.used), r.At-before.r.At
			if all == 0 {
				before.r.Value = noInterval
			} else if ran >= all-rounding {
				before.r.Value = wholeInterval
			} else if before.r.Value = ran; ran < rounding {
				before.r.Value = 0
			}
		}
		r.Value = 0
		last[r.Thread] = reading{r, used}
	}
}

// clock shows how a thread runs until the next reading of its clock: at first.
func (p *player) clock(l *lane, r *Record) {
	if l.mode != byClock || r.Value == noInterval {
		return
	}
	if r.Value == 0 {
		p.out.show(l, shown{})
		return
	}
	p.out.show(l, shown{state: tracefeed.Running})
	if r.Value > 0 {
		p.ends.push(end{at: r.At + r.Value, lane: l, what: endsRunning})
	}
}

// state puts a thread into a worded state.
func (p *player) state(l *lane, r *Record) {
	if l.partial = r.Code == Partial; !l.seen && r.At > p.log.first && !l.partial {
		p.spawn(l, tracefeed.NoThread)
	}
	s, ok := p.worded[r.Name]
	if !ok {
		s = p.parse(p.log.states[r.Name])
		p.worded[r.Name] = s
	}
	if l.partial {
		s.cpu = tracefeed.CPU(r.CPU)
	}
	if p.out.show(l, s); !l.seen { // of unknown state since before the trace
		p.out.about(l, tracefeed.Event{Kind: tracefeed.StateUnknown})
	}
	p.begun++
	if l.state = p.begun; r.Value >= 0 {
		p.ends.push(end{at: r.At + r.Value, number: l.state, lane: l, what: endsState})
	}
}

// Words returns the words for a state: those of a StateName. monitor is the name of the
// monitor waited for; "" if there is none.
func Words(state tracefeed.State, cause tracefeed.Cause, monitor string) string {
	switch {
	case state == tracefeed.Blocking && monitor != "":
		return state.String() + ": " + monitor
	case (state == tracefeed.Suspended || state == tracefeed.IO) && cause != tracefeed.NoCause:
		return state.String() + ": " + cause.String()
	}
	return state.String()
}

// parse returns the state that Words means.
func (p *player) parse(name string) (s shown) {
	word, detail, _ := strings.Cut(name, ": ")
	for state := range tracefeed.State(tracefeed.NumStates) {
		if state.String() == word {
			s.state = state
		}
	}
	switch s.state {
	case tracefeed.Blocking:
		if detail != "" {
			id, ok := p.monitors[detail]
			if !ok {
				id = p.log.tables.AddMonitor(tracefeed.Monitor{ID: detail, Name: detail})
				p.monitors[detail] = id
			}
			s.monitor = id
		}
	case tracefeed.Suspended, tracefeed.IO:
		for c := range tracefeed.NumCauses {
			if c.String() == detail {
				s.cause = c
			}
		}
	}
	return s
}

// leaveCPU takes the processor from a thread.
func (p *player) leaveCPU(l *lane, state uint8) {
	if l.mode != bySched || l.ended {
		return
	}
	switch state {
	case 'R':
		p.out.show(l, shown{state: tracefeed.Runnable})
	case 'D':
		p.out.show(l, shown{state: tracefeed.IO, cause: tracefeed.CauseDisk})
	case 'P':
		p.out.show(l, shown{state: tracefeed.Suspended, cause: tracefeed.CausePark})
	case 'X', 'Z':
		p.out.exit(l)
	default:
		p.out.show(l, shown{state: tracefeed.Suspended})
	}
}

// takeCPU gives a thread a processor. One that had ended is a new one with its number.
func (p *player) takeCPU(l *lane, cpu int16) {
	p.current[cpu] = l.thread
	if l.mode != bySched {
		return
	}
	if l.ended {
		p.spawn(l, tracefeed.NoThread)
	}
	p.out.show(l, shown{state: tracefeed.Running, cpu: tracefeed.CPU(cpu) + 1})
}

// wake makes a waiting thread runnable.
func (p *player) wake(l, by *lane) {
	if l.mode != bySched || l.shown.state == tracefeed.Running || l.shown.state == tracefeed.Runnable {
		return
	}
	if by.id != tracefeed.NoThread && by != l && l.shown.state == tracefeed.Suspended {
		p.out.about(l, tracefeed.Event{Kind: tracefeed.Wake, Other: by.id})
	}
	p.out.show(l, shown{state: tracefeed.Runnable})
}

// flow follows a flow. Where it arrives at a waiting thread, it ends the wait.
func (p *player) flow(l *lane, r *Record) {
	from, ok := p.from[r.Value]
	waits := l.shown.state == tracefeed.Suspended || l.shown.state == tracefeed.Blocking
	if ok && r.Code&FlowOut == 0 && waits && from != l.thread {
		p.out.about(l, tracefeed.Event{Kind: tracefeed.Wake, Other: p.lanes[from].id})
	}
	if p.from[r.Value] = l.thread; r.Code&FlowLast != 0 {
		delete(p.from, r.Value)
	}
}

// spawn begins a thread.
func (p *player) spawn(l *lane, by tracefeed.ThreadID) {
	p.out.about(l, tracefeed.Event{Kind: tracefeed.ThreadStart, Other: by})
	l.ended, l.shown = false, shown{state: tracefeed.Running}
	if p.hasSched() {
		l.shown.state = tracefeed.Runnable
	}
}

// exit ends a thread.
func (o *output) exit(l *lane) {
	if !l.ended && l.id != tracefeed.NoThread {
		o.about(l, tracefeed.Event{Kind: tracefeed.ThreadEnd})
		l.ended, l.calls, l.regions, l.moreRegions = true, nil, nil, 0
	}
}

// lose makes the state of a thread, or of all, unknown.
func (p *player) lose(l *lane, number int64) {
	p.out.emit(tracefeed.Event{Kind: tracefeed.Lost, Thread: l.id, Value: number})
	lost := p.lanes
	if l.thread != 0 {
		lost = p.lanes[l.thread : l.thread+1]
	} else {
		clear(p.current)
	}
	for i := range lost {
		if !lost[i].ended {
			lost[i].calls, lost[i].regions, lost[i].moreRegions, lost[i].shown = nil, nil, 0, shown{}
		}
	}
}

package report

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"tiv/execution"
	"tiv/handler"
	"tiv/interaction"
	"tiv/interaction/detect/place"
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// Description is the state of one thread at a moment.
type Description struct {
	Thread tracefeed.ThreadID
	Moment tracefeed.Time
	State  tracefeed.State
	cause  tracefeed.Cause
	// Since and Until are the begin and end of the state; ToEnd says that it
	// lasts to the end of the trace.
	Since, Until tracefeed.Time
	toEnd        bool
	// final says that the trace is complete: a state to its end lasts for good.
	final bool
	// shared marks a wait to become a reader, forever a wait that can't end.
	shared, forever bool
	// Monitor is the monitor that the thread waits for, if the source names it.
	Monitor tracefeed.MonitorID
	// Blockers are the threads it waits for; none if they are unknown. For a
	// suspended thread they are the threads that later wake it.
	Blockers []tracefeed.ThreadID
	// Evidence is the evidence for Blockers.
	Evidence interaction.Evidence
	// Stack is the thread's stack, the innermost call first; empty if the source
	// does not have it.
	Stack []tracefeed.Frame
	// StackNote says how stack is known, if it is not the stack at the start of a
	// wait: "sampled 3 ms before".
	StackNote string
	// Waiters are the waits for this thread, the longest first.
	Waiters []interaction.Wait
	// Holds are the monitors that the thread holds, the one acquired last first.
	Holds []Hold
}

// Hold is a monitor that a thread holds.
type Hold struct {
	timeline.ThreadHold
	// stack is the stack of the acquisition, the innermost call first.
	stack []tracefeed.Frame
	// Waiters is the number of threads that wait for the monitor.
	Waiters int
}

// Describe returns the state of a thread at a moment. The thread must be one of
// tl's.
func Describe(tl *timeline.Timeline, thread tracefeed.ThreadID, moment tracefeed.Time) Description {
	d := Span(tl, thread, moment)
	if len(d.Stack) == 0 {
		d.Stack, d.StackNote = runs(tl, thread, max(0, moment))
	}
	queues := map[tracefeed.MonitorID]int{}
	for _, w := range interaction.At(tl, moment) {
		if queues[w.Monitor]++; slices.Contains(w.Blockers, thread) {
			d.Waiters = append(d.Waiters, w)
		}
	}
	for _, h := range tl.Lane(thread).Held(max(0, moment)) {
		hold := NewHold(tl, h)
		hold.Waiters = queues[h.Monitor]
		d.Holds = append(d.Holds, hold)
	}
	slices.SortStableFunc(d.Waiters, func(a, b interaction.Wait) int { return int(a.Since - b.Since) })
	return d
}

// NewHold returns a hold with its stack, without waiters.
func NewHold(tl *timeline.Timeline, h timeline.ThreadHold) Hold {
	return Hold{ThreadHold: h, stack: frames(tl, h.Stack)}
}

// runs returns the code that a thread runs at a moment, the innermost call first, and
// how that is known. Calls and regions have no places.
func runs(tl *timeline.Timeline, thread tracefeed.ThreadID, moment tracefeed.Time) (stack []tracefeed.Frame, note string) {
	code := execution.At(context.Background(), tl, thread, moment)
	names, note := code.Calls, "open calls"
	if len(code.Regions) > 0 {
		names, note = code.Regions, "open regions"
	}
	for _, n := range names {
		stack = append(stack, tracefeed.Frame{Func: tl.Names[n]})
	}
	switch s := code.Sample; {
	case s == nil && len(stack) == 0:
		return nil, ""
	case s == nil:
		return stack, note
	case s.Time < moment:
		note = fmt.Sprintf("sampled %v before", moment-s.Time)
	case s.Time > moment:
		note = fmt.Sprintf("sampled %v later", s.Time-moment)
	default:
		note = "sampled at this moment"
	}
	return frames(tl, code.Sample.Stack), note
}

// Span is Describe without the threads that wait, the monitors held, and the code of
// threads that do not wait: its cost does not grow with the number of threads.
func Span(tl *timeline.Timeline, thread tracefeed.ThreadID, moment tracefeed.Time) Description {
	lane := tl.Lane(thread)
	s, end := lane.At(max(0, moment))
	d := Description{Thread: thread, Moment: moment, State: s.State, cause: s.Cause, Since: s.Start,
		shared: s.Shared && s.State == tracefeed.Blocking, forever: s.Forever, Monitor: s.Monitor,
		Stack: frames(tl, s.Stack), final: tl.Complete}
	d.Until, d.toEnd = interaction.WaitEnd(lane, s, end, tl.End)
	if w, ok := interaction.WaitAt(tl, thread, moment); ok {
		d.Since, d.Blockers, d.Evidence = w.Since, w.Blockers, w.Evidence
	} else if s.Signalled() {
		d.Blockers, d.Evidence = []tracefeed.ThreadID{s.Other}, interaction.SignalEvidence(&s)
	}
	return d
}

func frames(tl *timeline.Timeline, stack tracefeed.StackID) []tracefeed.Frame {
	var out []tracefeed.Frame
	for _, f := range tl.Stacks[stack] {
		if !gotrace.Overlay(tl.Frames[f]) {
			out = append(out, tl.Frames[f])
		}
	}
	return out
}

// Place returns the innermost call that is the program's own, because those of
// the runtime and of locks are uninformative. ok is false for an empty stack.
func Place(stack []tracefeed.Frame) (f tracefeed.Frame, ok bool) {
	if len(stack) == 0 {
		return f, false
	}
	return stack[place.UserFrame(stack)], true
}

// Doing returns the state in a few words: "blocking at M", "suspended (sleep)", "ended at
// 2 s".
func (d *Description) Doing(locks *lockname.Names) string {
	switch {
	case d.State != tracefeed.NotAlive:
	case d.Since > 0:
		return fmt.Sprintf("ended at %v", d.Since)
	case !d.toEnd:
		return fmt.Sprintf("starts at %v", d.Until)
	}
	var b strings.Builder
	b.WriteString(d.State.Word())
	if d.cause != tracefeed.NoCause {
		fmt.Fprintf(&b, " (%v)", d.cause)
	}
	if d.Monitor != tracefeed.NoMonitor {
		b.WriteString(" at " + locks.Full(d.Monitor))
	}
	if d.shared {
		b.WriteString(", to read")
	}
	if d.forever {
		b.WriteString(", which never ends")
	}
	return b.String()
}

// Idle says for the next item of which loop a thread waits at a moment; "" if it is not known to
// be idle.
func Idle(tl *timeline.Timeline, idle *handler.IdleTime, thread tracefeed.ThreadID, moment tracefeed.Time) string {
	if idle == nil {
		return ""
	}
	s := tl.Lane(thread).Since(max(0, moment))
	if loop := idle.Loop(s.State, s.Stack); loop != "" {
		return "idle: waits for the next item in " + loop
	}
	return ""
}

// Lasting returns the duration in words: "12 ms so far, 40 ms in total".
func (d *Description) Lasting() string {
	all := d.Until - d.Since
	switch {
	case d.State == tracefeed.NotAlive && d.Since > 0:
		return fmt.Sprintf("%v ago", d.Moment-d.Since)
	case d.State == tracefeed.NotAlive && !d.toEnd:
		return fmt.Sprintf("in %v", d.Until-d.Moment)
	case !d.toEnd:
		return fmt.Sprintf("%v so far, %v in total", d.Moment-d.Since, all)
	case d.State == tracefeed.NotAlive:
		return fmt.Sprintf("for %v", all)
	case d.State == tracefeed.Blocking && d.final:
		return fmt.Sprintf("%v so far; never got it%s", d.Moment-d.Since, d.inAll())
	case d.State == tracefeed.Blocking, d.State == tracefeed.Suspended, d.State == tracefeed.IO:
		return fmt.Sprintf("%v so far; still waiting at the end%s", d.Moment-d.Since, d.inAll())
	}
	return fmt.Sprintf("%v so far; to the end%s", d.Moment-d.Since, d.inAll())
}

// inAll returns the duration up to the end of the trace, unless the moment is there.
func (d *Description) inAll() string {
	if d.Moment >= d.Until {
		return ""
	}
	return fmt.Sprintf(" (%v)", d.Until-d.Since)
}

// Now returns the state, its start and the place in the code in a line.
func (d *Description) Now(locks *lockname.Names) string {
	if d.State == tracefeed.NotAlive {
		return d.Doing(locks)
	}
	return fmt.Sprintf("%s since %v%s", d.Doing(locks), d.Since, inPlace(d.Stack))
}

// Lasting returns the start of a hold, the duration up to a moment, and the place in the
// code: "since 12 ms (30 ms), taken in main.move (main.go:35)".
func (h Hold) Lasting(moment tracefeed.Time) string {
	if h.Earlier {
		return fmt.Sprintf("since %v or earlier", h.Since)
	}
	s := fmt.Sprintf("since %v (%v)", h.Since, moment-h.Since)
	if place := inPlace(h.stack); place != "" {
		s += ", taken" + place
	}
	return s
}

// inPlace returns the innermost place of a stack in the program's own code as a phrase
// with a leading space; "" if there is none.
func inPlace(stack []tracefeed.Frame) string {
	f, ok := Place(stack)
	switch {
	case !ok:
		return ""
	case f.File == "":
		return " in " + f.Func
	}
	return fmt.Sprintf(" in %s (%s:%d)", f.Func, path.Base(f.File), f.Line)
}

package task

import (
	"tiv/tracefeed"
)

// paper is the rules of figures 3 and 4 of the paper on event-based performance analysis
// (Reiss, 2003), with what they leave out: a task that is continued, or used again, is that
// of the thread; and the object of the call with which a task begins carries it on if the
// definition allows that. A thread works for one task at a time.
type paper struct{ *tracker }

func (p paper) enter(t *thread, ev *tracefeed.Event) {
	d := p.matches.Of(int(ev.Name))
	if task := t.task(); task != none {
		if p.marks && d >= 0 && p.list[d].MarkObject { // CheckForMarks
			p.carry(p.object(d, ev), task, ev.Name)
		}
		return
	}
	if d >= 0 { // CheckForNewEvent
		p.restart(t, ev, d)
	} else if task := p.continued(ev); task != none {
		p.claim(t, claim{task: task, by: byCall, depth: len(t.frames) - 1}, ev.Time)
	}
}

func (p paper) other(*thread, *tracefeed.Event) {}
func (p paper) released(int32, tracefeed.Time)  {}

// restart makes a thread work for a new task, or for that of the object of a call.
func (k *tracker) restart(t *thread, ev *tracefeed.Event, d int) {
	object, task := k.object(d, ev), none
	if k.list[d].AllowReuse {
		task = k.carried(object)
	}
	if task == none {
		task = k.begin(entry{parent: t.task(), Task: Task{Definition: d, Type: k.list[d].Name, Object: object,
			Start: ev.Time, End: ev.Time, Begun: true}})
		if k.list[d].AllowReuse {
			k.carry(object, task, ev.Name)
		}
	}
	k.claim(t, claim{task: task, by: byCall, depth: len(t.frames) - 1}, ev.Time)
}

// continued returns the task that a call on an object, of a routine without a definition,
// goes on with, or none.
func (k *tracker) continued(ev *tracefeed.Event) int32 {
	if task := k.carried(ev.Object); task != none && k.goesOn(task, ev.Name, false) {
		return task
	}
	if task := k.carried(ev.Value); task != none && k.goesOn(task, ev.Name, true) {
		return task
	}
	return none
}

// goesOn reports whether a routine goes on with a task, on its receiver or its first argument.
func (k *tracker) goesOn(task int32, routine tracefeed.NameID, argument bool) bool {
	d := k.tasks[task].Definition
	if d < 0 {
		return !argument
	}
	if k.matches.Continues(d, int(routine)) {
		return k.list[d].Argument || !argument
	}
	return !k.list[d].NoAuto && !argument
}

// object returns the object of a call of a routine with a definition.
func (k *tracker) object(d int, ev *tracefeed.Event) int64 {
	if k.list[d].Argument {
		return ev.Value
	}
	return ev.Object
}

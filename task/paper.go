package task

import (
	"tiv/task/definition"
	"tiv/tracefeed"
)

// paper is the rules of figures 3 and 4 of the paper on event-based performance analysis
// (Reiss, 2003), with what they leave out: a task that is continued, or used again, is that
// of the thread; and the object of the call with which a task begins carries it on if the
// definition allows that. A thread works for one task at a time.
type paper struct{ k *tracker }

func (p paper) enter(t *thread, ev *tracefeed.Event) {
	d := p.k.matches.Of(int(ev.Name))
	if task := t.task(); task != none {
		if p.k.marks && d >= 0 && p.k.list[d].MarkObject { // CheckForMarks
			p.k.carry(t, objectOf(&p.k.list[d], ev), task, ev.Name)
		}
		return
	}
	if d >= 0 { // CheckForNewEvent
		p.k.restart(t, ev, d)
	} else if task, from := p.k.continued(ev); task != none {
		p.k.claim(t, claim{task: task, by: byCall, depth: len(t.frames) - 1, from: from}, ev.Time)
	}
}

func (p paper) other(*thread, *tracefeed.Event) {}
func (p paper) released(int32, tracefeed.Time)  {}
func (p paper) leave(*thread, tracefeed.Time)   {}
func (p paper) clone(k *tracker) rules          { return paper{k} }

// restart makes a thread work for a new task, or for that of the object of a call.
func (k *tracker) restart(t *thread, ev *tracefeed.Event, d int) {
	object, task, from := objectOf(&k.list[d], ev), none, tracefeed.NoThread
	if k.list[d].AllowReuse {
		task, from = k.carried(object)
	}
	if task == none {
		task = k.begin(entry{parent: t.task(), Task: Task{Definition: d, Type: k.list[d].Name, Object: object,
			Start: ev.Time, End: ev.Time, Begun: true}})
		if k.list[d].AllowReuse {
			k.carry(t, object, task, ev.Name)
		}
	}
	k.claim(t, claim{task: task, by: byCall, depth: len(t.frames) - 1, from: from}, ev.Time)
}

// continued returns the task that a call on an object, of a routine without a definition,
// goes on with, or none, and the thread that made the object carry it on.
func (k *tracker) continued(ev *tracefeed.Event) (task int32, from tracefeed.ThreadID) {
	if task, from := k.carried(ev.Object); task != none && k.goesOn(task, ev.Name, false) {
		return task, from
	}
	if task, from := k.carried(ev.Value); task != none && k.goesOn(task, ev.Name, true) {
		return task, from
	}
	return none, tracefeed.NoThread
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

// objectOf returns the object of a call of a routine with a definition.
func objectOf(d *definition.Definition, ev *tracefeed.Event) int64 {
	if d.Argument {
		return ev.Value
	}
	return ev.Object
}

package task

import (
	"slices"

	"tiv/tracefeed"
)

// full is rules that know more than those of the paper: tasks nest, the trace's own tasks
// count, and tasks are handed over by wake-ups and by creating threads. What is observed wins
// over what is inferred, and a hand-over over a creation.
type full struct {
	k *tracker
	// named has the index of the latest task of each number that the trace gives.
	named map[int64]int32
	// channels have the threads at channels, by the monitors that stand for these.
	channels map[tracefeed.MonitorID]*receivers
}

func (f full) enter(t *thread, ev *tracefeed.Event) {
	t.gathered.work()
	d := f.k.matches.Of(int(ev.Name))
	switch task := t.task(); {
	case d >= 0 && f.k.list[d].MarkObject && task != none:
		f.k.carry(t, objectOf(&f.k.list[d], ev), task, ev.Name)
	case d >= 0:
		// A routine that calls one of its kind passes the task on. A task that the thread has
		// only by inference does not count: what begins here is another.
		if name := f.k.list[d].Name; !t.has(func(c *claim) bool { return c.by == byCall && f.kind(c.task) == name }) {
			f.leaveAnswer(t, name, ev.Time)
			f.restart(t, ev, d)
			if f.k.list[d].MarkObject { // what it was marked for before is over
				f.k.carry(t, objectOf(&f.k.list[d], ev), t.task(), ev.Name)
			}
		}
	case !t.has(func(c *claim) bool { return c.by.holds() }):
		if task, from := f.k.continued(ev); task != none {
			f.k.claim(t, claim{task: task, by: byCall, depth: len(t.frames) - 1, from: from}, ev.Time)
		}
	}
}

func (f full) other(t *thread, ev *tracefeed.Event) {
	if t != nil {
		t.noteWork(f.k, ev)
	}
	switch ev.Kind {
	case tracefeed.TaskStart, tracefeed.TaskEnd, tracefeed.RegionStart, tracefeed.RegionEnd:
		f.own(t, ev)
		return
	case tracefeed.TaskLink:
		f.link(ev)
		return
	case tracefeed.Put:
		f.put(t, ev)
		return
	case tracefeed.Lost:
		f.k.forgetQueues()
		return
	}
	if t == nil {
		return
	}
	switch ev.Kind {
	case tracefeed.ThreadStart:
		// A thread that begins late was started for what its creator worked for then.
		if by := f.k.threads[ev.Other]; by != nil && by.task() != none && by.begun <= ev.Time-tracefeed.Time(ev.Value) &&
			!f.k.tl.Threads[t.id].System && f.k.births.inherits(t.id) {
			f.k.claim(t, claim{task: by.task(), by: byCreator, from: ev.Other}, ev.Time)
		}
	case tracefeed.IOStart:
		if s := f.stream(ev); s != nil {
			f.await(t, s, ev.Time)
		}
	case tracefeed.SuspendStart:
		f.waits(t, ev)
	case tracefeed.Wake:
		f.handOver(t, ev)
	case tracefeed.Take:
		f.take(t, ev)
	case tracefeed.TaskType:
		f.setType(t, ev)
	}
}

// restart makes a thread work for a task by a call with a definition. If it has another one of that
// kind by inference, the new one is no part of that, but goes on with it: a retry, or what a loop
// that the other one has woken does next. One by the bytes of a connection, from another process,
// has asked for the new one.
func (f full) restart(t *thread, ev *tracefeed.Event, d int) {
	before, asked := len(f.k.tasks), t.top() != nil && t.top().stream != nil
	f.k.restart(t, ev, d)
	if len(f.k.tasks) == before || asked {
		return
	}
	e := f.k.tasks[before]
	for p := e.parent; p != none; p = f.k.tasks[p].parent {
		if f.kind(p) == f.k.list[d].Name {
			e.parent, e.links = none, []int32{p}
			return
		}
	}
}

// link notes that a task of the trace has to do with another one.
func (f full) link(ev *tracefeed.Event) {
	if task, ok := f.named[ev.Object]; ok && ev.Value != ev.Object && ev.Value != 0 {
		if e := f.k.tasks[task]; !slices.Contains(e.Links, ev.Value) && len(e.Links) < mostLinks {
			e.Links = append(e.Links, ev.Value)
		}
	}
}

// mostLinks is the largest number of links of a task.
const mostLinks = 1024

// kind returns the name by which tasks of one kind are not nested: that of the definition, even
// if the trace gives the task a type of its own.
func (f full) kind(task int32) string {
	if d := f.k.tasks[task].Definition; d >= 0 {
		return f.k.list[d].Name
	}
	return f.k.tasks[task].Type
}

// setType gives the task of the thread's innermost open call on an object another type, if a
// definition has begun it.
func (f full) setType(t *thread, ev *tracefeed.Event) {
	for i := len(t.current) - 1; i >= 0; i-- {
		c := &t.current[i]
		if c.by != byCall || t.calls.Calls[c.depth].Object != ev.Object {
			continue
		}
		if e := f.k.tasks[c.task]; e.Definition >= 0 && ev.Name != tracefeed.NoName {
			e.Type = f.k.tl.Names[ev.Name]
		}
		return
	}
}

// released ends what threads inherited from a task, if it is over: the trace says so, or nothing
// else works for it any more.
func (f full) released(task int32, now tracefeed.Time) {
	if !f.over(task) {
		return
	}
	heirs := f.k.tasks[task].heirs
	f.k.tasks[task].heirs = nil
	for _, id := range heirs {
		t := f.k.threads[id]
		f.k.settle(t, now)
		f.k.release(t, now, func(c *claim) bool { return c.by.inherits() && c.task == task })
	}
}

// over reports whether a task is over: the trace says so, or nothing else than heirs works for it.
func (f full) over(task int32) bool {
	e := f.k.tasks[task]
	if e.Definition >= 0 || e.isBatch() {
		return e.claims == 0
	}
	return e.Ended
}

// own follows a task that the trace names.
func (f full) own(t *thread, ev *tracefeed.Event) {
	if region := ev.Kind == tracefeed.RegionStart || ev.Kind == tracefeed.RegionEnd; region && ev.Object == 0 {
		return
	}
	task := f.numbered(t, ev)
	e := f.k.tasks[task]
	if e.Definition >= 0 { // the call begins and ends it
		if ev.Kind == tracefeed.TaskEnd {
			delete(f.named, ev.Object)
		}
		if ev.Kind == tracefeed.TaskStart || ev.Kind == tracefeed.TaskEnd {
			return
		}
	}
	if t != nil {
		e.work(t.id)
	}
	switch ev.Kind {
	case tracefeed.TaskStart:
		if e.start(ev, f.k.tl.Names[ev.Name]) && t != nil {
			f.began(t, task, ev)
		}
	case tracefeed.TaskEnd:
		e.Ended, e.End, e.EndedBy = true, ev.Time, ev.Thread
		f.released(task, ev.Time)
	case tracefeed.RegionStart:
		if t != nil {
			f.k.claim(t, claim{task: task, by: byRegion, name: ev.Name}, ev.Time)
		}
	case tracefeed.RegionEnd:
		if t != nil {
			f.endRegion(t, ev, task)
		}
	}
}

// start begins a task that the trace names. It returns false if the event only says more of one
// that it has.
func (e *entry) start(ev *tracefeed.Event, name string) bool {
	if !e.Begun || ev.Shared {
		e.Type, e.Parent = name, ev.Value
	}
	if e.Begun || e.cut && ev.Shared {
		return false
	}
	e.Begun, e.cut, e.Start = !ev.Shared, ev.Shared, ev.Time
	return true
}

// numbered returns the task with the number of an event, which begins it if there is none. A task that
// begins in a call, and is of no other one, is that of the call or a part of it.
func (f full) numbered(t *thread, ev *tracefeed.Event) int32 {
	task, ok := f.named[ev.Object]
	around := none
	if ev.Kind == tracefeed.TaskStart {
		ok = ok && f.k.tasks[task].Definition < 0 && !f.k.tasks[task].Ended
		around = f.called(t)
	}
	switch {
	case ok:
		return task
	case around != none && f.k.tasks[around].isNamed(f.k.tl.Names[ev.Name], ev.Object):
		task, f.k.tasks[around].Number = around, ev.Object
	default:
		if ev.Value != 0 { // the trace names the task around it
			around = none
		}
		task = f.k.begin(entry{parent: around, Task: Task{Number: ev.Object, Definition: -1}})
	}
	f.named[ev.Object] = task
	return task
}

// called returns the task of a definition for which a thread works by its innermost call, or none.
func (f full) called(t *thread) int32 {
	if t == nil {
		return none
	}
	for i := len(t.current) - 1; i >= 0; i-- {
		if c := &t.current[i]; c.by == byCall {
			if f.k.tasks[c.task].Definition < 0 {
				return none
			}
			return c.task
		}
	}
	return none
}

// isNamed reports whether a task that the trace names is that of the call in which it begins: it has
// the same type, as the span that a library makes of a request has.
func (e *entry) isNamed(name string, number int64) bool {
	return number != 0 && e.Number == 0 && e.Type == name
}

// began makes a thread work for a task that it has begun, until the task ends. If it begins
// another meanwhile that is no part of the first, nothing says for which of them it works.
func (f full) began(t *thread, task int32, ev *tracefeed.Event) {
	if t.has(func(c *claim) bool { return c.by == bySelf && f.k.tasks[c.task].Number != ev.Value }) {
		t.mixes = true
		f.k.doubts.Conflicts++
		f.k.release(t, ev.Time, func(c *claim) bool { return c.by == bySelf })
	}
	if !t.mixes {
		f.k.claim(t, claim{task: task, by: bySelf}, ev.Time)
	}
}

// endRegion ends the claim of a region: the last with its name and task, or that which the
// event says.
func (f full) endRegion(t *thread, ev *tracefeed.Event, task int32) {
	later := ev.Value
	for i := len(t.current) - 1; i >= 0; i-- {
		if c := &t.current[i]; c.by == byRegion && c.name == ev.Name && c.task == task {
			if later--; later < 0 {
				ends := c
				f.k.release(t, ev.Time, func(c *claim) bool { return c == ends })
				return
			}
		}
	}
}

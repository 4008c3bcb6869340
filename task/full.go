package task

import "tiv/tracefeed"

// full is rules that know more than those of the paper: tasks nest, the trace's own tasks
// count, and tasks are handed over by wake-ups and by creating threads. What is observed wins
// over what is inferred, and a hand-over over a creation.
type full struct {
	k *tracker
	// named has the index of the latest task of each number that the trace gives.
	named map[int64]int32
}

func (f full) enter(t *thread, ev *tracefeed.Event) {
	d := f.k.matches.Of(int(ev.Name))
	switch task := t.task(); {
	case d >= 0 && f.k.list[d].MarkObject && task != none:
		f.k.carry(f.k.object(d, ev), task, ev.Name)
	case d >= 0:
		// A routine that calls one of its kind passes the task on. A task that the thread has
		// only by inference does not count: what begins here is another, and part of it.
		if name := f.k.list[d].Name; !t.has(func(c *claim) bool { return c.by == byCall && f.k.tasks[c.task].Type == name }) {
			f.k.restart(t, ev, d)
		}
	case !t.has(func(c *claim) bool { return c.by.holds() }):
		if task := f.k.continued(ev); task != none {
			f.k.claim(t, claim{task: task, by: byCall, depth: len(t.frames) - 1}, ev.Time)
		}
	}
}

func (f full) other(t *thread, ev *tracefeed.Event) {
	switch ev.Kind {
	case tracefeed.TaskStart, tracefeed.TaskEnd, tracefeed.RegionStart, tracefeed.RegionEnd:
		f.own(t, ev)
		return
	}
	if t == nil {
		return
	}
	switch ev.Kind {
	case tracefeed.ThreadStart:
		if task := f.taskOf(ev.Other); task != none && !f.k.tl.Threads[t.id].System {
			f.k.claim(t, claim{task: task, by: byCreator}, ev.Time)
		}
	case tracefeed.SuspendStart:
		t.wait = at(ev)
		f.k.release(t, ev.Time, func(c *claim) bool { return c.by == byWaker && c.at == t.wait })
		t.waits = f.k.direction(ev)
	case tracefeed.Wake:
		f.handOver(t, ev)
	}
}

// taskOf returns the task that a thread works for, or none.
func (f full) taskOf(id tracefeed.ThreadID) int32 {
	if id == tracefeed.NoThread || f.k.threads[id] == nil {
		return none
	}
	return f.k.threads[id].task()
}

// handOver makes a woken thread work for the task of the one that woke it, if it waited where
// work is handed over. A thread that has a task by observation keeps it; so does one that was
// handed another elsewhere, and waits within that. Threads of the runtime work for nobody.
//
// A thread that wakes one which waits to send has received something, so it is done with what it
// was handed before. Whose the new work is, nothing says: a full queue gives what was put there
// first.
func (f full) handOver(t *thread, ev *tracefeed.Event) {
	if t.state == tracefeed.Suspended && t.waits == sending && ev.Other != tracefeed.NoThread && f.k.threads[ev.Other] != nil {
		by := f.k.threads[ev.Other]
		f.k.settle(by, ev.Time)
		f.k.release(by, ev.Time, func(c *claim) bool { return c.by == byWaker })
		return
	}
	task := f.taskOf(ev.Other)
	if task == none || f.k.tl.Threads[t.id].System || t.state != tracefeed.Suspended || t.waits != receiving ||
		t.has(func(c *claim) bool { return c.by.holds() || c.task == task }) {
		return
	}
	if t.has(func(c *claim) bool { return c.by == byWaker }) {
		f.k.doubts.Conflicts++
		return
	}
	f.k.release(t, ev.Time, func(c *claim) bool { return c.by.inherits() })
	f.k.claim(t, claim{task: task, by: byWaker, at: t.wait}, ev.Time)
}

// released ends what threads inherited from a task, if it is over: the trace says so, or nothing
// else works for it any more.
func (f full) released(task int32, now tracefeed.Time) {
	e := &f.k.tasks[task]
	if over := e.Definition < 0 && e.Ended || e.Definition >= 0 && e.claims == 0; !over {
		return
	}
	heirs := e.heirs
	e.heirs = nil
	for _, id := range heirs {
		t := f.k.threads[id]
		f.k.settle(t, now)
		f.k.release(t, now, func(c *claim) bool { return c.by.inherits() && c.task == task })
	}
}

// own follows a task that the trace names.
func (f full) own(t *thread, ev *tracefeed.Event) {
	if region := ev.Kind == tracefeed.RegionStart || ev.Kind == tracefeed.RegionEnd; region && ev.Object == 0 {
		return
	}
	task, ok := f.named[ev.Object]
	if !ok || ev.Kind == tracefeed.TaskStart && f.k.tasks[task].Ended {
		task = f.k.begin(entry{parent: none, Task: Task{Number: ev.Object, Definition: -1}})
		f.named[ev.Object] = task
	}
	e := &f.k.tasks[task]
	if t != nil {
		e.work(t.id)
	}
	switch ev.Kind {
	case tracefeed.TaskStart:
		if !e.Begun {
			e.Begun, e.Start, e.Type, e.Parent = true, ev.Time, f.k.tl.Names[ev.Name], ev.Value
			if t != nil {
				f.began(t, task, ev)
			}
		}
	case tracefeed.TaskEnd:
		e.Ended, e.End = true, ev.Time
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

package task

import (
	"slices"

	"tiv/tracefeed"
)

const (
	// leastWork is how long a thread runs at least that works on an item: to pass it to another
	// thread costs about as much, so hardly a program passes on less work.
	leastWork = 10 * tracefeed.Microsecond
	// oneIn is the part of the items of a queue on which a thread works at least if it works on
	// them one by one.
	oneIn = 32
	// batchType is the type of batches.
	batchType = "batch"
)

// gathered is what a thread has taken out of a queue and has not worked on yet.
type gathered struct {
	queue queueID // of the last item
	tasks []int32 // of the items, each once: none for nobody, or if nothing says what is here
	items int
	// ran is how long the thread has run since it took the last item; since then it has slept, or had
	// to do with locks.
	ran           tracefeed.Time
	slept, locked bool
	// kept is the number of items on which the thread has not worked before it waited for the
	// next, worked that of times that it has worked on what it had taken.
	kept, worked int
}

// hasOnly reports whether it has items of one task only.
func (g *gathered) hasOnly(task int32) bool { return len(g.tasks) == 1 && g.tasks[0] == task }

// add adds an item of a task, or of none.
func (g *gathered) add(task int32) {
	g.items, g.ran, g.slept, g.locked = g.items+1, 0, false, false
	if len(g.tasks) <= mostLinks && !slices.Contains(g.tasks, task) {
		g.tasks = append(g.tasks, task)
	}
}

// work empties it, because the thread works on what it has taken.
func (g *gathered) work() {
	if len(g.tasks) > 0 {
		g.worked++
		g.clear()
	}
}

// wait empties it, because the thread waits for the next item. It returns false if the thread has not
// worked on these.
func (g *gathered) wait() (worked bool) {
	if g.ran >= leastWork || g.slept {
		g.work()
		return true
	}
	g.kept += g.items
	g.clear()
	return false
}

func (g *gathered) clear() { g.tasks, g.items = g.tasks[:0], 0 }

// keeps reports whether the thread takes items to keep them until there are enough, or until it is
// time: what it works for then nothing says.
func (g *gathered) keeps() bool { return g.kept >= oneIn*(g.worked+1) }

// isBatch reports whether the task is a batch: work for several tasks of which a thread took items
// one after the other.
func (e *entry) isBatch() bool { return e.Definition < 0 && len(e.links) > 0 }

// unclaim notes that a claim of a thread, which is not inherited, has ended. The last one ends a batch.
func (e *entry) unclaim(id tracefeed.ThreadID, now tracefeed.Time) {
	if e.claims--; e.claims == 0 && e.isBatch() {
		e.End, e.Ended, e.EndedBy = now, true, id
	}
}

// gather notes that a thread takes an item of a task, or of none, and returns the task for which it
// works from now on: that of the item, a batch of the tasks of all that it has gathered, or
// none if those are not known.
func (t *thread) gather(k *tracker, id queueID, task int32, now tracefeed.Time) int32 {
	g := &t.gathered
	switch {
	case !t.sameSource(g.queue, id):
		*g = gathered{tasks: g.tasks[:0]}
	case len(g.tasks) == 0, g.hasOnly(task):
	case g.ran >= leastWork && g.locked, !k.takers.gathers(t.id):
		g.work()
	case g.ran >= leastWork: // it has worked, or the system has stopped it
		g.tasks, g.items = append(g.tasks[:0], none), 0
	}
	before := len(g.tasks)
	g.queue = id
	g.add(task)
	switch {
	case g.keeps() && k.takers.gathers(t.id), len(g.tasks) > mostLinks:
		return none
	case len(g.tasks) == 1:
		return task
	case slices.Contains(g.tasks, none):
		return none
	}
	batch, more := t.task(), []int32{task}
	if before < 2 || batch == none || !k.tasks[batch].isBatch() {
		batch = k.begin(entry{parent: none, Task: Task{Definition: -1, Type: batchType, Start: now, End: now, Begun: true}})
		more = g.tasks
	}
	for _, of := range more {
		k.tasks[batch].include(of, k.tasks[of])
	}
	return batch
}

// include links a batch to a task, or to those of another batch.
func (e *entry) include(task int32, with *entry) {
	of := []int32{task}
	if with.isBatch() {
		of = with.links
	}
	for _, task := range of {
		if !slices.Contains(e.links, task) && len(e.links) < mostLinks {
			e.links = append(e.links, task)
		}
	}
}

// putAside notes that a thread waits for the next item of a queue. A batch on which it has not worked
// is none.
func (t *thread) putAside(k *tracker, id queueID) {
	if !t.sameSource(t.gathered.queue, id) {
		t.gathered.work()
		return
	}
	batch := len(t.gathered.tasks) > 1
	if task := t.task(); !t.gathered.wait() && batch && task != none && k.tasks[task].isBatch() {
		k.tasks[task].Begun = false
	}
}

// noteWork notes that the thread works on what it has taken, if an event shows that. To sleep, to wait for
// the collector, a processor or a lock, and marks that are of no task, do not.
func (t *thread) noteWork(k *tracker, ev *tracefeed.Event) {
	switch ev.Kind {
	case tracefeed.ThreadStart, tracefeed.Wake: // another one has given the thread something
		given := ev.Kind == tracefeed.ThreadStart || t.state == tracefeed.Suspended && t.waits != sending
		if by := k.threads[ev.Other]; by != nil && given {
			by.gathered.work()
		}
		return
	case tracefeed.Take, tracefeed.Ready, tracefeed.Run, tracefeed.SuspendEnd, tracefeed.Sample:
		return
	case tracefeed.SuspendStart:
		if ev.Cause == tracefeed.CauseSleep {
			t.gathered.slept = true
			return
		} else if ev.Cause == tracefeed.CauseCollector {
			return
		}
	case tracefeed.RegionStart, tracefeed.RegionEnd:
		if ev.Object == 0 {
			return
		}
	case tracefeed.MonitorWait, tracefeed.MonitorEnter, tracefeed.MonitorExit:
		t.gathered.locked = true
		return
	}
	t.gathered.work()
}

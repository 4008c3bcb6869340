package task

import (
	"slices"

	"tiv/tracefeed"
)

// receivers are the threads that have to do with the items of a channel. As long as a thread waits to
// receive from it, it is empty: whoever asks for the next item must wait, and is seen to.
type receivers struct {
	// waiting is the number of threads that wait to receive.
	waiting int
	// workers are the threads that work for a task that they were handed here.
	workers []tracefeed.ThreadID
}

// waits notes that a thread begins to wait.
func (f full) waits(t *thread, ev *tracefeed.Event) {
	f.leave(t, ev.Time)
	t.waits, t.channel = f.k.direction(ev), ev.Monitor
	if t.waits == idle {
		f.k.release(t, ev.Time, func(c *claim) bool { return !c.by.stays() })
	}
	if t.waits == receiving && ev.Cause == tracefeed.CauseChannel && ev.Monitor != tracefeed.NoMonitor {
		f.k.release(t, ev.Time, func(c *claim) bool { return c.by == byWaker && c.at == ev.Monitor })
		if t.among = f.channels[ev.Monitor]; t.among == nil {
			t.among = &receivers{}
			f.channels[ev.Monitor] = t.among
		}
		t.among.waiting++
	}
	t.pending = (t.waits == receiving || t.waits == taking) && t.doubtful()
}

// leave notes that a thread no longer waits to receive. If it was the last one, a worker can find
// an item without waiting, which nobody sees: then nothing says any more for whom the workers work.
func (f full) leave(t *thread, now tracefeed.Time) {
	q := t.among
	if t.among = nil; q == nil {
		return
	}
	if q.waiting--; q.waiting > 0 {
		return
	}
	workers := q.workers
	q.workers = nil
	for _, id := range workers {
		w := f.k.threads[id]
		f.k.settle(w, now)
		f.k.release(w, now, func(c *claim) bool { return c.by == byWaker && c.at == t.channel })
	}
}

// handOver makes a thread that has received an item work for the task of the one that sent it.
// Who closes a channel, or wakes all, gives nothing. A thread that has a task by observation
// keeps it. Who has another one for another reason, of
// its creator or from elsewhere, is claimed for two, and works for none; so does
// who takes something from where the trace does not show what. Threads of the runtime
// work for nobody.
func (f full) handOver(t *thread, ev *tracefeed.Event) {
	q, by := t.among, f.k.threads[ev.Other]
	f.leave(t, ev.Time)
	if t.state != tracefeed.Suspended || f.k.tl.Threads[t.id].System || by == nil {
		return
	}
	task, mine := by.task(), t.task()
	switch {
	case t.waits == sending && !ev.Shared:
		f.took(by, t, ev.Time)
	case t.waits == taking && t.doubtful(), t.waits == receiving && !ev.Shared && t.doubtful() && task != mine:
		f.tear(t, task, ev.Time)
	case t.waits == receiving && !ev.Shared && mine == none && task != none && q != nil && q.waiting > 0 &&
		(t.torn == none || f.over(t.torn)):
		t.torn = none
		if at, found := slices.BinarySearch(q.workers, t.id); !found {
			q.workers = slices.Insert(q.workers, at, t.id)
		}
		f.k.claim(t, claim{task: task, by: byWaker, at: t.channel, from: ev.Other}, ev.Time)
	}
}

// took notes that a thread has woken one that waited to send: so it has received something, and
// is done with what it was handed before. Whose the new work is, nothing says: a full queue gives
// what was put there first.
func (f full) took(t, sender *thread, now tracefeed.Time) {
	f.k.settle(t, now)
	f.k.release(t, now, func(c *claim) bool { return c.by == byWaker })
	if c := t.top(); c != nil && c.by == byCreator && c.task != sender.task() {
		f.tear(t, sender.task(), now)
	}
}

// tear ends what a thread works for by inference, because it has received something of another
// task, or of none, or who knows what: a worker that is born in a task has been handed the next
// one; but who works for a task can also wait for something shared, such as a token. Until the
// task of its creator is over, no wake-up decides between these two.
func (f full) tear(t *thread, task int32, now tracefeed.Time) {
	if task != none && task != t.task() {
		f.k.doubts.Conflicts++
	}
	for i := range t.current {
		if c := &t.current[i]; c.by == byCreator {
			t.torn = c.task
		}
	}
	f.k.release(t, now, func(c *claim) bool { return !c.by.stays() })
}

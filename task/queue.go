package task

import (
	"slices"

	"tiv/tracefeed"
)

// queueID says which queue an event is about: the one with a name in all processes, else that
// with a number.
type queueID struct {
	name   tracefeed.NameID
	number int64
}

func queueOf(ev *tracefeed.Event) queueID {
	if ev.Name != tracefeed.NoName {
		return queueID{name: ev.Name}
	}
	return queueID{number: ev.Object}
}

// queue returns a queue.
func (k *tracker) queue(id queueID) *queue {
	q := k.queues[id]
	if q == nil {
		q = &queue{}
		k.queues[id] = q
	}
	return q
}

// forgetQueues forgets what is in all queues, because items can be missing.
func (k *tracker) forgetQueues() {
	clear(k.queues)
	for _, s := range k.streams {
		s.forget()
	}
}

// queue is the items that were put for tasks into one queue and not yet taken.
type queue struct {
	// items are in order of their numbers, none of which is in two of them.
	items []items
	// put and taken are the numbers of the last items put and taken, 0 if they are not known.
	put, taken int64
	// shared is true if it holds what tasks share: a call of one has taken an item of another.
	shared bool
}

// items are those from one number to another that were put for a task.
type items struct {
	first, last int64
	task        int32
	by          tracefeed.ThreadID // the thread that put them
}

// add puts the items up to a number into the queue, for a task or none. Numbers that do not
// grow are those of a new queue in the place of the old one.
func (q *queue) add(last int64, task int32, by tracefeed.ThreadID) {
	first := last
	if q.put >= last {
		*q = queue{}
	} else if q.put > 0 {
		first = q.put + 1
	}
	q.put = last
	if task == none {
		return
	}
	if n := len(q.items); n > 0 && q.items[n-1].task == task && q.items[n-1].by == by && q.items[n-1].last+1 == first {
		q.items[n-1].last = last
		return
	}
	q.items = append(q.items, items{first, last, task, by})
}

// take takes the items up to a number out of the queue, and returns the task for which they were
// put, and the thread that put the last one. It returns none, and true, if that is not one task;
// items that are taken again are of none.
func (q *queue) take(last int64) (task int32, by tracefeed.ThreadID, mixed bool) {
	if last <= q.taken {
		return none, tracefeed.NoThread, false
	}
	first := last
	if q.taken > 0 {
		first = q.taken + 1
	}
	q.taken = last
	gone := 0
	for gone < len(q.items) && q.items[gone].last < first {
		gone++
	}
	q.items = q.items[gone:]
	task, next := none, first
	for i := 0; i < len(q.items) && q.items[i].first <= last; i++ {
		x := &q.items[i]
		if task != none && task != x.task || x.first > next {
			return none, tracefeed.NoThread, true
		}
		task, by, next = x.task, x.by, x.last+1
	}
	if task != none && next <= last {
		return none, tracefeed.NoThread, true
	}
	return task, by, false
}

// put notes for which task a thread, or none, puts items into a queue.
func (f full) put(t *thread, ev *tracefeed.Event) {
	if s := f.stream(ev); s != nil {
		f.putBytes(t, s, ev)
		return
	}
	if ev.Value <= 0 {
		return
	}
	task, by := none, tracefeed.NoThread
	if t != nil {
		task, by = t.task(), t.id
	}
	f.k.queue(queueOf(ev)).add(ev.Value, task, by)
}

// take makes a thread that takes items of a queue work for the task for which they were put,
// until it takes others from this queue, or finds none there. Items of no task, or of several,
// end what it was handed before. A task that the thread has by a call or a region, or has begun
// itself, it keeps.
func (f full) take(t *thread, ev *tracefeed.Event) {
	if s := f.stream(ev); s != nil {
		t.gathered.work()
		f.takeBytes(t, s, ev)
		return
	}
	id := queueOf(ev)
	if ev.Value <= 0 {
		t.putAside(f.k, id)
		if ev.Object == 0 {
			f.await(t, nil, ev.Time)
		} else {
			t.findsNone(id)
		}
		f.k.release(t, ev.Time, func(c *claim) bool { return c.by == byItem && c.queue == id })
		return
	}
	t.none = t.none[:0]
	f.k.takers.take(t, id, ev.Time)
	q := f.k.queue(id)
	task, by, mixed := q.take(ev.Value)
	if mixed {
		f.k.doubts.Conflicts++
	}
	if q.shared = q.shared || t.borrows(f.k.tasks, task); q.shared {
		t.gathered.work()
		return
	}
	if f.k.tl.Threads[t.id].System || t.has(func(c *claim) bool { return c.by.holds() || c.by == bySelf }) {
		return
	}
	if t.givenAgain(f.k, task, by, ev.Time) != nil {
		t.gather(f.k, id, task, ev.Time)
		return
	}
	if !f.gives(t, id, task, ev.Time) {
		t.gathered.work()
		return
	}
	item := claim{task: t.gather(f.k, id, task, ev.Time), by: byItem, queue: id, from: by}
	if item.task != task { // a batch has no one giver
		item.from = tracefeed.NoThread
	}
	f.hand(t, item, ev.Time)
}

// givenAgain returns the claim by which a thread works for the task of an item already, by another item, now from the
// thread that has put this one; nil if there is none.
func (t *thread) givenAgain(k *tracker, task int32, from tracefeed.ThreadID, now tracefeed.Time) *claim {
	c := t.top()
	if c == nil || c.by != byItem || c.task != task {
		return nil
	}
	if c.from != from {
		k.close(t, now)
		c.from, t.begun = from, now
	}
	return c
}

// hand gives a thread what it has taken in place of what it was handed before; the claim's task is
// none for items of nobody.
func (f full) hand(t *thread, item claim, now tracefeed.Time) {
	if c := t.givenAgain(f.k, item.task, item.from, now); c != nil {
		c.queue, c.stream = item.queue, item.stream
		return
	}
	f.k.release(t, now, func(c *claim) bool {
		return c.by == byWaker || c.by == byItem || c.by == byCreator && c.task != item.task
	})
	if item.task != none {
		f.k.claim(t, item, now)
	}
}

// mostPeers is the largest number of queues of a select that are known.
const mostPeers = 16

// findsNone notes that a thread finds no item in a queue. Queues in which it finds none, one
// after the other, are those of one select: it waits for an item of any of them.
func (t *thread) findsNone(id queueID) {
	if len(t.none) < mostPeers && !slices.Contains(t.none, id) {
		t.none = append(t.none, id)
	}
	if len(t.none) > 1 {
		t.peers = append(t.peers[:0], t.none...)
	}
}

// sameSource reports whether a thread takes its work from both of two queues.
func (t *thread) sameSource(a, b queueID) bool {
	return a == b || slices.Contains(t.peers, a) && slices.Contains(t.peers, b)
}

// gives reports whether an item that a thread takes says what it works for from now on. Who works
// for one task and takes an item of another from some channel is claimed for two: it has begun
// the next job, or has taken what requests share, such as a connection. Then it works for none
// until it takes an item where it took the one before, or until the task of its creator is over.
// Connections are no channels: what comes from them says for whom it is.
func (f full) gives(t *thread, id queueID, task int32, now tracefeed.Time) bool {
	c := t.top()
	switch channel := id.name == tracefeed.NoName; {
	case c != nil && channel && c.by == byItem && !t.sameSource(c.queue, id):
		t.home, t.away = c.queue, true
		f.tear(t, task, now)
		return false
	case c != nil && channel && c.by == byCreator && c.task != task:
		f.tear(t, task, now)
		return false
	case channel && t.away && !t.sameSource(t.home, id), channel && t.torn != none && !f.over(t.torn):
		return false
	}
	t.away = false
	return true
}

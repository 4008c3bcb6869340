package joined

import (
	"math"

	"tiv/tracefeed"
)

// queue holds the joined events. Those from the end of a wait on are kept back until it is
// known whether the thread has left the wait, or sleeps in it again.
type queue struct {
	events []tracefeed.Event
	// open are the threads that may have left a wait, or may sleep on.
	open    []tracefeed.ThreadID
	threads []thread // by id
}

// resumed are the events of a thread since it was woken in a wait that the program has not
// ended.
type resumed struct {
	// events are their indexes in the queue.
	events []int
	// in is the state of the wait, ran the running time of the thread since, from the time run
	// on.
	in       tracefeed.State
	ran, run tracefeed.Time
	// known: the wait named the thread waited for.
	known bool
}

const (
	// maxQueue is the greatest number of events that are kept back.
	maxQueue = 1 << 18
	// glance is the longest running time of a thread that only looks whether its wait has
	// ended.
	glance = 200 * tracefeed.Microsecond
)

// ready returns the number of events that are not kept back.
func (q *queue) ready() int {
	if len(q.events) > maxQueue {
		q.settleAll()
	}
	n := math.MaxInt
	for _, id := range q.open {
		n = min(n, q.threads[id].events[0])
	}
	return min(n, len(q.events))
}

// take returns the events that are not kept back, in the memory of used.
func (q *queue) take(used []tracefeed.Event) []tracefeed.Event {
	n := q.ready()
	out := append(used[:0], q.events[:n]...)
	q.events = append(q.events[:0], q.events[n:]...)
	for _, id := range q.open {
		for i := range q.threads[id].events {
			q.threads[id].events[i] -= n
		}
	}
	return out
}

// emit adds an event.
func (q *queue) emit(ev tracefeed.Event) { q.events = append(q.events, ev) }

// resume adds an event of a thread within a wait that the program has not ended.
func (q *queue) resume(th *thread, ev tracefeed.Event) {
	if len(th.events) == 0 {
		q.open = append(q.open, ev.Thread)
		th.in, th.ran, th.known = th.state, 0, th.woken
	}
	th.events = append(th.events, len(q.events))
	if th.state == tracefeed.Running {
		th.ran += ev.Time - th.run
	}
	th.run = ev.Time
	q.emit(ev)
}

// sleepsOn takes back the events since a thread woke up, if it only looked around before it
// sleeps again. In IO it got a part of its data.
func (q *queue) sleepsOn(th *thread, at tracefeed.Time) bool {
	if len(th.events) == 0 || th.in == tracefeed.IO || th.ran+at-th.run > glance {
		return false
	}
	q.takeBack(th)
	th.state, th.woken = th.in, th.known
	q.settle(th)
	return true
}

// takeBack replaces the events since a thread woke up by such without a meaning.
func (q *queue) takeBack(th *thread) {
	for _, i := range th.events {
		q.events[i] = tracefeed.Event{Time: q.events[i].Time}
	}
}

// settle says that a thread has left its wait, or sleeps on in it.
func (q *queue) settle(th *thread) {
	if len(th.events) == 0 {
		return
	}
	th.events = th.events[:0]
	kept := q.open[:0]
	for _, id := range q.open {
		if &q.threads[id] != th {
			kept = append(kept, id)
		}
	}
	q.open = kept
}

// settleAll says that all threads have left their waits.
func (q *queue) settleAll() {
	for _, id := range q.open {
		q.threads[id].events = q.threads[id].events[:0]
	}
	q.open = q.open[:0]
}

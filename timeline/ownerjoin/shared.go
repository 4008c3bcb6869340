package ownerjoin

import (
	"slices"

	"tiv/tracefeed"
)

// releaseQueue holds the pending releases of a monitor with several owners: the
// readers of a lock, the holders of a semaphore.
type releaseQueue struct {
	// heap is a binary min-heap by end. A generic heap with a comparison function
	// takes twice as long.
	heap []release
	// releasing are the threads that release the monitor at time at, sorted by id
	// and removed from heap. reacquired marks those that acquire it again at that
	// time and so keep it.
	releasing  []tracefeed.ThreadID
	reacquired []bool
	at         tracefeed.Time
}

// release is the end of one thread's hold.
type release struct {
	end    tracefeed.Time
	thread tracefeed.ThreadID
}

// push adds a pending release.
func (q *releaseQueue) push(r release) {
	q.heap = append(q.heap, r)
	for i := len(q.heap) - 1; i > 0 && q.heap[i].end < q.heap[(i-1)/2].end; i = (i - 1) / 2 {
		q.heap[i], q.heap[(i-1)/2] = q.heap[(i-1)/2], q.heap[i]
	}
}

// pop removes the earliest release and returns its thread.
func (q *releaseQueue) pop() tracefeed.ThreadID {
	first, n := q.heap[0].thread, len(q.heap)-1
	q.heap[0] = q.heap[n]
	q.heap = q.heap[:n]
	for i := 0; ; {
		next := 2*i + 1
		if next+1 < n && q.heap[next+1].end < q.heap[next].end {
			next++
		}
		if next >= n || q.heap[i].end <= q.heap[next].end {
			return first
		}
		q.heap[i], q.heap[next] = q.heap[next], q.heap[i]
		i = next
	}
}

// next moves all releases at the earliest pending time to releasing. It returns
// false if there is none up to the given time.
func (q *releaseQueue) next(time tracefeed.Time) bool {
	if len(q.heap) == 0 || q.heap[0].end > time || q.heap[0].end == forever {
		return false
	}
	for q.at = q.heap[0].end; len(q.heap) > 0 && q.heap[0].end == q.at; {
		q.releasing = append(q.releasing, q.pop())
	}
	slices.Sort(q.releasing)
	q.reacquired = append(q.reacquired[:0], make([]bool, len(q.releasing))...)
	return true
}

// reacquire cancels a release in progress; it returns false if there is none for
// the thread.
func (q *releaseQueue) reacquire(t tracefeed.ThreadID) bool {
	i, found := slices.BinarySearch(q.releasing, t)
	if !found || q.reacquired[i] {
		return false
	}
	q.reacquired[i] = true
	return true
}

// answerShared answers a query at the current monitor, whether it has one owner or
// several.
func (j *Joiner) answerShared(q *ownerQuery) {
	j.advance(q.at, true)
	q.found = j.cur.last
	if !j.cur.shared && q.at >= j.cur.until {
		q.found++
		j.page.Intervals[q.found] = Interval{Start: j.cur.until}
	}
}

// addShared adds a hold of the current monitor, whether it has one owner or several.
func (j *Joiner) addShared(h *Hold) {
	j.advance(h.Start, false)
	cur, intervals := &j.cur, j.page.Intervals
	h.before = cur.last
	switch {
	case cur.shared || h.Start < cur.until:
		if intervals[cur.last].Start == h.Start {
			h.before-- // the interval before this time
		}
		j.share(h)
	case h.Thread == cur.owner && h.Start == cur.until:
		cur.until = h.End
	default:
		if h.Start > cur.until {
			h.before++
			intervals[h.before] = Interval{Start: cur.until}
		}
		intervals[h.before+1] = Interval{Start: h.Start, Owner: h.Thread}
		cur.last, cur.until, cur.owner = h.before+1, h.End, h.Thread
	}
}

// share adds an owner to a monitor that has one already.
func (j *Joiner) share(h *Hold) {
	cur, q := &j.cur, &j.releases
	if !cur.shared {
		cur.shared, q.releasing = true, q.releasing[:0]
		q.heap = append(q.heap[:0], release{cur.until, cur.owner})
	}
	if !q.reacquire(h.Thread) {
		j.addOwner(j.intervalFrom(h.Start), h.Thread)
	}
	q.push(release{h.End, h.Thread})
}

// intervalFrom returns the interval that begins at time. A new one begins with the
// owners of the interval before.
func (j *Joiner) intervalFrom(time tracefeed.Time) *Interval {
	cur, intervals := &j.cur, j.page.Intervals
	if last := intervals[cur.last]; last.Start != time {
		cur.last++
		last.Start = time
		intervals[cur.last] = last
	}
	return &intervals[cur.last]
}

// advance processes the releases of a shared monitor before time, and with
// inclusive also those at time, until at most one owner is left.
func (j *Joiner) advance(time tracefeed.Time, inclusive bool) {
	cur := &j.cur
	for q := &j.releases; cur.shared; {
		if len(q.releasing) == 0 && !q.next(time) || q.at == time && !inclusive {
			return
		}
		if len(q.heap) > 0 && slices.Contains(q.reacquired, false) {
			v := j.intervalFrom(q.at)
			for i, thread := range q.releasing {
				if !q.reacquired[i] {
					j.removeOwner(v, thread)
				}
			}
		}
		q.releasing = q.releasing[:0]
		switch len(q.heap) {
		case 0:
			cur.shared, cur.until, cur.owner = false, q.at, tracefeed.NoThread
		case 1:
			cur.shared, cur.until, cur.owner = false, q.heap[0].end, q.heap[0].thread
		}
	}
}

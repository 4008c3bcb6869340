package timeline

import (
	"slices"

	"tiv/tracefeed"
)

// releaseQueue holds the pending releases of a monitor with several holders: the
// readers of a lock, the holders of a semaphore.
type releaseQueue struct {
	// heap is a binary min-heap by end.
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

// sweepShared applies one record to the current monitor, whether it has one holder
// or several.
func (m *matcher) sweepShared(r *lockRecord) {
	m.advance(r.start, r.thread == tracefeed.NoThread)
	cur := &m.cur
	found := cur.last
	switch held := cur.shared || r.start < cur.until; {
	case held && r.thread == tracefeed.NoThread:
	case held:
		if m.Stretches[cur.last].Start == r.start {
			found-- // the stretch before this time
		}
		m.share(r)
	case r.thread != tracefeed.NoThread && r.thread == cur.holder && r.start == cur.until:
		cur.until = r.end
	default:
		if r.start > cur.until || r.thread == tracefeed.NoThread {
			found++
			m.Stretches[found] = Stretch{Start: cur.until}
		}
		if r.thread != tracefeed.NoThread {
			m.Stretches[found+1] = Stretch{r.start, r.thread, 1}
			cur.last, cur.until, cur.holder = found+1, r.end, r.thread
		}
	}
	r.resolve(found)
}

// share adds a holder to a monitor that is held already.
func (m *matcher) share(r *lockRecord) {
	cur, q := &m.cur, &m.releases
	if !cur.shared {
		cur.shared, q.releasing = true, q.releasing[:0]
		q.heap = append(q.heap[:0], release{cur.until, cur.holder})
	}
	if !q.reacquire(r.thread) {
		m.addHolder(m.stretchAt(r.start), r.thread)
	}
	q.push(release{r.end, r.thread})
}

// stretchAt returns the stretch that begins at time. A new one begins with the
// holders of the stretch before.
func (m *matcher) stretchAt(time tracefeed.Time) *Stretch {
	cur := &m.cur
	if last := m.Stretches[cur.last]; last.Start != time {
		cur.last++
		last.Start = time
		m.Stretches[cur.last] = last
	}
	return &m.Stretches[cur.last]
}

// advance processes the releases of a shared monitor before time, and with
// inclusive also those at time, until at most one holder is left.
func (m *matcher) advance(time tracefeed.Time, inclusive bool) {
	cur := &m.cur
	for q := &m.releases; cur.shared; {
		if len(q.releasing) == 0 && !q.next(time) || q.at == time && !inclusive {
			return
		}
		if len(q.heap) > 0 && slices.Contains(q.reacquired, false) {
			s := m.stretchAt(q.at)
			for i, thread := range q.releasing {
				if !q.reacquired[i] {
					m.removeHolder(s, thread)
				}
			}
		}
		q.releasing = q.releasing[:0]
		switch len(q.heap) {
		case 0:
			cur.shared, cur.until, cur.holder = false, q.at, tracefeed.NoThread
		case 1:
			cur.shared, cur.until, cur.holder = false, q.heap[0].end, q.heap[0].thread
		}
	}
}

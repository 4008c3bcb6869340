package timeline

import (
	"slices"

	"tiv/tracefeed"
)

// crowd is several threads that hold a monitor at once: the readers of a lock, the
// holders of a semaphore.
type crowd struct {
	// ends is until when they hold it, as a heap: the first to leave comes first.
	ends []leaver
	// leaving are those who leave at a time, by id, and are in no heap any more. Who
	// enters again at that time does not leave, but stays.
	leaving []tracefeed.ThreadID
	stays   []bool
	at      tracefeed.Time
}

// leaver is a thread that holds a monitor until some time.
type leaver struct {
	end    tracefeed.Time
	thread tracefeed.ThreadID
}

// push adds one who holds the monitor.
func (c *crowd) push(l leaver) {
	c.ends = append(c.ends, l)
	for i := len(c.ends) - 1; i > 0 && c.ends[i].end < c.ends[(i-1)/2].end; i = (i - 1) / 2 {
		c.ends[i], c.ends[(i-1)/2] = c.ends[(i-1)/2], c.ends[i]
	}
}

// pop removes the first to leave.
func (c *crowd) pop() tracefeed.ThreadID {
	first, n := c.ends[0].thread, len(c.ends)-1
	c.ends[0] = c.ends[n]
	c.ends = c.ends[:n]
	for i := 0; ; {
		next := 2*i + 1
		if next+1 < n && c.ends[next+1].end < c.ends[next].end {
			next++
		}
		if next >= n || c.ends[i].end <= c.ends[next].end {
			return first
		}
		c.ends[i], c.ends[next] = c.ends[next], c.ends[i]
		i = next
	}
}

// leave finds out who are the next to leave, at time or before. It returns false
// if nobody does.
func (c *crowd) leave(time tracefeed.Time) bool {
	if len(c.ends) == 0 || c.ends[0].end > time || c.ends[0].end == forever {
		return false
	}
	for c.at = c.ends[0].end; len(c.ends) > 0 && c.ends[0].end == c.at; {
		c.leaving = append(c.leaving, c.pop())
	}
	slices.Sort(c.leaving)
	c.stays = append(c.stays[:0], make([]bool, len(c.leaving))...)
	return true
}

// stay reports whether a thread is about to leave; then it does not.
func (c *crowd) stay(t tracefeed.ThreadID) bool {
	i, leaves := slices.BinarySearch(c.leaving, t)
	if !leaves || c.stays[i] {
		return false
	}
	c.stays[i] = true
	return true
}

// slowly does any deed at the monitor at hand.
func (m *matcher) slowly(d *deed) {
	m.advance(d.start, d.thread == tracefeed.NoThread)
	at := &m.at
	found := at.last
	switch inside := at.crowded || d.start < at.until; {
	case inside && d.thread == tracefeed.NoThread:
	case inside:
		if m.Stretches[at.last].Start == d.start {
			found-- // the one before the instant
		}
		m.join(d)
	case d.thread != tracefeed.NoThread && d.thread == at.holder && d.start == at.until:
		at.until = d.end
	default:
		if d.start > at.until || d.thread == tracefeed.NoThread {
			found++
			m.Stretches[found] = Stretch{Start: at.until}
		}
		if d.thread != tracefeed.NoThread {
			m.Stretches[found+1] = Stretch{d.start, d.thread, 1}
			at.last, at.until, at.holder = found+1, d.end, d.thread
		}
	}
	d.found(found)
}

// join has one more thread hold a monitor, beside others.
func (m *matcher) join(d *deed) {
	at, c := &m.at, &m.crowd
	if !at.crowded {
		at.crowded, c.leaving = true, c.leaving[:0]
		c.ends = append(c.ends[:0], leaver{at.until, at.holder})
	}
	if !c.stay(d.thread) {
		m.enter(m.change(d.start), d.thread)
	}
	c.push(leaver{d.end, d.thread})
}

// change returns the stretch that begins at time, at first with those who held
// the monitor before.
func (m *matcher) change(time tracefeed.Time) *Stretch {
	at := &m.at
	if last := m.Stretches[at.last]; last.Start != time {
		at.last++
		last.Start = time
		m.Stretches[at.last] = last
	}
	return &m.Stretches[at.last]
}

// advance has those leave a crowded monitor who do before time, or also those at
// that time, until it is not crowded any more.
func (m *matcher) advance(time tracefeed.Time, through bool) {
	at := &m.at
	for c := &m.crowd; at.crowded; {
		if len(c.leaving) == 0 && !c.leave(time) || c.at == time && !through {
			return
		}
		if len(c.ends) > 0 && slices.Contains(c.stays, false) {
			s := m.change(c.at)
			for i, who := range c.leaving {
				if !c.stays[i] {
					m.leave(s, who)
				}
			}
		}
		c.leaving = c.leaving[:0]
		switch len(c.ends) {
		case 0:
			at.crowded, at.until, at.holder = false, c.at, tracefeed.NoThread
		case 1:
			at.crowded, at.until, at.holder = false, c.ends[0].end, c.ends[0].thread
		}
	}
}

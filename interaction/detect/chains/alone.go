package chains

import (
	"slices"

	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// queueChange is the change of a monitor's queue during an ownership interval.
type queueChange struct {
	// begins is the number of waits that begin in it, first and last their earliest and
	// latest start. ends is the number of waits that end where it begins.
	begins, ends int32
	first, last  tracefeed.Time
	// late is the time from the start of the interval to those waits, added up over them.
	late tracefeed.Time
}

// begin adds the begin of a wait.
func (q *queueChange) begin(at, late tracefeed.Time) {
	if q.begins == 0 {
		q.first = at
	}
	q.begins++
	q.first, q.last = min(q.first, at), max(q.last, at)
	q.late += late
}

// addQueues adds up the waits of a page by ownership interval.
func (c *Charges) addQueues(p *timeline.LockPage) {
	c.queues = c.queues[:0]
	if n := len(p.Contended); n > 0 {
		size := int(p.Contended[n-1].Last) + 2
		c.queues = slices.Grow(c.queues, size)[:size]
		clear(c.queues)
	}
	for i := range p.Waits {
		if w := &p.Waits[i]; c.counts(p, w) {
			c.addToQueue(p, w)
		}
	}
}

// addToQueue adds a wait.
func (c *Charges) addToQueue(p *timeline.LockPage, w *ownerjoin.Wait) {
	m, at, first := c.monitor(w.Monitor), max(w.Start, p.Start), w.First
	if p.Intervals[first+1].Start == p.Intervals[first].Start {
		first++ // the first interval of a page can be empty
	}
	c.queues[first].begin(at, at-p.Intervals[first].Start)
	c.queues[w.Last+1].ends++
	if m.Waits == 0 {
		m.First = at
	}
	m.First, m.Last = min(m.First, at), max(m.Last, w.End)
	if w.Start >= p.Start {
		m.Waits++
		m.sample(w.Thread, w.Start)
		m.addWaiter(w.Thread, &c.distinct)
	}
	if w.Nested && !c.nests[w.Thread] {
		c.nests[w.Thread] = true
		c.nested = append(c.nested, w.Thread)
	}
	// A wait that ends while the owner stays is not worth a second way to count.
	m.linked = m.linked || w.Nested || w.End != p.Intervals[w.Last+1].Start
}

// findLinked finds the monitors that are not alone in a page: those that a thread waits
// for while it holds monitors, and those that such a thread owns. It reports whether
// there are any.
func (c *Charges) findLinked(p *timeline.LockPage) bool {
	found := false
	for _, x := range p.Contended {
		number := c.numbers[x.Monitor]
		if number == 0 {
			continue
		}
		m := &c.monitors[number]
		for i := x.First; i <= x.Last && !m.linked && len(c.nested) > 0; i++ {
			m.linked = c.nests[p.Intervals[i].Owner]
		}
		found = found || m.linked
	}
	return found
}

// chargeAlone charges the waits for a monitor that is alone: all time goes to itself, so
// the changes of its queue in each ownership interval give the result, in no order.
// Nobody leaves the queue within an interval, so it is longest at the end of one.
func (c *Charges) chargeAlone(p *timeline.LockPage, x ownerjoin.Contended, m *Monitor) {
	waiting, acquired := int32(0), int32(0)
	for i := x.First; i <= x.Last; i++ {
		v, end, q := &p.Intervals[i], p.Intervals[i+1].Start, &c.queues[i]
		if i < x.Last && end == v.Start {
			continue
		}
		if v.Owner != tracefeed.NoThread && i > x.First { // the first one continues
			acquired++
		}
		stay := waiting - q.ends
		if waiting+q.begins == 0 {
			continue
		}
		waiting = stay + q.begins
		c.beginHold(m, v.Owner, v.Start, stay, stay)
		if q.begins > 0 {
			if stay == 0 {
				m.beginRun(q.first, c.acquired[m.ID]+acquired)
			}
			if waiting > m.hold.Behind {
				m.hold.Behind, m.hold.Most = waiting, q.last
			}
		}
		if waiting > 0 {
			m.run.Longest, m.run.End = max(m.run.Longest, waiting), end
			m.chargeTo(v, tracefeed.Time(waiting)*(end-v.Start)-q.late)
		}
	}
}

// chargeTo charges the time of threads that wait during an ownership interval.
func (m *Monitor) chargeTo(v *ownerjoin.Interval, all tracefeed.Time) {
	m.run.Waited += all
	m.Charged += all
	switch {
	case v.Owners != ownerjoin.NoSet:
		m.Readers += all
	case v.Owner == tracefeed.NoThread:
		m.Free += all
	default:
		m.hold.Charged += all
	}
}

package ownerjoin

import "tiv/tracefeed"

// monitorState is the state of the sweep at the current monitor. last is its latest
// interval, which ends at until; from then on the monitor is free.
type monitorState struct {
	last  IntervalIndex
	until tracefeed.Time
	// owner is the only owner up to until. While several threads hold the monitor,
	// shared is set, and owner and until are not valid.
	owner  tracefeed.ThreadID
	shared bool
}

// sweep builds the intervals of all contended monitors.
func (j *Joiner) sweep() {
	j.page.ownerSets.clear()
	keys, next := j.keys.list, IntervalIndex(0)
	for i := range j.page.Contended {
		c, n := &j.page.Contended[i], int(j.keys.counts[i+1])
		c.First = next
		if m := int(c.Monitor); m < len(j.trace.HandedOver) && j.trace.HandedOver[m] {
			j.sweepUnowned(c, keys[:n])
		} else {
			j.sweepMonitor(c, keys[:n])
		}
		keys, next = keys[n:], c.Last+2
	}
}

// sweepMonitor builds the intervals of one monitor.
func (j *Joiner) sweepMonitor(c *Contended, keys []uint64) {
	j.cur = monitorState{last: c.First - 1, until: j.keys.base}
	for len(keys) > 0 {
		if keys = keys[j.sweepExclusive(keys):]; len(keys) == 0 {
			break
		}
		if i := j.keys.index(keys[0]); j.keys.isQuery(keys[0]) {
			j.answerShared(&j.scan.queries[i])
		} else {
			j.addShared(&j.scan.holds[i])
		}
		keys = keys[1:]
	}
	j.endMonitor(c)
}

// sweepExclusive processes the first keys of a monitor, up to that of a hold that
// begins while another thread holds it. It returns their number.
func (j *Joiner) sweepExclusive(keys []uint64) int {
	cur, queryBit := &j.cur, uint64(1)<<(j.keys.queryShift&63)
	if cur.shared {
		return 0
	}
	holds, queries, intervals := j.scan.holds, j.scan.queries, j.page.Intervals
	last, until, owner := cur.last, cur.until, cur.owner
	for i, key := range keys {
		if key&queryBit != 0 {
			q := &queries[key&(queryBit-1)]
			q.found = last + IntervalIndex(b2i(q.at >= until))
			continue
		}
		h := &holds[key&(queryBit-1)]
		if h.Start < until {
			cur.last, cur.until, cur.owner = last, until, owner
			return i
		}
		if h.Start > until {
			last++
			intervals[last] = Interval{Start: until}
		} else if h.Thread == owner {
			h.before, until = last, h.End
			continue
		}
		h.before = last
		last++
		intervals[last] = Interval{Start: h.Start, Owner: h.Thread}
		until, owner = h.End, h.Thread
	}
	cur.last, cur.until, cur.owner = last, until, owner
	return len(keys)
}

// sweepUnowned builds the intervals of a monitor that is handed over: one without an
// owner.
func (j *Joiner) sweepUnowned(c *Contended, keys []uint64) {
	for _, key := range keys {
		if i := j.keys.index(key); j.keys.isQuery(key) {
			j.scan.queries[i].found = c.First
		} else {
			j.scan.holds[i].before = c.First
		}
	}
	c.Last = c.First
	j.page.Intervals[c.First] = Interval{Start: j.page.Start}
	j.page.Intervals[c.Last+1] = Interval{Start: j.page.End}
}

// endMonitor ends the intervals of a monitor and appends the one that begins at the
// end of the page.
func (j *Joiner) endMonitor(c *Contended) {
	p := &j.page
	j.advance(p.End, true)
	if cur := &j.cur; !cur.shared && cur.until < forever {
		cur.last++
		p.Intervals[cur.last] = Interval{Start: cur.until}
	}
	c.Last = j.cur.last
	p.Intervals[c.First].Start = p.Start
	p.Intervals[c.Last+1] = Interval{Start: p.End}
}

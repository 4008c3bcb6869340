package chains

import "tiv/tracefeed"

// linkWait puts a thread under the monitor that it waits for, unless that closes a
// ring.
func (c *Charges) linkWait(x *turn) {
	t := &c.threads[x.thread]
	for i := t.owned; i != 0; i = c.monitors[i].next {
		c.charge(i, x.at)
	}
	if c.leadsTo(x.monitor, x.thread) { // the ring closes here, and gets no root
		t.ring = true
		c.rings = append(c.rings, *x)
		return
	}
	t.wait = x.monitor
	c.climb(x.monitor, t.behind+1, x.at)
	c.monitors[x.monitor].direct++
}

// link gives a monitor to an owner. It gets none if that waits behind it.
func (c *Charges) link(i int32, owner tracefeed.ThreadID, at tracefeed.Time) {
	m, o := &c.monitors[i], &c.threads[owner]
	if o.wait != 0 && c.reaches(o.wait, i) {
		m.ring = true
		c.rings = append(c.rings, turn{kind: ownerChanges, monitor: i, thread: owner})
		return
	}
	m.owner = owner
	if m.next = o.owned; m.next != 0 {
		c.monitors[m.next].prev = i
	}
	o.owned = i
	o.behind += m.behind
	c.climb(o.wait, m.behind, at)
}

// unlink takes a monitor from its owner.
func (c *Charges) unlink(i int32, at tracefeed.Time) {
	m := &c.monitors[i]
	o := &c.threads[m.owner]
	if m.prev != 0 {
		c.monitors[m.prev].next = m.next
	} else {
		o.owned = m.next
	}
	if m.next != 0 {
		c.monitors[m.next].prev = m.prev
	}
	m.next, m.prev = 0, 0
	o.behind -= m.behind
	c.climb(o.wait, -m.behind, at)
}

// retry makes the links that no longer close a ring.
func (c *Charges) retry(at tracefeed.Time) {
	if len(c.rings) == 0 {
		return
	}
	left := c.rings
	c.rings = nil
	for _, x := range left {
		m, t := &c.monitors[x.monitor], &c.threads[x.thread]
		x.at = at
		switch {
		case x.kind == waitBegins && t.ring:
			for i := t.owned; i != 0; i = c.monitors[i].next {
				c.charge(i, at) // the time in the ring counts for no monitor
			}
			t.ring = false
			c.linkWait(&x)
		case x.kind == ownerChanges && m.ring && m.hold.Thread == x.thread:
			c.charge(x.monitor, at)
			m.ring = false
			c.link(x.monitor, x.thread, at)
		}
	}
}

// climb adds to the number of threads behind a monitor, and behind all above it.
func (c *Charges) climb(i int32, threads int32, at tracefeed.Time) {
	for threads != 0 && i != 0 {
		c.charge(i, at)
		m := &c.monitors[i]
		m.behind += threads
		if m.behind > m.hold.Behind && !m.ring && !c.threads[m.owner].ring {
			m.hold.Behind, m.hold.Most = m.behind, at
		}
		if m.owner == tracefeed.NoThread {
			return
		}
		c.threads[m.owner].behind += threads
		i = c.threads[m.owner].wait
	}
}

// charge charges the time since the last change to a monitor if it is a root, or held
// by one.
func (c *Charges) charge(i int32, at tracefeed.Time) {
	m := &c.monitors[i]
	o := &c.threads[m.owner]
	if o.wait != 0 { // not of NoThread
		return
	}
	d := at - m.since
	m.since = at
	if m.behind == 0 || m.ring || o.ring {
		return
	}
	all := d * tracefeed.Time(m.behind)
	m.Charged += all
	m.Indirect += d * tracefeed.Time(m.behind-m.direct)
	switch {
	case m.shared:
		m.Readers += all
		return
	case m.owner == tracefeed.NoThread:
		m.Free += all
		return
	}
	m.hold.Charged += all
}

// leadsTo reports whether the chain from a monitor upwards leads to a thread.
func (c *Charges) leadsTo(i int32, t tracefeed.ThreadID) bool {
	for i != 0 {
		o := c.monitors[i].owner
		if o == t {
			return true
		}
		if o == tracefeed.NoThread {
			return false
		}
		i = c.threads[o].wait
	}
	return false
}

// reaches reports whether the chain from a monitor upwards contains another one.
func (c *Charges) reaches(i, other int32) bool {
	for i != 0 && i != other {
		o := c.monitors[i].owner
		if o == tracefeed.NoThread {
			return false
		}
		i = c.threads[o].wait
	}
	return i == other
}

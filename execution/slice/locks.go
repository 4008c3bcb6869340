package slice

import (
	"tiv/expression"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// locks computes slices of locks.
func (c *computation) locks(list []int) {
	tl := c.in.Timeline
	for _, i := range list {
		d := &c.s.Definitions[i]
		x := c.lockCondition(d)
		fits := make([]bool, len(tl.Monitors))
		for m := range fits {
			id := tracefeed.MonitorID(m)
			fits[m] = m > 0 && x.fits(&id)
		}
		w := lockWalk{fits: fits, extent: d.Extent, threads: make([][]deepInterval, len(tl.Threads))}
		tl.EachJoinedPage(c.ctx, 0, tl.End, w.page)
		c.set(i, w.threads, x.err)
	}
}

// lockCondition returns the condition of a definition.
func (c *computation) lockCondition(d *Definition) *condition[tracefeed.MonitorID] {
	row := &lockRow{}
	fill := func(m *tracefeed.MonitorID, _ *expression.Program) any {
		row.Lock, row.ID = c.in.lockNames(*m), expression.Tame(c.in.Timeline.Monitors[*m].ID)
		return row
	}
	return newCondition(Locks, d.Where, fill)
}

// lockWalk collects waits for monitors, and the time in which owners made others wait.
type lockWalk struct {
	fits    []bool // by monitor
	extent  Extent
	threads [][]deepInterval
	buffer  ownerjoin.OwnerBuffer
}

// page adds the waits of a page.
func (w *lockWalk) page(p *ownerjoin.Page) {
	for i := range p.Waits {
		x := &p.Waits[i]
		if x.State != tracefeed.Blocking || int(x.Monitor) >= len(w.fits) || !w.fits[x.Monitor] {
			continue
		}
		from, to := max(x.Start, p.Start), min(x.End, p.End)
		if w.extent != Holds {
			w.put(x.Thread, from, to)
		}
		if w.extent == Waits {
			continue
		}
		for i := x.First; i <= x.Last; i++ {
			v := &p.Intervals[i]
			start, end := max(v.Start, from), min(p.Intervals[i+1].Start, to)
			if w.put(v.Owner, start, end); v.Owners == ownerjoin.NoSet {
				continue
			}
			for _, t := range p.Owners(v.Owners, &w.buffer) {
				w.put(t, start, end)
			}
		}
	}
}

func (w *lockWalk) put(t tracefeed.ThreadID, start, end tracefeed.Time) {
	if t != tracefeed.NoThread && start < end {
		w.threads[t] = append(w.threads[t], newDeepInterval(start, end, 0))
	}
}

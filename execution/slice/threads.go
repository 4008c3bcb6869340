package slice

import (
	"tiv/execution"
	"tiv/expression"
	"tiv/tracefeed"
)

// threads computes slices of threads.
func (c *computation) threads(list []int) {
	each(c, list, c.threadCondition, func(part execution.Query, collectors []*collector[tracefeed.ThreadID]) {
		for id, mine := range part.Of {
			t := tracefeed.ThreadID(id)
			start, end := c.in.Timeline.Lane(t).Life()
			for _, x := range collectors {
				if mine && x.fits(&t) {
					x.add(t, start, end)
				}
			}
		}
	})
}

// threadCondition returns the condition of a definition.
func (c *computation) threadCondition(d *Definition) *condition[tracefeed.ThreadID] {
	row := &threadRow{}
	fill := func(t *tracefeed.ThreadID, p *expression.Program) any {
		th := &c.in.Timeline.Threads[*t]
		row.Name, row.ID, row.System = expression.Tame(th.Name), expression.Tame(th.ID), th.System
		start, end := c.in.Timeline.Lane(*t).Life()
		row.Start.NS, row.End.NS, row.Duration.NS = start, end, end-start
		row.stateTimes.fill(c, *t, start, end)
		if row.Slice = nil; p.Uses(sliceWord.Name) {
			row.Slice = c.front.covering(func(s *Set) bool { return len(s.Of(*t)) > 0 })
		}
		return row
	}
	return newCondition(Threads, d.Where, fill)
}

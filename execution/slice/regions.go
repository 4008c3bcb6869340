package slice

import (
	"tiv/execution"
	"tiv/expression"
)

// regions computes slices of regions.
func (c *computation) regions(list []int) {
	each(c, list, c.regionCondition, func(part execution.Query, collectors []*collector[execution.Region]) {
		var r execution.Region // one for all, because it escapes
		execution.EachRegion(c.ctx, c.in.Timeline, part, func(next execution.Region) {
			r = next
			for _, x := range collectors {
				if x.fits(&r) {
					x.add(r.Thread, r.Start, r.End)
				}
			}
		})
	})
}

// regionCondition returns the condition of a definition.
func (c *computation) regionCondition(d *Definition) *condition[execution.Region] {
	row := &regionRow{}
	fill := func(e *execution.Region, p *expression.Program) any {
		row.Region, row.Task, row.Thread = expression.Tame(c.in.Timeline.Names[e.Name]), int(e.Task), c.in.threadName(e.Thread)
		row.stretch.fill(c, p, e.Thread, e.Start, e.End)
		row.stateTimes.fill(c, e.Thread, e.Start, e.End)
		return row
	}
	return newCondition(Regions, d.Where, fill,
		common[execution.Region]{[]string{"region"}, func(e *execution.Region) int64 { return int64(e.Name) }},
		common[execution.Region]{[]string{"task"}, func(e *execution.Region) int64 { return e.Task }},
		common[execution.Region]{[]string{"thread"}, func(e *execution.Region) int64 { return int64(e.Thread) }})
}

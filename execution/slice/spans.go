package slice

import (
	"tiv/execution"
	"tiv/expression"
	"tiv/timeline"
	"tiv/tracefeed"
)

// span is a span with its thread and its end.
type span struct {
	*timeline.Span
	thread tracefeed.ThreadID
	end    tracefeed.Time
}

// spans computes slices of spans.
func (c *computation) spans(list []int) {
	each(c, list, c.spanCondition, func(part execution.Query, collectors []*collector[span]) {
		var e span // one for all, because it escapes
		c.in.Timeline.EachSpan(c.ctx, part.Of, part.From, part.To, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
			e = span{s, t, end}
			for _, x := range collectors {
				if s.State != tracefeed.NotAlive && x.fits(&e) {
					x.add(t, s.Start, end)
				}
			}
		})
	})
}

// spanCondition returns the condition of a definition.
func (c *computation) spanCondition(d *Definition) *condition[span] {
	tl, row := c.in.Timeline, &spanRow{}
	fill := func(e *span, p *expression.Program) any {
		row.State, row.Cause, row.Thread = e.State.String(), "", c.in.threadName(e.thread)
		if e.State == tracefeed.Suspended || e.State == tracefeed.IO {
			row.Cause = e.Cause.String()
		}
		row.Lock, row.Stack, row.Function = nil, row.Stack[:0], ""
		if p.Uses("lock") && e.State == tracefeed.Blocking {
			row.Lock = c.in.lockNames(e.Monitor)
		}
		if p.Uses("function", "stack") {
			for _, f := range tl.Stacks[e.Stack] {
				row.Stack = append(row.Stack, expression.Tame(tl.Frames[f].Func))
			}
			if len(row.Stack) > 0 {
				row.Function = row.Stack[0]
			}
		}
		row.fill(c, p, e.thread, e.Start, e.end)
		return row
	}
	return newCondition(Spans, d.Where, fill,
		common[span]{[]string{"state", "cause"}, func(e *span) int64 { return int64(e.State)<<8 | int64(e.Cause) }},
		common[span]{[]string{"function", "stack"}, func(e *span) int64 { return int64(e.Stack) }},
		common[span]{[]string{"thread"}, func(e *span) int64 { return int64(e.thread) }},
		common[span]{[]string{"lock", "state"}, func(e *span) int64 { return int64(e.Monitor)<<8 | int64(e.State) }})
}

// lockNames returns the names of a monitor as values.
func (in *Input) lockNames(m tracefeed.MonitorID) (list expression.Texts) {
	for _, name := range in.Locks(m) {
		list = append(list, expression.Tame(name))
	}
	return list
}

package handler

import "tiv/timeline"

// reporting returns f, which also reports the progress in a trace.
func (o *Options) reporting(tl *timeline.Timeline, f func(*timeline.Page) bool) func(*timeline.Page) bool {
	from, to := o.interval(tl)
	if o.Progress == nil || to <= from {
		return f
	}
	return func(p *timeline.Page) bool {
		o.Progress(min(max(float64(p.End-from)/float64(to-from), 0), 1))
		return f(p)
	}
}

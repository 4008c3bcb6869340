package handler

import "tiv/timeline"

// reporting returns f, which also reports the progress: half of the work is to read the samples.
func (o *Options) reporting(f func(*timeline.Page)) func(*timeline.Page) {
	if o.Progress == nil {
		return f
	}
	return func(p *timeline.Page) {
		f(p)
		if o.To > o.From {
			o.Progress(min(max(float64(p.End-o.From)/float64(o.To-o.From), 0), 1) / 2)
		}
	}
}

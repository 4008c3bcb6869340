package filter

import (
	"context"

	"tiv/timeline/processor"
	"tiv/tracefeed"
)

// places are the processors of each thread in a window. They never change.
type places struct {
	from, to tracefeed.Time
	of       []processor.Places // by thread
}

// are reports whether they are those of the window of a view.
func (p *places) are(v *View) bool { return p != nil && p.from == v.From && p.to == v.To }

// findPlaces finds the processors of all threads in the window of a view.
func (m *Memory) findPlaces(ctx context.Context, v *View) {
	if m.places.are(v) {
		return
	}
	m.places = &places{v.From, v.To, processor.PlacesOf(ctx, m.tl, v.From, v.To, v.report)}
	if ctx.Err() != nil {
		m.places = nil
	}
}

// processorsOf returns the processors of a thread; none if they could not be found.
func (m *Memory) processorsOf(t tracefeed.ThreadID) []tracefeed.CPU {
	if m.places == nil || int(t) >= len(m.places.of) {
		return nil
	}
	return m.places.of[t].CPUs
}

package slicefeed

import (
	"math"

	"tiv/tracefeed"
)

// call is an open call of a thread.
type call struct {
	name   tracefeed.NameID
	number int64 // 0 if the trace does not have its end
	limit  int64 // the first end of this call and those around it, as far as they are known
}

// enter begins a slice. One that overlaps the end of the slice around it becomes a
// region, because calls are nested.
func (p *player) enter(l *lane, r *Record) {
	c := call{name: r.Name, limit: math.MaxInt64}
	if n := len(l.calls); n > 0 {
		c.limit = l.calls[n-1].limit
	}
	isRegion := r.Kind == Region || r.Kind == Slice && (r.Code == AsRegion || r.At+r.Value > c.limit)
	if r.Kind == Slice {
		p.begun++
		e := end{at: r.At + r.Value, number: p.begun, lane: l, what: endsCall, name: r.Name, depth: len(l.calls)}
		if c.number, c.limit = p.begun, e.at; isRegion {
			e.what = endsRegion
		} else if r.Code == cutShort {
			e.what = endsWithOuter
		}
		p.ends.push(e)
	}
	if l.mode == bySlices {
		p.out.show(l, shown{state: tracefeed.Running})
	}
	if isRegion {
		p.enterRegion(l, region{r.Name, c.number})
		return
	}
	l.calls = append(l.calls, c)
	p.out.about(l, tracefeed.Event{Kind: tracefeed.CallEnter, Name: r.Name})
}

// leaveAlone ends a call that began before the trace.
func (p *player) leaveAlone(l *lane, name tracefeed.NameID) {
	if len(l.calls) == 0 {
		p.out.about(l, tracefeed.Event{Kind: tracefeed.CallExit, Name: name})
	}
}

// leave ends an open call, and those in it.
func (p *player) leave(l *lane, i int) {
	p.out.about(l, tracefeed.Event{Kind: tracefeed.CallExit, Name: l.calls[i].name})
	l.calls = l.calls[:i]
	p.rest(l)
}

// leaveWithOuter ends an open call without an exit of its own: by that of the call around
// it, if that ends now, too.
func (p *player) leaveWithOuter(l *lane, i int) {
	if i == 0 || l.calls[i-1].number == 0 || l.calls[i-1].limit > p.out.now {
		p.leave(l, i)
	}
}

// rest shows that a thread has no open slice, if it has none.
func (p *player) rest(l *lane) {
	if l.mode == bySlices && len(l.calls) == 0 && len(l.regions) == 0 && l.moreRegions == 0 {
		p.out.show(l, shown{})
	}
}

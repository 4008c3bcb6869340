package slicefeed

import "tiv/tracefeed"

// region is an open region of a thread.
type region struct {
	name   tracefeed.NameID
	number int64 // 0 if the trace does not have its end
}

// mostRegions is the number of open regions of a thread that are told apart, as in a
// timeline.
const mostRegions = 256

func (p *player) enterRegion(l *lane, x region) {
	if len(l.regions) < mostRegions && l.moreRegions == 0 {
		l.regions = append(l.regions, x)
	} else {
		l.moreRegions++
	}
	p.out.about(l, tracefeed.Event{Kind: tracefeed.RegionStart, Name: x.name})
}

// leaveRegion ends a region. One without a number began before the trace.
func (p *player) leaveRegion(l *lane, x region) {
	ev := tracefeed.Event{Kind: tracefeed.RegionEnd, Name: x.name}
	if l.moreRegions > 0 {
		l.moreRegions--
	} else {
		ev.Value = l.removeRegion(x)
	}
	p.out.about(l, ev)
	p.rest(l)
}

// removeRegion removes an open region. It returns the number of later ones of its name.
func (l *lane) removeRegion(x region) (later int64) {
	for i := len(l.regions) - 1; i >= 0; i-- {
		switch o := l.regions[i]; {
		case o.name != x.name:
		case o.number == x.number && x.number != 0:
			l.regions = append(l.regions[:i], l.regions[i+1:]...)
			return later
		default:
			later++
		}
	}
	return later
}

// mark adds something without a length.
func (o *output) mark(l *lane, r *Record) {
	if l.row {
		o.openRow(l)
		defer o.closeRow(l)
	}
	o.about(l, tracefeed.Event{Kind: tracefeed.RegionStart, Name: r.Name})
	o.about(l, tracefeed.Event{Kind: tracefeed.RegionEnd, Name: r.Name})
}

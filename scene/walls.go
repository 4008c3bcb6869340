package scene

import (
	"slices"

	"tiv/execution"
	"tiv/scene/lane"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// wallView draws the lanes on the bars of the 3D view.
type wallView struct {
	*picture
	view *shape.View
	rows []lane.WallRow
}

// walls puts lanes of calls on the bars in view, if the look has them: it makes these bars
// lower. The camera of the view must be set.
func (p *picture) walls(v *shape.View) {
	if !p.Look.Lanes {
		return
	}
	wv := &wallView{p, v, lane.WallRows(p.Stage, v, p.Canvas.Scale)}
	if len(wv.rows) == 0 {
		p.f.Calls = Calls{Shown: true, small: true}
		return
	}
	if !wv.read() {
		return
	}
	layout := *p.Layout
	layout.Slots = slices.Clone(layout.Slots)
	for i := range wv.rows {
		layout.Slots[wv.rows[i].Slot].Laned = true
	}
	p.Layout = &layout
	r := &p.lanes.Walls
	r.Draw(newLaneInput(p.Stage, p.f, p.Canvas.Scale), wv.rows, p.Stage)
	v.Walls = r.Walls
	p.f.Calls.describe(&r.Painter)
	p.f.Calls.walls = wv.rows
	p.callNames = wv.nameCalls
}

// read reads the lanes, and drops the walls of threads without calls. It reports whether any
// are left.
func (wv *wallView) read() bool {
	first := &wv.rows[0]
	need := lane.Need{Tl: wv.Timeline, From: first.Time.From, To: first.Time.To, Cell: wv.Timeline.End, Deepest: 1}
	for i := range wv.rows {
		row := &wv.rows[i]
		need.Threads = append(need.Threads, wv.Layout.Slots[row.Slot].Thread)
		need.From, need.To = min(need.From, row.Time.From), max(need.To, row.Time.To)
		need.Deepest = max(need.Deepest, row.Room())
		need.Cell = min(need.Cell, row.Time.Finest())
	}
	need.Threads = lane.SortedThreads(need.Threads)
	l, late := wv.lanes.Update(need, wv.maxEvents)
	c := newCalls(wv.Stage, wv.lanes, l, late)
	if l != nil {
		wv.divide(l, need.From, need.To, &c)
	}
	wv.f.Calls = c
	return l != nil && len(wv.rows) > 0
}

// divide divides walls into lanes for the calls in an interval, and drops those without any.
func (wv *wallView) divide(l *execution.Lanes, from, to tracefeed.Time, c *Calls) {
	kept := wv.rows[:0]
	for _, row := range wv.rows {
		row.Divide(l, wv.Layout.Slots[row.Slot].Threads(), from, to, lane.WallText*wv.Em)
		row.Wall.Lanes = int32(row.Count)
		c.deeper = max(c.deeper, row.Depth-row.Count)
		if row.Count > 0 {
			kept = append(kept, row)
		}
	}
	wv.rows, c.none = kept, len(kept) == 0
}

package scene

import (
	"slices"

	"tiv/execution"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// wallView draws the lanes on the bars of the 3D view.
type wallView struct {
	*picture
	view *shape.View
	rows []wallRow
}

// walls puts lanes of calls on the bars in view, if the look has them: it makes these bars
// lower. The camera of the view must be set.
func (p *picture) walls(v *shape.View) {
	if !p.look.Lanes {
		return
	}
	wv := &wallView{p, v, wallRows(p.stage, v, p.Canvas.Scale)}
	if len(wv.rows) == 0 {
		p.f.Calls = Calls{Shown: true, Small: true}
		return
	}
	if !wv.read() {
		return
	}
	layout := *p.layout
	layout.Slots = slices.Clone(layout.Slots)
	for i := range wv.rows {
		layout.Slots[wv.rows[i].slot].Laned = true
	}
	p.layout = &layout
	r := &p.lanes.walls
	r.draw(newLaneInput(p.stage, p.f, p.Canvas.Scale), wv.rows, p.stage, p.f)
	v.Walls = r.Walls
	p.f.Calls.describe(&r.lanePainter)
	p.f.Calls.walls = wv.rows
	p.callNames = wv.nameCalls
}

// read reads the lanes, and drops the walls of threads without calls. It reports whether any
// are left.
func (wv *wallView) read() bool {
	first := &wv.rows[0]
	need := laneNeed{tl: wv.tl, from: first.time.from, to: first.time.to, cell: wv.tl.End, deepest: 1}
	for i := range wv.rows {
		row := &wv.rows[i]
		need.threads = append(need.threads, wv.layout.Slots[row.slot].Thread)
		need.from, need.to = min(need.from, row.time.from), max(need.to, row.time.to)
		need.deepest = max(need.deepest, row.room())
		need.cell = min(need.cell, row.time.finest())
	}
	need.threads = sortedThreads(need.threads)
	l, late := wv.lanes.update(need, wv.maxEvents)
	c := newCalls(wv.stage, wv.lanes, l, late)
	if l != nil {
		wv.divide(l, need.from, need.to, &c)
	}
	wv.f.Calls = c
	return l != nil && len(wv.rows) > 0
}

// divide divides walls into lanes for the calls in an interval, and drops those without any.
func (wv *wallView) divide(l *execution.Lanes, from, to tracefeed.Time, c *Calls) {
	kept := wv.rows[:0]
	for _, row := range wv.rows {
		row.divide(l, wv.layout.Slots[row.slot].Threads(), from, to, wallText*wv.Em)
		row.wall.Lanes = int32(row.count)
		c.Deeper = max(c.Deeper, row.depth-row.count)
		if row.count > 0 {
			kept = append(kept, row)
		}
	}
	wv.rows, c.None = kept, len(kept) == 0
}

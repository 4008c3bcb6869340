package scene

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution"
	"tiv/tracefeed"
)

// wallView draws the lanes on the bars of the 3D view.
type wallView struct {
	*picture
	view *View
	rows []wallRow
}

// walls puts lanes of calls on the bars in view, if the look has them: it makes these bars
// lower. The camera of the view must be set.
func (p *picture) walls(v *View) {
	if !p.look.Lanes {
		return
	}
	wv := &wallView{p, v, wallRows(p.stage, v, p.canvas.Scale)}
	if len(wv.rows) == 0 {
		p.f.Calls = Calls{Shown: true, Small: true}
		return
	}
	if !wv.read() {
		return
	}
	layout := *p.layout
	layout.slots = slices.Clone(layout.slots)
	for i := range wv.rows {
		layout.slots[wv.rows[i].slot].laned = true
	}
	p.layout = &layout
	r := &p.lanes.walls
	r.draw(newLaneInput(p.stage, p.f, p.canvas.Scale), wv.rows, p.stage, p.f)
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
		need.threads = append(need.threads, wv.layout.slots[row.slot].thread)
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
		row.divide(l, wv.layout.slots[row.slot].threads(), from, to, wallText*wv.em)
		row.wall.Lanes = int32(row.count)
		c.Deeper = max(c.Deeper, row.depth-row.count)
		if row.count > 0 {
			kept = append(kept, row)
		}
	}
	wv.rows, c.None = kept, len(kept) == 0
}

// outline returns the corners of columns of a lane on the screen; nil if one is behind the
// viewer.
func (v *View) outline(w *Wall, lane int, x0, x1 float32) (corners []mgl32.Vec2) {
	for _, at := range [4][2]float32{{x0, 0}, {x0, 1}, {x1, 1}, {x1, 0}} {
		p, ok := v.Project(w.point(at[0], float32(lane)+at[1]))
		if !ok {
			return nil
		}
		corners = append(corners, p)
	}
	return corners
}

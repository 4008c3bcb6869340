package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/place"
	"tiv/scene/shape"
)

// executionView draws the execution view: lanes of calls below the states of threads.
type executionView struct {
	side  *sideView
	f     *Frame
	rows  []laneRow
	input laneInput
	lanes *laneRaster
}

// drawExecution draws the calls in the time that is shown.
func drawExecution(p *picture, r shape.Rect) shape.View {
	fl, v, names := p.sideways(r)
	sv := &sideView{p.stage, p.Sheet, &v, fl}
	sv.collections()
	sv.grid()
	ev := &executionView{side: sv, f: p.f, lanes: &p.lanes.raster}
	ev.read(p.lanes, p.maxEvents)
	ev.strips()
	sv.litInterval()
	sv.selectedInterval()
	sv.momentLine()
	sv.frameDeadlocks()
	sv.stripes()
	p.f.Flags = append(p.f.Flags, sv.flags(len(p.f.Views))...)
	sv.nameRows(r.X0, r.Y0, names.size)
	sv.axis()
	if p.f.Calls.lanes != nil {
		p.lanes.raster.draw(ev.input, p.f.Calls.time, p.f.Calls.rect, ev.rows, p.stage, p.f)
		v.Raster = &p.lanes.raster.Raster
		p.f.Calls.describe(&p.lanes.raster.lanePainter)
		outlineSelected(sv.sheet, p.f, &p.look.Call)
		ev.nameDeeper()
		p.callNames = ev.nameCalls
	}
	return v
}

// read chooses the rows and their lanes.
func (ev *executionView) read(c *laneCache, maxEvents int) {
	lanes := ev.side.flat.Rect
	lanes = shape.Rect{X0: round(lanes.X0), Y0: round(lanes.Y0), X1: round(lanes.X1), Y1: round(lanes.Y1)}
	lanes.X1, lanes.Y1 = max(lanes.X1, lanes.X0+1), max(lanes.Y1, lanes.Y0+1) // of a tiny picture
	from, to := ev.side.look.Window()
	ev.rows = ev.rowsInView()
	need := laneNeed{tl: ev.side.tl, from: from, to: to, cell: cellFor(to-from, lanes.Width()), deepest: 1}
	for i := range ev.rows {
		need.threads = append(need.threads, ev.side.layout.Slots[ev.rows[i].slot].Threads()...)
		need.deepest = max(need.deepest, ev.rows[i].room())
	}
	need.threads = sortedThreads(need.threads)
	l, late := c.update(need, maxEvents)
	ev.f.Calls = newCalls(ev.side.stage, c, l, late)
	ev.f.Calls.rect = lanes
	if l == nil {
		return
	}
	ev.f.Calls.None = true
	for i := range ev.rows {
		row := &ev.rows[i]
		row.divide(l, ev.side.layout.Slots[row.slot].Threads(), from, to, ev.side.sheet.Em)
		ev.f.Calls.Deeper = max(ev.f.Calls.Deeper, row.depth-row.count)
		ev.f.Calls.None = ev.f.Calls.None && row.depth == 0
	}
	ev.f.Calls.rows, ev.f.Calls.time = ev.rows, newTimeScale(from, to, int(lanes.Width()), 1)
	ev.input = newLaneInput(ev.side.stage, ev.f, ev.side.sheet.Canvas.Scale)
}

// strips draws the states of threads at the top of their rows, and makes the whole rows
// something that can be picked.
func (ev *executionView) strips() {
	perPixel := ev.side.flat.PerPixel()
	ev.side.view.Bars = flatBars(ev.side.bars(func(s *place.Slot) mgl32.Vec2 { return mgl32.Vec2{0.01, s.Row / 2} }))
	near := ev.side.depths.near()
	for i := range ev.side.view.Bars {
		ev.side.view.Bars[i].Ahead = near
	}
	for i := range ev.rows {
		row := &ev.rows[i]
		b := &ev.side.view.Bars[row.slot]
		bottom := row.lanes
		if row.count > 0 && bottom-row.top >= 4 {
			bottom--
		}
		b.HalfHeight = (bottom - row.top) / 2 * perPixel
		b.Center[1] = ev.height((row.top + bottom) / 2)
		x0, x1 := ev.side.flat.Rect.X0, ev.side.view.Rect.X1
		ev.side.view.Hits = append(ev.side.view.Hits,
			shape.Hit{Outline: []mgl32.Vec2{{x0, row.top}, {x1, row.top}, {x1, row.bottom}, {x0, row.bottom}},
				Pick: ev.side.pick(row.slot)})
	}
}

// height returns the height of a pixel line.
func (ev *executionView) height(y float32) float32 {
	fl := &ev.side.flat
	return fl.High[1] - (y-fl.Rect.Y0)*fl.PerPixel()
}

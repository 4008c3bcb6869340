package scene

import (
	"cmp"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution"
	"tiv/tracefeed"
)

// Execution looks from the side, like Timeline. Each row opens into lanes: the calls of its
// threads, by depth.
var Execution = &ViewKind{
	Name: "execution", Title: "Execution view", Label: "Execution", Key: "5",
	Help:     "The calls of each thread by depth, under the states of the thread over time.",
	TimeAxis: true,
	Calls:    true,
	draw:     drawExecution,
}

// CodeSplit is Execution on the left and Interaction on the right. All rows are equally
// high there, so that they line up.
var CodeSplit = &ViewKind{
	Name: "execution-split", Title: "Execution split view", Label: "Execution split", Key: "6",
	Help:     "The execution and the interaction view side by side.",
	TimeAxis: true,
	Moment:   true,
	Calls:    true,
	parts:    []viewPart{{Execution, 0.58}, {Interaction, 0.42}},
}

// executionView draws the execution view: lanes of calls below the states of threads.
type executionView struct {
	side  *sideView
	f     *Frame
	rows  []laneRow
	input laneInput
	lanes *laneRaster
}

// drawExecution draws the calls in the time that is shown.
func drawExecution(p *picture, r Rect) View {
	fl, v, names := p.sideways(r)
	sv := &sideView{stage: p.stage, sheet: p.sheet, view: &v, flat: fl}
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
	sv.middles = ev.middles(r.Y0 + 1.2*sv.sheet.em)
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
	lanes := ev.side.flat.rect
	lanes = Rect{round(lanes.X0), round(lanes.Y0), round(lanes.X1), round(lanes.Y1)}
	lanes.X1, lanes.Y1 = max(lanes.X1, lanes.X0+1), max(lanes.Y1, lanes.Y0+1) // of a tiny picture
	from, to := ev.side.look.Window()
	ev.rows = ev.rowsInView()
	need := laneNeed{tl: ev.side.tl, from: from, to: to, cell: cellFor(to-from, lanes.Width()), deepest: 1}
	for i := range ev.rows {
		need.threads = append(need.threads, ev.side.layout.slots[ev.rows[i].slot].threads()...)
		need.deepest = max(need.deepest, ev.rows[i].room())
	}
	need.threads = sortedThreads(need.threads)
	l, late := c.update(need, maxEvents)
	ev.f.Calls = newCalls(ev.side.stage, c, l, late)
	ev.f.Calls.rect = lanes
	if l == nil {
		return
	}
	ev.divide(l, from, to)
	if weights := ev.uneven(); weights != nil {
		stack(ev.side.layout.slots, weights)
		ev.rows = ev.rowsInView()
		ev.divide(l, from, to)
	}
	ev.f.Calls.None = true
	for i := range ev.rows {
		row := &ev.rows[i]
		ev.f.Calls.Deeper = max(ev.f.Calls.Deeper, row.depth-row.count)
		ev.f.Calls.None = ev.f.Calls.None && row.depth == 0
	}
	ev.f.Calls.rows, ev.f.Calls.time = ev.rows, newTimeScale(from, to, int(lanes.Width()), 1)
	ev.input = newLaneInput(ev.side.stage, ev.f, ev.side.sheet.canvas.Scale)
}

// divide divides the rows into lanes for the calls in an interval.
func (ev *executionView) divide(l *execution.Lanes, from, to tracefeed.Time) {
	for i := range ev.rows {
		row := &ev.rows[i]
		row.divide(l, ev.side.layout.slots[row.slot].threads(), from, to, ev.side.sheet.em)
	}
}

// uneven returns weights of rows with which those that lack lanes get the height that others
// do not need; nil if there is none, or if the heights are the user's or another view's too.
func (ev *executionView) uneven() (weights []float32) {
	slots, look := ev.side.layout.slots, ev.side.look
	if look.Kind.Moment || len(look.Opened)+len(look.Places) > 0 || len(ev.rows) != len(slots) {
		return nil
	}
	low, high := ev.side.layout.heights()
	equal := (high - low + 1) / float32(len(slots)) / ev.side.flat.perPixel()
	wanted, spare, lacking := make([]float32, len(slots)), float32(0), float32(0)
	for i := range ev.rows {
		row := &ev.rows[i]
		more := row.wanted(ev.side.sheet.em)/(rowPart*highestRow*cmp.Or(slots[row.slot].size, 1)) - equal
		wanted[row.slot] = more
		spare, lacking = spare+max(-more, 0), lacking+max(more, 0)
	}
	if spare < 1 || lacking < 1 {
		return nil
	}
	for i, more := range wanted {
		wanted[i] = equal + max(more, 0)*min(1, spare/lacking) + min(more, 0)*min(1, lacking/spare)
	}
	return wanted
}

// middles returns the middles of what is drawn in each row, by slot, for the names: in rows
// that are not full, above those of the rows, but so far below the top that the name is in the
// row. They are at or below a pixel line, as far as the rows reach.
func (ev *executionView) middles(least float32) map[int]float32 {
	middles := map[int]float32{}
	for i := range ev.rows {
		row := &ev.rows[i]
		half := min(0.65*ev.side.sheet.em, (row.bottom-row.top)/2)
		middle := max((row.top+row.lanes+float32(row.count)*row.high)/2, row.top+half)
		middles[row.slot] = max(middle, min(least, row.bottom))
	}
	return middles
}

// strips draws the states of threads at the top of their rows, and makes the whole rows
// something that can be picked.
func (ev *executionView) strips() {
	perPixel := ev.side.flat.perPixel()
	ev.side.view.Bars = flatBars(ev.side.bars(func(s *slot) mgl32.Vec2 { return mgl32.Vec2{0.01, s.row / 2} }))
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
		x0, x1 := ev.side.flat.rect.X0, ev.side.view.Rect.X1
		ev.side.view.Hits = append(ev.side.view.Hits,
			Hit{Outline: []mgl32.Vec2{{x0, row.top}, {x1, row.top}, {x1, row.bottom}, {x0, row.bottom}}, Pick: ev.side.pick(row.slot)})
	}
}

// height returns the height of a pixel line.
func (ev *executionView) height(y float32) float32 {
	fl := &ev.side.flat
	return fl.high[1] - (y-fl.rect.Y0)*fl.perPixel()
}

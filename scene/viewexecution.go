package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution"
	"tiv/scene/lane"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

// executionView draws the execution view: lanes of calls below the states of threads.
type executionView struct {
	side  *stage.Side
	f     *Frame
	rows  []lane.Row
	input lane.Input
	lanes *lane.RowRaster
}

// drawExecution draws the calls in the time that is shown.
func drawExecution(p *picture, r shape.Rect) shape.View {
	fl, v, names := p.sideways(r)
	p.pose = sidePose(fl, r, p)
	sv := &stage.Side{Stage: p.Stage, Sheet: p.Sheet, View: &v, Flat: fl}
	sv.Collections()
	sv.Grid()
	ev := &executionView{side: sv, f: p.f, lanes: &p.lanes.Raster}
	ev.read(p.lanes, p.maxEvents)
	ev.strips()
	sv.LitInterval()
	sv.SelectedInterval()
	sv.History()
	sv.MomentLine()
	stage.Course{Of: p.Look.Course}.Rows(sv)
	frameDeadlocks(sv)
	sv.FrameStuck()
	sv.Stripes()
	p.f.Flags = append(p.f.Flags, flagsOfSide(sv, len(p.f.Views))...)
	sv.Middles = ev.middles(r.Y0 + 1.2*sv.Sheet.Em)
	newRowNamer(sv, &p.links.pairs, r.X0, r.Y0, names.size).names()
	sv.Axis()
	if p.f.Calls.lanes != nil {
		p.lanes.Raster.Draw(ev.input, p.f.Calls.time, p.f.Calls.rect, ev.rows, p.Stage)
		v.Raster = &p.lanes.Raster.Raster
		p.f.Calls.describe(&p.lanes.Raster.Painter)
		outlineSelected(sv.Sheet, p.f, &p.Look.Call)
		ev.nameDeeper()
		p.callNames = ev.nameCalls
	}
	return v
}

// read chooses the rows and their lanes.
func (ev *executionView) read(c *lane.Cache, maxEvents int) {
	lanes := ev.side.Flat.Rect
	lanes = shape.Rect{X0: lane.Round(lanes.X0), Y0: lane.Round(lanes.Y0), X1: lane.Round(lanes.X1), Y1: lane.Round(lanes.Y1)}
	lanes.X1, lanes.Y1 = max(lanes.X1, lanes.X0+1), max(lanes.Y1, lanes.Y0+1) // of a tiny picture
	from, to := ev.side.Look.Window()
	ev.rows = ev.rowsInView()
	need := lane.Need{Tl: ev.side.Timeline, From: from, To: to, Cell: lane.CellFor(to-from, lanes.Width()), Deepest: 1}
	for i := range ev.rows {
		need.Threads = append(need.Threads, ev.side.Layout.Slots[ev.rows[i].Slot].Threads()...)
		need.Deepest = max(need.Deepest, ev.rows[i].Room())
	}
	need.Threads = lane.SortedThreads(need.Threads)
	l, late := c.Update(need, maxEvents)
	ev.f.Calls = newCalls(ev.side.Stage, c, l, late)
	ev.f.Calls.rect = lanes
	if l == nil {
		return
	}
	ev.divide(l, from, to)
	if weights := ev.uneven(); weights != nil {
		place.Stack(ev.side.Layout.Slots, weights)
		ev.rows = ev.rowsInView()
		ev.divide(l, from, to)
	}
	ev.f.Calls.none = true
	for i := range ev.rows {
		row := &ev.rows[i]
		ev.f.Calls.deeper = max(ev.f.Calls.deeper, row.Depth-row.Count)
		ev.f.Calls.none = ev.f.Calls.none && row.Depth == 0
	}
	ev.f.Calls.rows, ev.f.Calls.time = ev.rows, lane.NewTimeScale(from, to, int(lanes.Width()), 1)
	ev.input = newLaneInput(ev.side.Stage, ev.f, ev.side.Sheet.Canvas.Scale)
}

// divide divides the rows into lanes for the calls in an interval.
func (ev *executionView) divide(l *execution.Lanes, from, to tracefeed.Time) {
	for i := range ev.rows {
		row := &ev.rows[i]
		row.Divide(l, ev.side.Layout.Slots[row.Slot].Threads(), from, to, ev.side.Sheet.Em)
	}
}

// uneven returns weights of rows with which those that lack lanes get the height that others
// do not need; nil if there is none, or if the heights are the user's or another view's too.
func (ev *executionView) uneven() (weights []float32) {
	slots, look := ev.side.Layout.Slots, ev.side.Look
	if look.Kind.Moment || len(look.Opened)+len(look.Places) > 0 || len(ev.rows) != len(slots) {
		return nil
	}
	equal := place.Space(ev.side.Layout) / ev.side.Flat.PerPixel()
	wanted, spare, lacking := make([]float32, len(slots)), float32(0), float32(0)
	for i := range ev.rows {
		row := &ev.rows[i]
		more := slots[row.Slot].SpaceFor(row.Wanted(highStrip, ev.side.Sheet.Em)/rowPart) - equal
		wanted[row.Slot] = more
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
		half := min(0.65*ev.side.Sheet.Em, (row.Bottom-row.Top)/2)
		middle := max((row.Top+row.Lanes+float32(row.Count)*row.High)/2, row.Top+half)
		middles[row.Slot] = max(middle, min(least, row.Bottom))
	}
	return middles
}

// strips draws the states of threads at the top of their rows, and makes the whole rows
// something that can be picked.
func (ev *executionView) strips() {
	perPixel := ev.side.Flat.PerPixel()
	ev.side.View.Bars = stage.FlatBars(ev.side.Bars(func(s *place.Slot) mgl32.Vec2 { return mgl32.Vec2{0.01, s.Row / 2} }))
	near := ev.side.Depths.Near()
	for i := range ev.side.View.Bars {
		ev.side.View.Bars[i].Ahead = near
	}
	for i := range ev.rows {
		row := &ev.rows[i]
		b := &ev.side.View.Bars[row.Slot]
		bottom := row.Lanes
		if row.Count > 0 && bottom-row.Top >= 4 {
			bottom--
		}
		b.HalfHeight = (bottom - row.Top) / 2 * perPixel
		b.Center[1] = ev.height((row.Top + bottom) / 2)
		x0, x1 := ev.side.Flat.Rect.X0, ev.side.View.Rect.X1
		ev.side.View.Hits = append(ev.side.View.Hits,
			shape.Hit{Outline: []mgl32.Vec2{{x0, row.Top}, {x1, row.Top}, {x1, row.Bottom}, {x0, row.Bottom}},
				Pick: ev.side.Pick(row.Slot)})
	}
}

// height returns the height of a pixel line.
func (ev *executionView) height(y float32) float32 {
	fl := &ev.side.Flat
	return fl.High[1] - (y-fl.Rect.Y0)*fl.PerPixel()
}

const (
	// rowPart is the height of a row with calls, relative to that in the timeline.
	rowPart = 1.15
	// stripPart is the height of the strip of states, relative to the row. It is at most
	// highStrip sizes of text.
	stripPart = 0.22
	highStrip = 0.75
)

// rowsInView returns the rows of the bars in view, without lanes. Rows of threads that
// have calls are a little higher than others.
func (ev *executionView) rowsInView() (rows []lane.Row) {
	sv := ev.side
	perPixel, em := sv.Flat.PerPixel(), sv.Sheet.Em
	for i := range sv.Layout.Slots {
		s := &sv.Layout.Slots[i]
		middle, half := sv.Y(s.At[1]), rowPart*s.Row/2/perPixel
		r := lane.Row{Slot: i, Top: lane.Round(middle - half), Bottom: lane.Round(middle + half), Least: 1, Most: execution.MaxLanes}
		r.Bottom = max(r.Bottom, r.Top+1)
		if r.Bottom <= sv.Flat.Rect.Y0 || r.Top >= sv.Flat.Rect.Y1 {
			continue
		}
		if rect := sv.Flat.Rect; r.Bottom-r.Top > rect.Height() {
			r.Top, r.Bottom = max(r.Top, rect.Y0), min(r.Bottom, rect.Y1) // it fills the view
		}
		r.Lanes = r.Top + max(1, lane.Round(min(stripPart*(r.Bottom-r.Top), highStrip*em)))
		rows = append(rows, r)
	}
	return rows
}

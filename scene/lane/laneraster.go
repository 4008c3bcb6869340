package lane

import (
	"slices"

	"tiv/execution"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/stage"
)

// sampledPeriod is the width of two stripes of a sampled call, in pixels of a common screen.
const sampledPeriod = 8

// RowRaster draws lanes, and keeps the last drawing.
type RowRaster struct {
	Painter
	rows      []Row
	strengths []float32
	shape.Raster
	Bars []laneBar
	// striped are the bars of sampled calls of the lane that is drawn.
	striped [][2]int
	// marked are the bars of handlers of that lane.
	marked [][2]int
}

// handlerMark is the height of the mark along a call of a handler, in pixels of a common screen, and leastMarked the
// height of the lowest lane with marks.
const (
	handlerMark = 2
	leastMarked = 6
)

// laneBar is a call that is wide enough for its name.
type laneBar struct {
	Function int32
	Rect     shape.Rect
	Color    paint.Color
}

// Draw draws the lanes of rows into a rectangle, unless they are the last ones.
func (r *RowRaster) Draw(in Input, time TimeScale, rect shape.Rect, rows []Row, st *stage.Stage) {
	strengths := r.strengths[:0:0]
	for i := range rows {
		strengths = append(strengths, st.Emphasis(&st.Layout.Slots[rows[i].Slot]))
	}
	if r.keeps(in, st) && r.time == time && r.Rect == rect && slices.Equal(r.rows, rows) && slices.Equal(r.strengths, strengths) {
		return
	}
	r.rows, r.strengths, r.Bars = rows, strengths, r.Bars[:0]
	r.begin(in, st)
	r.Rect, r.Version = rect, shape.NextVersion()
	r.Width, r.Height = time.Columns, int(rect.Height())
	r.Pixels = slices.Grow(r.Pixels[:0], r.Width*r.Height)[:r.Width*r.Height]
	clear(r.Pixels)
	for i := range rows {
		row := &rows[i]
		r.row(st, row.Slot, time, strengths[i])
		r.count()
		for depth := range row.Count {
			if r.collect(depth) {
				r.lane(row.Lanes+float32(depth)*row.High, row.High)
			}
		}
	}
}

// lane draws the columns as a lane.
func (r *RowRaster) lane(top, high float32) {
	y0 := max(int(Round(top-r.Rect.Y0)), 0)
	y1 := min(int(Round(top+high-r.Rect.Y0)), r.Height)
	if high >= 4 {
		y1-- // a gap
	}
	if y0 >= y1 {
		return
	}
	line := r.Pixels[y0*r.Width:][:r.Width]
	r.striped, r.marked = r.striped[:0], r.marked[:0]
	r.line(line, func(c *execution.LaneCall, x0, x1 int) {
		if c.Evidence() == execution.Sampled {
			r.striped = append(r.striped, [2]int{x0, x1})
		}
		if r.handlers != nil && r.handlers[c.Function] {
			r.marked = append(r.marked, [2]int{x0, x1})
		}
		if float32(x1-x0) >= leastNameWide*r.Scale && float32(y1-y0) >= LeastNameHigh*r.Scale {
			r.Bars = append(r.Bars, laneBar{c.Function,
				shape.Rect{X0: r.Rect.X0 + float32(x0), Y0: r.Rect.Y0 + float32(y0), X1: r.Rect.X0 + float32(x1),
					Y1: r.Rect.Y0 + float32(y1)}, line[(x0+x1)/2]})
		}
	})
	for y := y0 + 1; y < y1; y++ {
		copy(r.Pixels[y*r.Width:], line)
	}
	r.stripe(y0, y1)
	r.mark(y0, y1)
}

// mark draws a line along the upper border of the handlers of a lane.
func (r *RowRaster) mark(y0, y1 int) {
	if float32(y1-y0) < leastMarked*r.Scale {
		return
	}
	for _, bar := range r.marked {
		for y := y0; y < y0+int(max(handlerMark*r.Scale, 1)); y++ {
			for x := bar[0]; x < bar[1]; x++ {
				r.Pixels[y*r.Width+x] = r.Palette.Select
			}
		}
	}
}

// stripe draws stripes over the sampled calls of a lane.
func (r *RowRaster) stripe(y0, y1 int) {
	period := int(sampledPeriod * max(r.Scale, 1))
	phase := int(float64(r.time.From) * r.time.perTime) // stripes move with the calls
	for _, bar := range r.striped {
		last, shaded := paint.Color{}, paint.Color{}
		for x := bar[0]; x < bar[1]; x++ {
			for y := y0; y < y1; y++ {
				to := &r.Pixels[y*r.Width+x]
				if (x+phase+y)%period >= period/2 {
					continue
				}
				if *to != last {
					last, shaded = *to, r.shade(*to)
				}
				*to = shaded
			}
		}
	}
}

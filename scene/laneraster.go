package scene

import (
	"slices"

	"tiv/execution"
)

// Raster is a picture that is drawn behind bars, pixel by pixel.
type Raster struct {
	// Rect is its place. Its corners are whole pixels.
	Rect Rect
	// Pixels has Width × Height colours, the top row first.
	Width, Height int
	Pixels        []Color
	// Version changes whenever Pixels do.
	Version uint64
}

// sampledPeriod is the width of two stripes of a sampled call, in pixels of a common screen.
const sampledPeriod = 8

// laneRaster draws lanes, and keeps the last drawing.
type laneRaster struct {
	lanePainter
	rows      []laneRow
	strengths []float32
	Raster
	bars []laneBar
	// striped are the bars of sampled calls of the lane that is drawn.
	striped [][2]int
}

// laneBar is a call that is wide enough for its name.
type laneBar struct {
	function int32
	rect     Rect
	color    Color
}

// draw draws the lanes of rows into a rectangle, unless they are the last ones.
func (r *laneRaster) draw(in laneInput, time timeScale, rect Rect, rows []laneRow, st *stage, f *Frame) {
	strengths := r.strengths[:0:0]
	for i := range rows {
		strengths = append(strengths, st.emphasis(&st.layout.slots[rows[i].slot]))
	}
	if r.keeps(in, f) && r.time == time && r.Rect == rect && slices.Equal(r.rows, rows) && slices.Equal(r.strengths, strengths) {
		return
	}
	r.rows, r.strengths, r.bars = rows, strengths, r.bars[:0]
	r.begin(in, st, f)
	r.Rect, r.Version = rect, versions.Add(1)
	r.Width, r.Height = time.columns, int(rect.Height())
	r.Pixels = slices.Grow(r.Pixels[:0], r.Width*r.Height)[:r.Width*r.Height]
	clear(r.Pixels)
	for i := range rows {
		row := &rows[i]
		r.row(st, f, row.slot, time, strengths[i])
		r.count()
		for depth := range row.count {
			if r.collect(depth) {
				r.lane(row.lanes+float32(depth)*row.high, row.high)
			}
		}
	}
}

// lane draws the columns as a lane.
func (r *laneRaster) lane(top, high float32) {
	y0 := max(int(round(top-r.Rect.Y0)), 0)
	y1 := min(int(round(top+high-r.Rect.Y0)), r.Height)
	if high >= 4 {
		y1-- // a gap
	}
	if y0 >= y1 {
		return
	}
	line := r.Pixels[y0*r.Width:][:r.Width]
	r.striped = r.striped[:0]
	r.line(line, func(c *execution.LaneCall, x0, x1 int) {
		if c.Evidence() == execution.Sampled {
			r.striped = append(r.striped, [2]int{x0, x1})
		}
		if float32(x1-x0) >= leastNameWide*r.scale && float32(y1-y0) >= leastNameHigh*r.scale {
			r.bars = append(r.bars, laneBar{c.Function,
				Rect{r.Rect.X0 + float32(x0), r.Rect.Y0 + float32(y0), r.Rect.X0 + float32(x1), r.Rect.Y0 + float32(y1)}, line[(x0+x1)/2]})
		}
	})
	for y := y0 + 1; y < y1; y++ {
		copy(r.Pixels[y*r.Width:], line)
	}
	r.stripe(y0, y1)
}

// stripe draws stripes over the sampled calls of a lane.
func (r *laneRaster) stripe(y0, y1 int) {
	period := int(sampledPeriod * max(r.scale, 1))
	phase := int(float64(r.time.from) * r.time.perTime) // stripes move with the calls
	for _, bar := range r.striped {
		last, shaded := Color{}, Color{}
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

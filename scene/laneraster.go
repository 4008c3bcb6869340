package scene

import (
	"math"
	"slices"

	"tiv/execution"
	"tiv/execution/slice"
	"tiv/tracefeed"
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

// faintestCall is the strength of a pixel whose time is hardly covered by calls: they must
// not vanish. While a call is selected, calls of its function are at least as strong as
// foundCall, and others have the part otherCall of that. sampledShade is how far every second
// stripe of a sampled call is moved to the ground, startShade its first column.
const (
	faintestCall = 0.35
	foundCall    = 0.8
	otherCall    = 0.5
	sampledShade = 0.3
	startShade   = 0.55
)

// sampledPeriod is the width of two stripes of a sampled call, in pixels of a common screen.
const sampledPeriod = 8

// laneInput determines a raster, besides its rows and their strengths.
type laneInput struct {
	lanes    *execution.Lanes
	from, to tracefeed.Time
	rect     Rect
	by       CallColors
	palette  *Palette
	function string // that is highlighted; "" for none
	scale    float32
	// shares and cut are the versions of the states of threads, if they decide colours.
	shares, cut uint64
	// partition has the slices, if they decide colours; else nil.
	partition *slice.Partition
}

// laneRaster draws lanes, and keeps the last drawing.
type laneRaster struct {
	input     laneInput
	rows      []laneRow
	strengths []float32
	layers    [2][]LayerStyle // of the states
	Raster
	shown   shownCalls
	bars    []laneBar
	style   callStyle
	columns []laneColumn
	stateOf []Color // by column
	// calls are those of the lane that is drawn, striped its bars of sampled calls.
	calls   []execution.LaneCall
	striped [][2]int
	// ends are the numbers of calls of each thread of the row and those before it.
	ends []int
	// parts are the colours of the parts of the partition, sums their times.
	parts []Color
	sums  []tracefeed.Time
	// perTime is the number of columns of a nanosecond.
	perTime float64
}

// laneColumn is what a lane shows in a column of pixels: the longest call there.
type laneColumn struct {
	call int32 // its number among those of the lane, from 1; 0 for none
	// covered is the part of the column that calls cover, at most 1.
	covered float32
}

// laneBar is a call that is wide enough for its name.
type laneBar struct {
	function int32
	rect     Rect
	color    Color
}

// shownCalls is what is to be seen of calls.
type shownCalls struct {
	// pixels are by function, or by the number of its colour in the legend.
	pixels          []int32
	sampled, merged bool
}

// draw draws the lanes of rows, unless they are the last ones.
func (r *laneRaster) draw(in laneInput, rows []laneRow, st *stage, f *Frame) {
	strengths := r.strengths[:0:0]
	for i := range rows {
		strengths = append(strengths, st.emphasis(&st.layout.slots[rows[i].slot]))
	}
	var layers [2][]LayerStyle
	if in.by == ByState {
		layers = [2][]LayerStyle{f.Layers, f.DetailLayers}
	}
	if r.input == in && slices.Equal(r.rows, rows) && slices.Equal(r.strengths, strengths) &&
		slices.Equal(r.layers[0], layers[0]) && slices.Equal(r.layers[1], layers[1]) {
		return
	}
	r.layers = layers
	r.input, r.rows, r.strengths, r.bars = in, rows, strengths, r.bars[:0]
	r.style.prepare(st.tl, in.lanes, in.by, in.palette)
	r.shown = shownCalls{pixels: make([]int32, len(in.lanes.Functions))}
	r.Rect, r.Version = in.rect, versions.Add(1)
	r.Width, r.Height = int(in.rect.Width()), int(in.rect.Height())
	r.perTime = float64(r.Width) / float64(max(in.to-in.from, 1))
	r.Pixels = slices.Grow(r.Pixels[:0], r.Width*r.Height)[:r.Width*r.Height]
	clear(r.Pixels)
	r.columns = slices.Grow(r.columns[:0], r.Width)[:r.Width]
	for i := range rows {
		r.row(&rows[i], strengths[i], st, f)
	}
}

// row draws the lanes of a row.
func (r *laneRaster) row(row *laneRow, strength float32, st *stage, f *Frame) {
	threads := st.layout.slots[row.slot].threads()
	if r.input.partition != nil {
		r.parts = partColors(st, f)
		r.stateOf = slices.Grow(r.stateOf[:0], r.Width)[:r.Width]
	} else if r.input.by == ByState {
		r.states(f, row.slot, st.layout.slots[row.slot].close)
	}
	for depth := range row.count {
		r.calls, r.ends = r.calls[:0], r.ends[:0]
		for _, t := range threads {
			if lanes, _ := r.input.lanes.Of(t); depth < len(lanes) {
				calls := callsBetween(r.input.lanes, lanes[depth], r.input.from, r.input.to)
				if len(threads) == 1 {
					r.calls = calls // not changed
				} else {
					r.calls = append(r.calls, calls...)
				}
			}
			r.ends = append(r.ends, len(r.calls))
		}
		if len(r.calls) > 0 {
			r.collect(1 / float32(len(threads)))
			r.lane(threads, depth, row.lanes+float32(depth)*row.high, row.high, strength)
		}
		if len(threads) == 1 {
			r.calls = nil
		}
	}
}

// collect finds the longest call of each column. A call covers it with a weight.
func (r *laneRaster) collect(weight float32) {
	clear(r.columns)
	in, cell := &r.input, r.input.lanes.Cell
	for i := range r.calls {
		c := &r.calls[i]
		start, end := c.Extent(cell)
		if end <= in.from && start < in.from || start >= in.to {
			continue // it only touches the interval
		}
		density := weight
		if c.Calls() > 1 {
			density *= float32(float64(c.Busy) / float64(end-start))
			r.shown.merged = true
		}
		x0, x1 := float64(start-in.from)*r.perTime, float64(end-in.from)*r.perTime
		first := min(max(int(x0), 0), r.Width-1)
		last := min(max(int(math.Ceil(x1))-1, first), r.Width-1)
		length := c.End - c.Start
		for x := first; x <= last; x++ {
			col := &r.columns[x]
			if x > first && x < last {
				col.covered += density
			} else {
				col.covered += density * float32(min(x1, float64(x+1))-max(x0, float64(x)))
			}
			if n := col.call - 1; n < 0 || length > r.calls[n].End-r.calls[n].Start {
				col.call = int32(i + 1)
			}
		}
		r.shown.sampled = r.shown.sampled || c.Evidence() == execution.Sampled
	}
}

// lane draws the columns as the lane of threads at a depth.
func (r *laneRaster) lane(threads []tracefeed.ThreadID, depth int, top, high, strength float32) {
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
	for x := 0; x < r.Width; {
		n := r.columns[x].call
		last := x + 1
		for last < r.Width && r.columns[last].call == n {
			last++
		}
		if n > 0 {
			if r.input.partition != nil {
				thread := slices.IndexFunc(r.ends, func(end int) bool { return int(n) <= end })
				r.slices(threads[thread], depth, &r.calls[n-1], x, last)
			}
			r.bar(line, &r.calls[n-1], x, last, strength)
			if float32(last-x) >= leastNameWide*r.input.scale && float32(y1-y0) >= leastNameHigh*r.input.scale {
				r.bars = append(r.bars, laneBar{r.calls[n-1].Function, Rect{r.Rect.X0 + float32(x), r.Rect.Y0 + float32(y0), r.Rect.X0 + float32(last), r.Rect.Y0 + float32(y1)}, line[(x+last)/2]})
			}
		}
		x = last
	}
	for y := y0 + 1; y < y1; y++ {
		copy(r.Pixels[y*r.Width:], line)
	}
	r.stripe(y0, y1)
}

// bar draws the columns of a call from one to another, exclusive, into a line of pixels. A
// wide one has a darker first column, so that calls of one function after each other differ.
func (r *laneRaster) bar(line []Color, c *execution.LaneCall, x0, x1 int, strength float32) {
	in := &r.input
	r.shown.pixels[c.Function] += int32(x1 - x0)
	if in.function != "" { // its calls are to be found in all threads
		strength = max(strength, foundCall)
		if in.lanes.Functions[c.Function] != in.function {
			strength *= otherCall
		}
	}
	if c.Evidence() == execution.Sampled {
		r.striped = append(r.striped, [2]int{x0, x1})
	}
	ground, color := in.palette.Ground, r.style.of(c.Function)
	const steps = 64
	last, full := int32(-1), Color{}
	for x := x0; x < x1; x++ {
		share := int32(min(r.columns[x].covered, 1) * steps)
		if in.by == ByState && (x == x0 || r.stateOf[x] != color) {
			color, last = r.stateOf[x], -1
		}
		if share != last {
			last, full = share, ground.Toward(color, min(strength*(faintestCall+(1-faintestCall)/steps*float32(share)), 1))
		}
		line[x] = full
	}
	if x1-x0 >= 4 && c.Calls() == 1 && float64(c.Start-in.from)*r.perTime >= float64(x0) {
		line[x0] = line[x0].Toward(ground, startShade)
	}
}

// stripe draws stripes over the sampled calls of a lane.
func (r *laneRaster) stripe(y0, y1 int) {
	period := int(sampledPeriod * max(r.input.scale, 1))
	phase := int(float64(r.input.from) * r.perTime) // stripes move with the calls
	for _, bar := range r.striped {
		last, shaded := Color{}, Color{}
		for x := bar[0]; x < bar[1]; x++ {
			for y := y0; y < y1; y++ {
				to := &r.Pixels[y*r.Width+x]
				if (x+phase+y)%period >= period/2 {
					continue
				}
				if *to != last {
					last, shaded = *to, to.Toward(r.input.palette.Ground, sampledShade)
				}
				*to = shaded
			}
		}
	}
}

// states finds the colour of the longest state, or slice, of a row in each column.
func (r *laneRaster) states(f *Frame, row int, detailed bool) {
	r.stateOf = slices.Grow(r.stateOf[:0], r.Width)[:r.Width]
	layers := f.Layers
	if detailed && f.DetailLayers != nil {
		layers = f.DetailLayers
	}
	until, color := tracefeed.Time(-1), Color{}
	for x := range r.stateOf {
		t := r.input.from + tracefeed.Time((float64(x)+0.5)/r.perTime)
		if t >= until || x == 0 {
			var cell []uint16
			cell, _, until = f.cellAt(row, t)
			color = r.longestState(layers, cell)
		}
		r.stateOf[x] = color
	}
}

// longestState returns the colour of the highest layer of a cell.
func (r *laneRaster) longestState(layers []LayerStyle, cell []uint16) Color {
	color, most, below := r.input.palette.Neutral, uint16(0), uint16(0)
	for k, l := range layers {
		if cell[k]-below > most {
			color, most = l.Color, cell[k]-below
		}
		below = cell[k]
	}
	return color
}

package lane

import (
	"math"
	"slices"
	"strings"

	"tiv/execution"
	"tiv/execution/slice"
	"tiv/scene/paint"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// faintestCall is the strength of a pixel with hardly any time of calls, which must not
// vanish. While a call is selected, or functions are searched for, calls of theirs are at least as strong as
// foundCall, and others have the part otherCall of that. sampledShade is how far every second
// stripe of a sampled call is moved to the ground, startShade its first column. outsideCall is
// the strength of calls outside of the base, relative to others.
const (
	FaintestCall = 0.35
	foundCall    = 0.8
	otherCall    = 0.5
	sampledShade = 0.3
	startShade   = 0.55
	outsideCall  = 0.3
)

// Input determines the colours of calls, besides the strengths of their rows.
type Input struct {
	Lanes    *execution.Lanes
	By       view.CallColors
	Palette  *paint.Palette
	Function string // that is highlighted; "" for none
	Found    string // is Look.Found
	// Handlers is Look.Handlers.
	Handlers *view.Functions
	Scale    float32
	// Shares and cut are the versions of the states of threads, if they decide colours.
	Shares, Cut uint64
	// Partition has the slices, if they decide colours; else nil.
	Partition *slice.Partition
	// Base is the time that counts, if colours do not say it; nil for all.
	Base *slice.Set
}

// Painter draws lanes of calls as lines of pixels, one after the other.
type Painter struct {
	Input
	layers [2][]paint.Style // of the states, if they decide colours
	Shown  shownCalls
	Style  callStyle
	lit    []bool // by function: its calls are highlighted; nil if all are equal
	// handlers says by function whether it is one of Handlers; nil for none.
	handlers []bool
	// The row that is drawn: its threads, time and strength.
	threads  []tracefeed.ThreadID
	time     TimeScale
	strength float32
	columns  []laneColumn
	depth    int           // of the lane that is drawn
	stateOf  []paint.Color // by column
	// calls are those of the lane that is drawn; those of several threads are in several.
	calls, several []execution.LaneCall
	// ends are the numbers of calls of each thread of the row and those before it.
	ends []int
	// parts are the colours of the parts of the partition, sums their times.
	parts []paint.Color
	sums  []tracefeed.Time
}

// laneColumn is what a lane shows in a column of pixels: the longest call there.
type laneColumn struct {
	call int32 // its number among those of the lane, from 1; 0 for none
	// covered is the part of the column that calls cover, at most 1.
	covered float32
}

// shownCalls is what is to be seen of calls.
type shownCalls struct {
	// Pixels are by function, or by the number of its colour in the legend.
	Pixels          []int32
	Sampled, Merged bool
	Found           int
	FoundAtMost     bool
}

// stateLayers returns the layers of a picture, if states decide colours.
func (in *Input) stateLayers(st *stage.Stage) (layers [2][]paint.Style) {
	if in.By == view.ByState {
		layers = st.Styles
	}
	return layers
}

// keeps reports whether the colours of a picture are those of the last one.
func (p *Painter) keeps(in Input, st *stage.Stage) bool {
	layers := in.stateLayers(st)
	return p.Input == in && slices.Equal(p.layers[0], layers[0]) && slices.Equal(p.layers[1], layers[1])
}

// begin prepares a picture.
func (p *Painter) begin(in Input, st *stage.Stage) {
	p.Input, p.layers = in, in.stateLayers(st)
	p.Style.prepare(st.Timeline, in.Lanes, in.By, in.Palette)
	p.Shown = shownCalls{Pixels: make([]int32, len(in.Lanes.Functions))}
	if in.Partition != nil {
		p.parts = partColors(st)
	}
	p.lit, p.handlers = in.highlighted(), nil
	if in.Handlers != nil {
		p.handlers = make([]bool, len(in.Lanes.Functions))
		for i, name := range in.Lanes.Functions {
			p.handlers[i] = in.Handlers.Has(name)
		}
	}
}

// highlighted returns the functions whose calls are highlighted; nil for none.
func (in *Input) highlighted() (lit []bool) {
	if in.Function == "" && in.Found == "" {
		return nil
	}
	lit = make([]bool, len(in.Lanes.Functions))
	exact := slices.Contains(in.Lanes.Functions, in.Found)
	part := strings.ToLower(in.Found)
	for i, name := range in.Lanes.Functions {
		lit[i] = in.Function != "" && name == in.Function || exact && name == in.Found ||
			!exact && part != "" && strings.Contains(strings.ToLower(name), part)
	}
	return lit
}

// count counts the calls of highlighted functions in the lanes of a row, if they were searched for.
func (p *Painter) count() {
	if p.Found == "" {
		return
	}
	for _, t := range p.threads {
		lanes, _ := p.Lanes.Of(t)
		for _, lane := range lanes {
			calls := CallsBetween(p.Lanes, lane, p.time.From, p.time.To)
			for i := range calls {
				if p.lit[calls[i].Function] {
					p.Shown.Found += calls[i].Calls()
					p.Shown.FoundAtMost = p.Shown.FoundAtMost || calls[i].Calls() > 1
				}
			}
		}
	}
}

// row prepares the lanes of a slot.
func (p *Painter) row(st *stage.Stage, slot int, time TimeScale, strength float32) {
	p.threads, p.time, p.strength = st.Layout.Slots[slot].Threads(), time, strength
	p.columns = slices.Grow(p.columns[:0], time.Columns)[:time.Columns]
	p.stateOf = slices.Grow(p.stateOf[:0], time.Columns)[:time.Columns]
	if p.Partition == nil && p.By == view.ByState {
		p.states(st, slot, st.Layout.Slots[slot].Close)
	}
}

// collect finds the longest call of each column at a depth. It reports whether there is any.
func (p *Painter) collect(depth int) bool {
	p.depth, p.calls, p.ends, p.several = depth, nil, p.ends[:0], p.several[:0]
	for _, t := range p.threads {
		if lanes, _ := p.Lanes.Of(t); depth < len(lanes) {
			calls := CallsBetween(p.Lanes, lanes[depth], p.time.From, p.time.To)
			if len(p.threads) == 1 {
				p.calls = calls // not changed
			} else {
				p.several = append(p.several, calls...)
				p.calls = p.several
			}
		}
		p.ends = append(p.ends, len(p.calls))
	}
	if len(p.calls) == 0 {
		return false
	}
	clear(p.columns)
	for i := range p.calls {
		p.cover(i)
	}
	return true
}

// cover covers the columns of a call of the lane.
func (p *Painter) cover(i int) {
	c := &p.calls[i]
	start, end := c.Extent(p.Lanes.Cell)
	if end <= p.time.From && start < p.time.From || start >= p.time.To {
		return // it only touches the interval
	}
	density := 1 / float32(len(p.threads))
	if c.Calls() > 1 {
		density *= float32(float64(c.Busy) / float64(end-start))
		p.Shown.Merged = true
	}
	x0, x1 := p.time.Column(start), p.time.Column(end)
	first := min(int(x0), p.time.Columns-1)
	last := min(max(int(math.Ceil(x1))-1, first), p.time.Columns-1)
	length := c.End - c.Start
	for x := first; x <= last; x++ {
		col := &p.columns[x]
		if x > first && x < last {
			col.covered += density
		} else {
			col.covered += density * float32(min(x1, float64(x+1))-max(x0, float64(x)))
		}
		if n := col.call - 1; n < 0 || length > p.calls[n].End-p.calls[n].Start {
			col.call = int32(i + 1)
		}
	}
	p.Shown.Sampled = p.Shown.Sampled || c.Evidence() == execution.Sampled
}

// line draws the lane into a line of pixels, and calls f for each call with its columns: from
// x0 to x1, exclusive.
func (p *Painter) line(line []paint.Color, f func(c *execution.LaneCall, x0, x1 int)) {
	for x := 0; x < len(line); {
		n := p.columns[x].call
		last := x + 1
		for last < len(line) && p.columns[last].call == n {
			last++
		}
		if n > 0 {
			if p.Partition != nil {
				p.slices(p.threadOf(n), &p.calls[n-1], x, last)
			}
			p.bar(line, &p.calls[n-1], x, last)
			if p.Base != nil {
				p.fade(line, p.threadOf(n), &p.calls[n-1], x, last)
			}
			f(&p.calls[n-1], x, last)
		}
		x = last
	}
}

// threadOf returns the thread of a call of the lane, which are counted from 1.
func (p *Painter) threadOf(call int32) tracefeed.ThreadID {
	return p.threads[slices.IndexFunc(p.ends, func(end int) bool { return int(call) <= end })]
}

// bar draws the columns of a call from one to another, exclusive, into a line of pixels. A
// wide one has a darker first column, so that calls of one function after each other differ.
func (p *Painter) bar(line []paint.Color, c *execution.LaneCall, x0, x1 int) {
	p.Shown.Pixels[c.Function] += int32(x1 - x0)
	strength := p.strength
	if p.lit != nil { // to be found in all threads
		strength = max(strength, foundCall)
		if !p.lit[c.Function] {
			strength *= otherCall
		}
	}
	ground, color := p.Palette.Ground, p.Style.Of(c.Function)
	const steps = 64
	last, full := int32(-1), paint.Color{}
	for x := x0; x < x1; x++ {
		share := int32(min(p.columns[x].covered, 1) * steps)
		if p.By == view.ByState && (x == x0 || p.stateOf[x] != color) {
			color, last = p.stateOf[x], -1
		}
		if share != last {
			last, full = share, ground.Toward(color, min(strength*(FaintestCall+(1-FaintestCall)/steps*float32(share)), 1))
		}
		line[x] = full
	}
	if x1-x0 >= 4 && c.Calls() == 1 && c.Start >= p.time.From && p.time.Column(c.Start) >= float64(x0) {
		line[x0] = line[x0].Toward(ground, startShade)
	}
}

// shade returns the colour of every second stripe of a sampled call.
func (p *Painter) shade(c paint.Color) paint.Color {
	return c.Toward(p.Palette.Ground, sampledShade)
}

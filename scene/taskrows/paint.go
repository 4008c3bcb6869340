package taskrows

import (
	"math"
	"slices"

	"tiv/scene/lane"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// painter draws rows pixel by pixel, and keeps the last picture.
type painter struct {
	shape.Raster
	drawn    drawing
	inks     [NumShares]ink
	names    []name
	contents Contents
}

// drawing is what a raster shows.
type drawing struct {
	rows    []drawnRow
	time    lane.TimeScale
	rect    shape.Rect
	palette *paint.Palette
	scale   float32
	// plain says that states have no patterns.
	plain bool
}

// drawnRow is a row of a raster.
type drawnRow struct {
	task, group int32
	y0, y1      int
	pinned      bool
	strip       *strip
	band        *band
	end         tracefeed.Time // of its task, and of those around it
}

// ink is the look of a share: a colour, and that of the lines of its pattern.
type ink struct {
	fill, line paint.Color
	pattern    paint.Pattern
}

// name is a stretch with room for the name of its thread.
type name struct {
	rect   shape.Rect
	task   int32
	thread tracefeed.ThreadID
	number int
	color  paint.Color
	plain  bool // the name is on one colour
}

// Looks of rows: how far inferred work, the life of a task that was not read yet, and the ground of types
// are from the ground; and the lines of a queue.
const (
	inferredShade = 0.5
	unreadShade   = 0.12
	headShade     = 0.045
	bandShade     = 0.62
	queueShade    = 0.5
	queueGround   = 0.06
)

// inksOf returns the looks of shares in a palette.
func inksOf(p *paint.Palette, plain bool) (inks [NumShares]ink) {
	for s := range tracefeed.NumStates {
		style := p.Layers[tracefeed.State(s).Word()]
		if inks[s] = (ink{style.Color, style.Ink(), style.Pattern}); plain {
			inks[s].pattern = paint.Plain
		}
		fill := p.Ground.Toward(style.Color, inferredShade)
		inks[inferred+s] = ink{fill, p.Ground.Toward(style.Color, 0.25), paint.Vertical}
	}
	inks[queued] = ink{p.Shade(queueGround), p.Shade(queueShade), paint.Hatch}
	return inks
}

// Draw draws the rows, unless they are the last ones, and returns their raster.
func (v *View) Draw(in Input) *shape.Raster {
	c := v.cache
	d := drawing{time: v.time, rect: v.Rect, palette: in.Colors, scale: in.Canvas.Scale, plain: in.Look.Plain}
	for i := range v.Rows {
		r := &v.Rows[i]
		n := drawnRow{task: r.line.task, group: r.line.group, pinned: r.pinned, y0: int(r.Top - v.Rect.Y0), y1: int(r.Bottom - v.Rect.Y0)}
		if r.Task == None {
			n.band = c.band(n.group)
		} else {
			n.strip, n.end = c.strip(n.task), c.endOf(r.Task)
		}
		d.rows = append(d.rows, n)
	}
	p := &c.painter
	last := &p.drawn
	if d.time != last.time || d.rect != last.rect || d.palette != last.palette || d.scale != last.scale || d.plain != last.plain ||
		!slices.Equal(d.rows, last.rows) {
		p.draw(&d, c)
	}
	v.Contents = p.contents
	return &p.Raster
}

// endOf returns the end of a task, or the earliest of those around it that the trace has.
func (c *Cache) endOf(i int) tracefeed.Time {
	end := tracefeed.Time(1<<63 - 1)
	for ; i >= 0; i = c.need.tasks.Tasks[i].Around {
		if t := &c.need.tasks.Tasks[i]; t.Ended {
			end = min(end, t.End)
		}
	}
	return end
}

// draw draws a picture.
func (p *painter) draw(d *drawing, c *Cache) {
	p.drawn, p.inks, p.names = *d, inksOf(d.palette, d.plain), p.names[:0]
	p.Rect, p.Width, p.Height, p.Version = d.rect, d.time.Columns, int(d.rect.Height()), shape.NextVersion()
	p.Pixels = slices.Grow(p.Pixels[:0], p.Width*p.Height)[:p.Width*p.Height]
	clear(p.Pixels)
	var pinned *drawnRow
	for i := range d.rows {
		r := &d.rows[i]
		switch {
		case r.pinned:
			pinned = r
		case r.band != nil || r.task == none:
			p.head(r)
		case r.strip != nil:
			p.task(r)
		default:
			p.unread(r, c.need.order.extents[r.task])
		}
	}
	if pinned != nil {
		bottom := d.rect.Y0 + float32(pinned.y1)
		p.names = slices.DeleteFunc(p.names, func(n name) bool { return n.rect.Y0 < bottom })
		p.head(pinned)
	}
	p.describe()
}

// gapBelow returns the number of pixel lines of a row that are free below what it shows, in a canvas with a scale.
func gapBelow(high int, scale float32) int {
	if high < 6 {
		return 0
	}
	return 1 + int(scale)
}

// inside returns the lines of a row in the raster, without a gap below.
func (p *painter) inside(r *drawnRow) (y0, y1 int) {
	y0, y1 = r.y0, r.y1-gapBelow(r.y1-r.y0, p.drawn.scale)
	return max(y0, 0), min(y1, p.Height)
}

// unread draws the life of a task of which nothing was read yet.
func (p *painter) unread(r *drawnRow, e extent) {
	y0, y1 := p.inside(r)
	color := p.drawn.palette.Shade(unreadShade)
	x0, x1 := p.columns(e.start, e.end)
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			p.Pixels[y*p.Width+x] = color
		}
	}
}

// columns returns the columns of an interval, at least one if it is in view.
func (p *painter) columns(from, to tracefeed.Time) (x0, x1 int) {
	t := &p.drawn.time
	if to < t.From || from > t.To {
		return 0, 0
	}
	x0 = min(int(t.Column(from)), p.Width-1)
	return x0, min(max(int(t.Column(to)+0.999), x0+1), p.Width)
}

// task draws the row of a task.
func (p *painter) task(r *drawnRow) {
	y0, y1 := p.inside(r)
	if y0 >= y1 {
		return
	}
	s, k := r.strip, 0
	time := &p.drawn.time
	late := p.Width // the first column without a cell from before the end
	if r.end < time.To-s.cell {
		late = int(math.Ceil(time.Column(r.end + s.cell)))
	}
	top, bottom := r.y0, r.y1-gapBelow(r.y1-r.y0, p.drawn.scale)
	under := max(int(2*p.drawn.scale), 1)
	for x := 0; x < p.Width; x++ {
		a, z := cells(s.from, s.cell, time, float64(x))
		mean := s.between(a, z, &k)
		sum, work := float32(0), float32(0)
		for share, m := range &mean {
			if sum += m; share < queued {
				work += m
			}
		}
		if sum <= 0 { // up to the next run there is nothing
			if k+1 == len(s.runs) {
				break
			}
			next := s.from + tracefeed.Time(s.runs[k+1].first)*s.cell
			x = max(x, int(time.Column(next))-1)
			continue
		}
		p.column(x, top, bottom, &mean, sum)
		if x >= late && work > 0 {
			p.fill(x, max(bottom-under, y0), y1, p.drawn.palette.Warning)
		}
	}
	p.stretches(r, top, bottom)
}

// column draws the shares of a column between two lines of a row, the first at the bottom. They have the
// whole height; what they lack of the column makes them weaker.
func (p *painter) column(x, top, bottom int, mean *Shares, sum float32) {
	const faintest = lane.FaintestCall
	strength := faintest + (1-faintest)*min(sum, 1)
	high := float32(bottom-top) / sum
	low, below := bottom, float32(0)
	for share, m := range mean {
		if m == 0 {
			continue
		}
		below += m
		y := max(bottom-int(below*high+0.5), top)
		i := &p.inks[share]
		fill, line := i.fill, i.line
		if strength < 0.999 {
			fill, line = p.drawn.palette.Ground.Toward(fill, strength), p.drawn.palette.Ground.Toward(line, strength)
		}
		if i.pattern == paint.Plain {
			p.fill(x, max(y, 0), min(low, p.Height), fill)
		} else {
			k := int(max(p.drawn.scale, 1))
			for yy := max(y, 0); yy < min(low, p.Height); yy++ {
				color := fill
				if marked(i.pattern, x, yy, k) {
					color = line
				}
				p.Pixels[yy*p.Width+x] = color
			}
		}
		low = y
	}
}

// fill fills a column between two lines.
func (p *painter) fill(x, y0, y1 int, color paint.Color) {
	for y := y0; y < y1; y++ {
		p.Pixels[y*p.Width+x] = color
	}
}

// marked reports whether a pixel is on a line of a pattern, at a scale.
func marked(p paint.Pattern, x, y, k int) bool {
	period, thick := 8*k, k
	switch p {
	case paint.DiagonalUp:
		return (x+y)%period < thick
	case paint.DiagonalDown:
		return (x-y+(1<<20)*period)%period < thick
	case paint.Horizontal:
		return y%(6*k) < thick
	case paint.Vertical:
		return x%(4*k) < 2*thick
	case paint.Dots:
		return x%(5*k) < thick && y%(5*k) < thick
	case paint.Cross:
		return (x+y)%period < thick || (x-y+(1<<20)*period)%period < thick
	case paint.Hatch:
		return (x+y)%(6*k) < 2*k
	}
	return false
}

// stretches notes the stretches with room for a name.
func (p *painter) stretches(r *drawnRow, top, bottom int) {
	k := p.drawn.scale
	if top < 0 || bottom > p.Height || float32(bottom-top) < lane.LeastNameHigh*k {
		return
	}
	time := &p.drawn.time
	for _, s := range r.strip.stretches {
		if s.end <= time.From || s.start >= time.To {
			continue
		}
		x0, x1 := int(time.Column(s.start)+0.999), int(time.Column(s.end))
		if float32(x1-x0) < leastNameWide*k {
			continue
		}
		n := name{task: r.task, thread: s.thread, number: s.number, rect: shape.Rect{X0: p.Rect.X0 + float32(x0),
			Y0: p.Rect.Y0 + float32(top), X1: p.Rect.X0 + float32(x1), Y1: p.Rect.Y0 + float32(bottom)}}
		n.color, n.plain = p.colorIn(x0, min(x0+int(12*13*k), x1), top, bottom)
		p.names = append(p.names, n)
	}
}

// leastNameWide is the smallest width of a stretch with a name, in pixels of a common screen.
const leastNameWide = 26

// colorIn returns the colour of the middle of a part of a row, and whether nothing of it has very different ones.
func (p *painter) colorIn(x0, x1, top, bottom int) (c paint.Color, plain bool) {
	y := (top + bottom) / 2
	c, plain = p.Pixels[y*p.Width+x0], true
	for x := x0; x < x1; x += 3 {
		for _, y := range [...]int{top + 2, y, bottom - 3} {
			if o := p.Pixels[y*p.Width+x]; far(o.R, c.R) || far(o.G, c.G) || far(o.B, c.B) {
				plain = false
			}
		}
	}
	return c, plain
}

func far(a, b uint8) bool { return max(a, b)-min(a, b) > 70 }

// head draws the row of a type: how many of its tasks there are, those at work below those in queues.
func (p *painter) head(r *drawnRow) {
	y0, y1 := max(r.y0, 0), min(r.y1, p.Height)
	palette := p.drawn.palette
	ground := palette.Ground.Toward(palette.Text, headShade)
	for y := y0; y < y1; y++ {
		line := p.Pixels[y*p.Width:][:p.Width]
		for x := range line {
			line[x] = ground
		}
	}
	b := r.band
	if b == nil {
		return
	}
	most := max(b.mostBetween(p.drawn.time.From, p.drawn.time.To), 1)
	top, bottom := r.y0+1+int(p.drawn.scale), r.y1-1-int(p.drawn.scale)
	high := float32(bottom-top) / most
	busyColor, queue := palette.Shade(bandShade), &p.inks[queued]
	k := int(max(p.drawn.scale, 1))
	for x := range p.Width {
		a, z := cells(b.from, b.cell, &p.drawn.time, float64(x))
		busy, queued := b.between(a, z)
		if busy+queued <= 0 {
			continue
		}
		all := max(busy+queued, 1/high) // at least a pixel
		mid := bottom - int(busy*high+0.5)
		up := max(bottom-int(all*high+0.5), top)
		p.fill(x, max(mid, 0, top), min(bottom, p.Height), busyColor)
		for y := max(up, 0); y < min(mid, p.Height); y++ {
			p.Pixels[y*p.Width+x] = queue.fill
			if marked(queue.pattern, x, y, k) {
				p.Pixels[y*p.Width+x] = queue.line
			}
		}
	}
}

// describe says what is to be seen.
func (p *painter) describe() {
	p.contents = Contents{}
	from, to := p.drawn.time.From, p.drawn.time.To
	for i := range p.drawn.rows {
		r := &p.drawn.rows[i]
		if r.band != nil && !p.contents.Queued {
			p.contents.Queued = slices.ContainsFunc(r.band.queued, func(q float32) bool { return q > 0 })
		}
		s := r.strip
		for k := 0; s != nil && k < len(s.runs); k++ {
			begin := s.from + tracefeed.Time(s.runs[k].first)*s.cell
			until := s.to
			if k+1 < len(s.runs) {
				until = s.from + tracefeed.Time(s.runs[k+1].first)*s.cell
			}
			if until > from && begin < to {
				p.contents.see(&s.runs[k].shares, begin >= r.end)
			}
		}
	}
}

// see notes what a run shows.
func (c *Contents) see(shares *[NumShares]uint16, late bool) {
	for share, x := range shares {
		switch {
		case x == 0:
		case share == queued:
			c.Queued = true
		default:
			c.Late = c.Late || late
			c.Inferred = c.Inferred || share >= inferred
			c.States[share%inferred] = true
		}
	}
}

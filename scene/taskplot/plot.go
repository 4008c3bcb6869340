package taskplot

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/task/measure"
	"tiv/tracefeed"
)

// Plot draws event plots, and keeps what the last one was made of.
type Plot struct {
	canvas  canvas
	summary summary
	raster  shape.Raster
	drawn   drawing
	picture
}

// drawing is what a raster was drawn from.
type drawing struct {
	columns *Columns
	field   field
	palette *paint.Palette
	chosen  int // the version of the selection
}

// picture is the last picture of a plot; without columns, one of no tasks.
type picture struct {
	columns *Columns
	look    *view.Look
	rect    shape.Rect // of the raster
	scale   float32    // of the canvas
	boxes   []Bin
}

// Bin is a bar of the histogram.
type Bin struct {
	// Rect is the place of the bar and of the room beside it.
	Rect shape.Rect
	// Least and Below are its edges: the numbers of its tasks are from Least to before Below. A Below
	// of 0 is no limit.
	Least, Below int64
	// Count is their number, types that of each type.
	Count int
	types [mostTypes + 1]int32
}

// Sizes in sizes of common text.
const (
	leastPlot    = 26 // width of a plot with a histogram beside it
	histogram    = 11 // width of the largest histogram
	leastBin     = 0.5
	tickRoom     = 2.2 // between ticks of the axis of numbers
	leastMark    = 3   // pixels of a common screen
	manyTasks    = 30_000
	veryMany     = 300_000
	afterNumbers = 0.5
)

// Column returns the width of the column of numbers beside a plot.
func Column(c *Columns, sh *shape.Sheet) float32 {
	wide := float32(0)
	for _, n := range c.scale.Ticks(0, 1, 12) {
		wide = max(wide, assets.TextWidth(c.scale.Measure.Format(n), 0.9*sh.Em, false))
	}
	return wide + (afterNumbers+0.7)*sh.Em
}

// Beside returns the width of the histogram beside a plot of a width; 0 if there is no room.
func Beside(width float32, sh *shape.Sheet) float32 {
	if width < leastPlot*sh.Em {
		return 0
	}
	return min(histogram*sh.Em, 0.2*width)
}

// Draw draws the tasks of columns into a view from the side, whose plane has places for heights, with
// the numbers in the column to its left, and the histogram in the room to its right. While pictures follow each
// other, the histogram and the percentiles are those of the first one.
func (p *Plot) Draw(c *Columns, k *Cache, sv *stage.Side, beside float32, animating bool) {
	look, sh := sv.Look, sv.Sheet
	rect := sv.Flat.Rect
	rect = shape.Rect{X0: round(rect.X0), Y0: round(rect.Y0), X1: max(round(rect.X1), round(rect.X0)+1),
		Y1: max(round(rect.Y1), round(rect.Y0)+1)}
	from, to := look.Window()
	p.picture = picture{columns: c, look: look, rect: rect, scale: sh.Canvas.Scale}
	f := field{from: from, to: to, low: sv.Flat.Low[1], high: sv.Flat.High[1], width: int(rect.Width()), height: int(rect.Height())}
	first, last := c.between(from, to, look.End)
	f.mark = markSize(last-first, sh.Canvas.Scale)
	p.draw(c, k, f, look)
	p.raster.Rect, sv.View.Raster = rect, &p.raster
	p.numbers(sv)
	if begin, end := look.Counted(); !animating || p.summary.columns != c {
		p.summary.update(c, begin, end, look.End, binEdges(&c.scale, leastBin*sh.Em*sv.Flat.PerPixel()))
	}
	if i := c.Lookup(look.Task); p.outline(sv, i, 2) {
		p.nameChosen(sv, i)
	}
	p.lines(sv)
	if beside > 0 {
		p.bins(sv, beside)
	}
	if h := look.Hovered; h.Kind == shape.PickTask {
		p.outline(sv, int(h.Index), 1)
	}
	if last <= first {
		sh.Label(shape.Text{X: rect.X0 + sh.Em, Y: (rect.Y0 + rect.Y1) / 2, Size: sh.Em, Color: sh.Colors.Faint,
			Text: "no task in the visible range"})
	}
}

func round(x float32) float32 { return float32(math.Round(float64(x))) }

// markSize returns the side of the mark of a short task where n tasks are in view.
func markSize(n int, scale float32) int {
	size := float32(leastMark)
	switch {
	case n > veryMany:
		size = 1
	case n > manyTasks:
		size = 2
	case n < 500:
		size = 5
	}
	return max(1, int(size*max(scale, 1)))
}

// draw draws the raster, unless it is the last one.
func (p *Plot) draw(c *Columns, k *Cache, f field, look *view.Look) {
	now := drawing{c, f, look.Palette, k.chosen.version}
	if now == p.drawn {
		return
	}
	if last := &p.drawn; c.sameHeights(last.columns) && f == last.field && k.chosen.version == last.chosen {
		p.canvas.columns = c // of other colours
	} else {
		p.canvas.draw(c, f, &k.chosen, look.End)
	}
	p.drawn = now
	n := f.width * f.height
	if cap(p.raster.Pixels) < n {
		p.raster.Pixels = make([]paint.Color, n)
	}
	p.raster.Pixels = p.raster.Pixels[:n]
	p.canvas.paint(p.raster.Pixels, look.Palette, &k.chosen)
	p.raster.Width, p.raster.Height, p.raster.Version = f.width, f.height, shape.NextVersion()
}

// numbers writes the axis of numbers: a line for each tick, and its number to the left.
func (p *Plot) numbers(sv *stage.Side) {
	sh, s := sv.Sheet, &p.columns.scale
	pen := shape.SidePen{Pen: shape.Pen{Mesh: &sv.View.Below}, Flat: sv.Flat, X: sv.Layout.High[0] + 1}
	half := 0.5 * sh.Canvas.Scale * sv.Flat.PerPixel()
	for _, n := range s.Ticks(sv.Flat.Low[1], sv.Flat.High[1], int(sv.Flat.Rect.Height()/(tickRoom*sh.Em))) {
		u := s.At(n)
		pen.Rect(sv.Flat.Low[0], sv.Flat.High[0], u-half, u+half, sh.Colors.Grid)
		t := shape.Text{Size: 0.9 * sh.Em, Color: sh.Colors.Faint, Text: s.Measure.Format(n)}
		t.X = p.rect.X0 - afterNumbers*sh.Em - assets.TextWidth(t.Text, t.Size, false)
		t.Y = sv.Y(u) + 0.33*t.Size
		sh.Labels.Add(t, paint.Color{})
	}
	sh.Labels.Add(shape.Text{X: p.rect.X0, Y: p.rect.Y0 - 0.9*sh.Em, Size: 0.9 * sh.Em, Color: sh.Colors.Text,
		Text: "↑ " + s.Title()}, paint.Color{})
}

// lines draws the percentiles across the plot.
func (p *Plot) lines(sv *stage.Side) {
	sh, s := sv.Sheet, &p.columns.scale
	if p.summary.whole < 2 {
		return
	}
	for i := len(percents) - 1; i >= 0; i-- {
		n := p.summary.percentiles[i]
		y := sv.Y(s.At(n))
		if y < p.rect.Y0 || y > p.rect.Y1 {
			continue
		}
		dash, gap := 6*sh.Canvas.Scale, 5*sh.Canvas.Scale
		for x := p.rect.X0; x < p.rect.X1; x += dash + gap {
			sh.Overlay.Lines = append(sh.Overlay.Lines, shape.OverlayLine{X0: x, Y0: y, X1: min(x+dash, p.rect.X1), Y1: y,
				Width: sh.Canvas.Scale, Color: sh.Colors.Text.Alpha(0.55)})
		}
		t := shape.Text{Size: 0.9 * sh.Em, Color: sh.Colors.Text, Text: percentName(i) + " " + s.Measure.Format(n)}
		t.X, t.Y = p.rect.X0+0.4*sh.Em, y-0.3*sh.Em
		sh.Label(t)
	}
}

// nameChosen writes the label of the chosen task above its mark, or below one at the top.
func (p *Plot) nameChosen(sv *stage.Side, i int) {
	r, _ := p.canvas.place(i, p.rect)
	sh := sv.Sheet
	t := shape.Text{Size: sh.Em, Bold: true, Color: sh.Colors.Select, Text: p.columns.Chosen(i)}
	t.X = max(min(r.X0, p.rect.X1-assets.TextWidth(t.Text, t.Size, true)), p.rect.X0)
	if t.Y = r.Y0 - 0.6*sh.Em; t.Y-t.Size < p.rect.Y0 {
		t.Y = r.Y1 + 1.4*sh.Em
	}
	sh.Label(t)
}

// outline draws a border around the mark of a task, some pixels of a common screen wide; it reports whether the mark is in view.
func (p *Plot) outline(sv *stage.Side, i int, pixels float32) bool {
	if i < 0 || i >= len(p.columns.heights) {
		return false
	}
	r, ok := p.canvas.place(i, p.rect)
	if !ok {
		return false
	}
	wide := pixels * max(1, sv.Sheet.Canvas.Scale)
	r = shape.Rect{X0: r.X0 - wide, Y0: r.Y0 - wide, X1: r.X1 + wide, Y1: r.Y1 + wide}
	for _, side := range []shape.Rect{{X0: r.X0, Y0: r.Y0, X1: r.X1, Y1: r.Y0 + wide}, {X0: r.X0, Y0: r.Y1 - wide, X1: r.X1, Y1: r.Y1},
		{X0: r.X0, Y0: r.Y0, X1: r.X0 + wide, Y1: r.Y1}, {X0: r.X1 - wide, Y0: r.Y0, X1: r.X1, Y1: r.Y1}} {
		sv.Sheet.Overlay.Rects = append(sv.Sheet.Overlay.Rects, shape.OverlayRect{Rect: side, Color: sv.Sheet.Colors.Select})
	}
	return true
}

// bins draws the histogram: for each bin of the axis, how many tasks that begin in the interval that
// counts are in it.
func (p *Plot) bins(sv *stage.Side, wide float32) {
	sh, s := sv.Sheet, &p.summary
	x0 := p.rect.X1 + 1.2*sh.Em
	most := 0
	for i := range s.bins {
		most = max(most, sum(&s.bins[i]))
	}
	if most == 0 {
		return
	}
	name := 0.9 * sh.Em
	room := wide - 1.2*sh.Em - assets.TextWidth(tracefeed.Count(most), name, false) - 0.6*sh.Em
	for i := range s.bins {
		n := sum(&s.bins[i])
		low, below := s.edges[i], s.edges[i+1]
		r := shape.Rect{X0: x0, Y0: sv.Y(p.columns.scale.At(s.edges[i+1])), X1: p.rect.X1 + wide, Y1: sv.Y(p.columns.scale.At(low))}
		if low == 0 && !p.columns.scale.linear { // zeros, in the gap below the axis
			r.Y0, r.Y1 = sv.Y(zeroRoom/2), sv.Y(-zeroRoom/2)
		}
		if i == len(s.bins)-1 {
			below = 0
		}
		if n == 0 || r.Y1 < p.rect.Y0 || r.Y0 > p.rect.Y1 {
			continue
		}
		r.Y0, r.Y1 = max(r.Y0, p.rect.Y0), min(max(r.Y1, r.Y0+1), p.rect.Y1)
		p.boxes = append(p.boxes, Bin{r, low, below, n, s.bins[i]})
		long := max(room*float32(n)/float32(most), 2*sh.Canvas.Scale)
		p.bar(sv, shape.Rect{X0: x0, Y0: r.Y0 + 0.5*sh.Canvas.Scale, X1: x0 + long, Y1: r.Y1 - 0.5*sh.Canvas.Scale}, &s.bins[i], n)
		sh.Labels.Add(shape.Text{X: x0 + long + 0.3*sh.Em, Y: (r.Y0+r.Y1)/2 + 0.33*name, Size: name, Color: sh.Colors.Faint,
			Text: tracefeed.Count(n)}, paint.Color{})
	}
	t := shape.Text{X: x0, Y: p.rect.Y0 - 0.9*sh.Em, Size: name, Color: sh.Colors.Text, Text: "→ tasks, " + sv.Look.CountedName()}
	if part := (wide - 1.2*sh.Em) / assets.TextWidth(t.Text, name, false); part >= 0.88 {
		t.Size *= min(1, part)
	} else {
		t.Text = "→ tasks"
	}
	sh.Labels.Add(t, paint.Color{})
}

// sum returns the number of tasks of a bin.
func sum(types *[mostTypes + 1]int32) (n int) {
	for _, x := range types {
		n += int(x)
	}
	return n
}

// bar draws a bar of the histogram, by type if these are the colours of the plot.
func (p *Plot) bar(sv *stage.Side, r shape.Rect, types *[mostTypes + 1]int32, n int) {
	o := sv.Sheet.Overlay
	if p.columns.colour.Measure != nil {
		o.Rects = append(o.Rects, shape.OverlayRect{Rect: r, Color: sv.Sheet.Colors.Ground.Toward(sv.Sheet.Colors.Faint, 0.7)})
		return
	}
	x, wide := r.X0, r.Width()
	for kind, of := range types {
		if of > 0 {
			part := r
			part.X0, part.X1 = x, x+wide*float32(of)/float32(n)
			o.Rects = append(o.Rects, shape.OverlayRect{Rect: part, Color: p.columns.color(sv.Sheet.Colors, uint8(kind))})
			x = part.X1
		}
	}
}

// reach is how far from a mark the pointer still picks it, in pixels of a common screen.
const reach = 3

// At returns the task at a pixel of the picture, and the number of tasks whose marks begin where its mark
// does; ok is false if none is near.
func (p *Plot) At(x, y float32) (task, among int, ok bool) {
	if p == nil || p.columns == nil || !p.rect.Holds(x, y) {
		return 0, 0, false
	}
	i := p.canvas.nearest(int(x-p.rect.X0), int(y-p.rect.Y0), int(reach*max(1, p.scale)))
	if i < 0 {
		return 0, 0, false
	}
	return i, p.canvas.beside(i), true
}

// Mark returns the place of the mark of a task in the picture; ok is false if it is not in view.
func (p *Plot) Mark(i int) (r shape.Rect, ok bool) { return p.canvas.place(i, p.rect) }

// BinAt returns the bar of the histogram at a pixel of the picture; ok is false if none is there.
func (p *Plot) BinAt(x, y float32) (b Bin, ok bool) {
	if p == nil {
		return b, false
	}
	for _, b := range p.boxes {
		if b.Rect.Holds(x, y) {
			return b, true
		}
	}
	return b, false
}

// Band returns the range that the rectangle between two pixels of the picture covers: that of all marks
// which it touches.
func (p *Plot) Band(a, b mgl32.Vec2) (r measure.Range, ok bool) {
	if p == nil || p.columns == nil {
		return r, false
	}
	f, half := &p.canvas.field, float32(p.canvas.mark)/2
	time := func(x float32) tracefeed.Time {
		return f.from + tracefeed.Time(float64(x-p.rect.X0)/float64(f.width)*float64(f.to-f.from))
	}
	place := func(y float32) float32 { return f.high - (y-p.rect.Y0)/float32(f.height)*(f.high-f.low) }
	r.From, r.To = max(0, time(min(a[0], b[0])-half)), max(1, time(max(a[0], b[0])))
	if r.To >= p.look.End {
		r.To = 0
	}
	top := place(min(a[1], b[1]) - half)
	if top < 0 {
		return r, false
	}
	r.Least = measure.Amount(p.columns.scale.From(place(max(a[1], b[1]) + half)))
	if top < 1 {
		r.Below = measure.Amount(p.columns.scale.To(top) + 1)
	}
	return r, true
}

// Counted returns the range of the tasks of a bar of the histogram.
func (p *Plot) Counted(b *Bin) measure.Range {
	r := measure.Range{From: p.summary.from, To: p.summary.to, Least: measure.Amount(b.Least), Below: measure.Amount(b.Below), Begun: true}
	if r.To >= p.look.End {
		r.To = 0
	}
	return r
}

// Count returns the number of tasks in a range.
func (p *Plot) Count(r *measure.Range) (n int) {
	to := r.To
	if to == 0 {
		to = math.MaxInt64
	}
	c := p.columns
	for i, last := c.between(r.From, to, p.look.End); i < last; i++ {
		in := c.start[i] >= r.From || !r.Begun && c.end[i] > r.From
		if h := c.heights[i]; in && h >= int64(r.Least) && (r.Below == 0 || h < int64(r.Below)) {
			n++
		}
	}
	return n
}

// Words describe the tasks of a bar of the histogram.
func (p *Plot) Words(b *Bin) (head string, body []string) {
	m := p.columns.scale.Measure
	head = fmt.Sprintf("%s, %s from %s on", tracefeed.Plural(b.Count, "task"), m.Title, m.Format(b.Least))
	if b.Below != 0 {
		head = fmt.Sprintf("%s, %s from %s to before %s", tracefeed.Plural(b.Count, "task"), m.Title, m.Format(b.Least), m.Format(b.Below))
	}
	for k, n := range b.types {
		if n > 0 {
			body = append(body, tracefeed.Count(int(n))+" "+p.columns.typeName(k))
		}
	}
	return head, append(body, "They begin in the interval that counts: "+p.look.CountedName()+". A click selects them.")
}

package flame

import (
	"image/color"
	"math"

	"tiv/assets"
	"tiv/canvas"
	"tiv/execution"
	"tiv/scene/paint"
	"tiv/tracefeed"
)

// Style is the look of a picture.
type Style struct {
	Palette *paint.Palette
	// Scale is the number of pixels in a pixel of a common screen.
	Scale float32
	// Text is the size of names.
	Text float32
	// Found are the functions that a search has found, by number; nil without a search.
	Found []bool
	// Handlers are the functions that process events, by number, which are marked; nil for none.
	Handlers []bool
	// Slices are the colours of the sets of the tree's query. A call has that of the set with
	// most of its time. Without any, a call has the colour of its function, as in the execution
	// view.
	Slices []paint.Color
}

// handlerMark is the height of the mark along a handler, in pixels of a common screen.
const handlerMark = 2

// minBox is the width from which on a call is drawn, in pixels of a common screen.
const minBox = 0.5

// Picture is a graph with the places of its call paths: the outermost calls in the first row,
// what they call below them, the longest first.
type Picture struct {
	Style
	// Boxes are the call paths that are wide enough.
	Boxes []Box
	// Rows is the number of rows of boxes.
	Rows int
	// short is the number of call paths that are not wide enough, without those below them.
	short int

	area canvas.Rect // Y1 does not count
}

// Box is a call path in a picture.
type Box struct {
	canvas.Rect
	// Graph is the graph of the path: that of the picture, or of the callers.
	Graph *Graph
	Path  int32
}

// NewPicture places a graph in a rectangle of any height. The call path root has all of the
// width, and its callers as well; 0 is all code.
func NewPicture(g *Graph, root int32, at canvas.Point, width float32, style Style) *Picture {
	p := &Picture{Style: style, area: canvas.Rect{X0: at.X, Y0: at.Y, X1: at.X + width}}
	if g.above != nil {
		p.around(g)
		return p
	}
	for up := root; up > 0; up = g.Paths[up].Parent {
		p.add(g, span{up, float64(at.X), float64(width)}, g.Paths[up].Depth-1)
	}
	p.Rows = g.Paths[root].Depth
	for _, s := range p.below(g, root) {
		p.add(g, s, g.Paths[s.path].Depth-1)
	}
	return p
}

// around places a function's callers, from the middle up, and its callees.
func (p *Picture) around(g *Graph) {
	callers, middle := p.below(g.above, 0), 0
	for _, s := range callers {
		middle = max(middle, g.above.Paths[s.path].Depth-1)
	}
	for _, s := range callers {
		if depth := g.above.Paths[s.path].Depth; depth > 1 {
			p.add(g.above, s, middle+1-depth)
		}
	}
	p.Rows = middle
	for _, s := range p.below(g, 0) {
		p.add(g, s, middle+g.Paths[s.path].Depth-1)
	}
}

// span is the place of a call path in its row.
type span struct {
	path     int32
	x, width float64
}

// below places the paths below one that has the whole width.
func (p *Picture) below(g *Graph, root int32) (spans []span) {
	waiting := []span{{root, float64(p.area.X0), float64(p.area.Width())}}
	for len(waiting) > 0 {
		s := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		of := &g.Paths[s.path]
		perTime := s.width / float64(of.Total.Alive())
		for i, child := range of.Children {
			c := span{child, s.x, float64(g.Paths[child].Total.Alive()) * perTime}
			if c.width < float64(minBox*p.Scale) {
				p.short += len(of.Children) - i // the others are no wider
				break
			}
			spans, waiting = append(spans, c), append(waiting, c)
			s.x += c.width
		}
	}
	return spans
}

func (p *Picture) add(g *Graph, s span, row int) {
	y := p.area.Y0 + float32(row)*p.RowHeight()
	p.Boxes = append(p.Boxes, Box{canvas.Rect{X0: float32(s.x), Y0: y, X1: float32(s.x + s.width), Y1: y + p.RowHeight()}, g, s.path})
	p.Rows = max(p.Rows, row+1)
}

// RowHeight returns the height of a row.
func (s *Style) RowHeight() float32 { return assets.LineHeight*s.Text + 7*s.Scale }

// rgba converts a colour.
func rgba(c paint.Color) color.NRGBA { return color.NRGBA(c) }

// color returns the colour of a call path. Those that a search has not found are faint.
func (s *Style) color(g *Graph, path *Path) paint.Color {
	c := s.Palette.CallColor(g.Tree.Functions[path.Node.Function])
	if s.Slices != nil {
		c = s.Palette.NoSlice()
		if k := path.set(); k >= 0 && k < len(s.Slices) {
			c = s.Slices[k]
		}
	}
	if s.Found != nil && !s.Found[path.Node.Function] {
		c = s.Palette.Ground.Toward(c, 0.35)
	}
	return c
}

// state returns the colour of a state.
func (s *Style) state(state tracefeed.State) color.NRGBA {
	return rgba(s.Palette.Layers[state.Word()].Color)
}

// Draw draws a box: the name of the function, and the states of its threads as a strip. It has
// a border if the mouse points at it, or if a search has found it.
func (p *Picture) Draw(c canvas.Canvas, b *Box, pointed bool) {
	k, path := p.Scale, &b.Graph.Paths[b.Path]
	r := canvas.Rect{X0: b.X0, Y0: b.Y0, X1: max(b.X1-k, b.X0+k), Y1: b.Y1 - k}
	fill := p.color(b.Graph, path)
	c.Rect(r, rgba(fill))
	x, total := r.X0, path.Total.Alive()
	for _, state := range b.Graph.states {
		if part := r.Width() * float32(path.Total[state]) / float32(total); part > 0 {
			c.Rect(canvas.Rect{X0: x, Y0: r.Y1 - 4*k, X1: x + part, Y1: r.Y1}, p.state(state))
			x += part
		}
	}
	p.border(c, r, path.Node.Evidence)
	found := p.Found != nil && p.Found[path.Node.Function]
	if found || pointed {
		canvas.Outline(c, r, canvas.Pen{Color: rgba(p.Palette.Select), Width: 2 * k})
	}
	if p.Handlers != nil && p.Handlers[path.Node.Function] {
		c.Rect(canvas.Rect{X0: r.X0, Y0: r.Y0, X1: r.X1, Y1: r.Y0 + handlerMark*k}, rgba(p.Palette.Select))
	}
	font := canvas.Font{Size: p.Text, Color: rgba(fill.TextOn())}
	if wide := r.Width() - 6*k; wide > 2*p.Text {
		name := assets.ShortenCall(b.Graph.name(path.Node.Function), func(s string) bool { return c.Width(font, s) <= wide })
		c.Text(canvas.Point{X: r.X0 + 3*k, Y: r.Y0 + k + float32(math.Ceil(float64(assets.Ascent*p.Text)))}, font, name)
	}
}

// border draws the border of a call; that of a sampled one is dashed. The colours of narrow
// calls have no border, which would hide them.
func (p *Picture) border(c canvas.Canvas, r canvas.Rect, evidence execution.Evidence) {
	k := p.Scale
	pen := canvas.Pen{Color: rgba(p.Palette.Faint), Width: k}
	if r.Width() < 4*k {
		return
	}
	if evidence == execution.Measured {
		canvas.Outline(c, r, pen)
		return
	}
	x, low, high := r.X0+k/2, r.Y0+k/2, r.Y1-k/2
	c.Line(pen, canvas.Point{X: x, Y: r.Y0}, canvas.Point{X: x, Y: r.Y1})
	pen.Dash = 4 * k
	c.Line(pen, canvas.Point{X: r.X0, Y: low}, canvas.Point{X: r.X1, Y: low})
	c.Line(pen, canvas.Point{X: r.X0, Y: high}, canvas.Point{X: r.X1, Y: high})
}

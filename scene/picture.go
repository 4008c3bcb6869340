package scene

import (
	"tiv/scene/shape"
	"tiv/scene/view"
)

// picture is one frame in the making: it draws the views of a stage.
type picture struct {
	*stage
	*shape.Sheet
	f     *Frame
	links *linkCache
	lanes *laneCache
	// maxEvents is that of the Builder.
	maxEvents int
	// callNames writes the names of calls, after all other texts; nil if the picture has none.
	callNames func()
	// budget is the approximate number of wait intervals that links may sum up.
	budget int
	// graph has the links of the view that draws links, if there is one.
	graph *linkGraph
}

// frontOrder returns the order in which bars are named in a view from the front.
// The first important slots must be named.
func (p *picture) frontOrder() (order []int, important int) {
	return p.byImportance(p.graph.isNotable, func(i int) int { return p.layout.Slots[i].Order })
}

// edges draws the links, deadlocks and the chain of a view from the front. It
// returns the painter, which has the names of edges to write.
func (p *picture) edges(fv *frontView) *edgePainter {
	g := newLinkGraph(p.stage, p.links, p.budget)
	p.graph = g
	g.aspect = fv.pen.Aspect()
	p.f.LinksFrom, p.f.LinksPartial, p.f.LinksNote = g.from, g.partial, g.note()
	g.placeLocks(fv.view, p.Em)
	g.choose(fv.view)
	p.f.Links, p.f.LinksOmitted, p.f.OmittedShare = g.drawn, g.omitted, g.omittedShare
	for i := range g.locks {
		p.f.Locks = append(p.f.Locks, g.locks[i].plain())
	}
	p.f.WaitMarks = fv.waitMarks(&p.links.pairs)
	painter := &edgePainter{fv: fv, graph: g}
	painter.paint()
	wedges := map[[2]int]shape.Wedge{}
	for _, d := range p.deadlocks {
		fv.deadlock(d.slots, wedges, g)
	}
	fv.chain(wedges, g)
	painter.drawLocks()
	markChanges(fv)
	return painter
}

// painters draw the views without parts into a rectangle of the picture.
var painters = map[*view.Kind]func(p *picture, r shape.Rect) shape.View{
	view.Free:        drawFree,
	view.Timeline:    drawTimeline,
	view.Interaction: drawInteraction,
	view.Execution:   drawExecution,
}

// draw draws a view and its parts into a rectangle of the picture.
func (p *picture) draw(kind *view.Kind, r shape.Rect) {
	if kind.Columns == nil {
		v := painters[kind](p, r)
		v.TimeAxis, v.Turns = kind.TimeAxis, kind.Turns
		p.f.Views = append(p.f.Views, v)
		return
	}
	left := r.X0
	for i, part := range kind.Columns {
		within := r
		within.X0 = left
		if i < len(kind.Columns)-1 {
			within.X1 = left + part.Share*r.Width()
		}
		p.draw(part.Kind, within)
		left = within.X1
	}
}

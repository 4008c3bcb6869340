package scene

import (
	"tiv/scene/lane"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
)

// picture is one frame in the making: it draws the views of a stage.
type picture struct {
	*stage.Stage
	*shape.Sheet
	f     *Frame
	links *linkCache
	lanes *lane.Cache
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
	return byImportance(p.Stage, p.graph.isNotable, func(i int) int { return p.Layout.Slots[i].Order })
}

// edges draws the links, deadlocks and the chain of a view from the front. It
// returns the painter, which has the names of edges to write.
func (p *picture) edges(fv *stage.Front) *edgePainter {
	g := newLinkGraph(p.Stage, p.links, p.budget)
	p.graph, g.aspect = g, fv.Pen.Aspect()
	p.f.LinksFrom, p.f.LinksPartial, p.f.LinksNote = g.from, g.partial, g.note()
	placeLocks(fv.View, g, p.Em)
	g.choose(fv.View)
	p.f.Links, p.f.LinksOmitted, p.f.OmittedShare = g.drawn, g.omitted, g.omittedShare
	p.f.Faint, p.f.FaintShare, p.f.FaintInferred = len(g.web.links), g.web.share(), g.web.isInferred()
	for i := range g.locks {
		p.f.Locks = append(p.f.Locks, g.locks[i].plain())
	}
	p.f.WaitMarks = waitMarks(fv, &p.links.pairs)
	painter := paintEdges(fv, g)
	stage.MarkChanges(fv)
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

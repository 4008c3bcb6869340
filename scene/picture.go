package scene

import (
	"tiv/scene/lane"
	"tiv/scene/place"
	"tiv/scene/plate"
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
	// plates has the turns at locks, for the plates of the 3D view.
	plates *plate.Cache
	// drawn draws the plates of the view; nil for none.
	drawn *plate.Painter
	kept  *stage.Kept
	// maxEvents is that of the Builder.
	maxEvents int
	// callNames writes the names of calls, after all other texts; nil if the picture has none.
	callNames func()
	// budget is the approximate number of wait intervals that links may sum up.
	budget int
	// pose is the camera of the view, if others can be reached from there; see place.HasPose.
	pose place.Pose
	// graph has the links of the view that draws links, if there is one.
	graph *linkGraph
}

// nameFront writes the names of the bars of a view from the front, and those of grounds after the
// names that are important.
func (p *picture) nameFront(fv *stage.Front, names *barNames, grounds func()) {
	namer := stage.Namer{Stage: p.Stage, Notable: p.graph.isNotable, Count: func(i int) int { return p.Layout.Slots[i].Order },
		Keeps: func(i int) bool { return p.kept.Stays(fv.Pick(i)) }}
	n := namer.Order(p.Alike)
	names.hold(&n)
	names.write(n.Slots[:n.Named], &room{most: len(n.Slots), pixels: 1e9}, true)
	names.write(n.Slots[n.Named:n.Kept], &room{most: len(n.Slots), pixels: 1e9}, false)
	names.write(n.Slots[n.Kept:n.Important], &names.important, false)
	names.share()
	grounds()
	names.write(n.Slots[n.Important:], &names.all, false)
	p.f.Names, p.kept.Names = append(p.f.Names, names.placed...), names.spots
}

// edges draws the links, deadlocks and the chain of a view from the front. It
// returns the painter, which has the names of edges to write.
func (p *picture) edges(fv *stage.Front) *edgePainter {
	g := newLinkGraph(p.Stage, p.links, p.budget)
	p.graph, g.aspect = g, fv.Pen.Aspect()
	p.f.linksFrom, p.f.LinksPartial, p.f.LinksNote = g.from, g.partial, g.note()
	p.kept.Begin(p.Stage, fv.View)
	p.drawn = plate.NewPainter(fv, p.plates)
	placeLocks(fv.View, g, p.Em, p.kept.Locks, p.drawn)
	g.choose(fv.View)
	p.f.Links, p.f.LinksOmitted, p.f.OmittedShare = g.drawn, g.omitted, g.omittedShare
	p.f.Faint, p.f.faintShare, p.f.faintInferred = len(g.web.links), g.web.share(), g.web.isInferred()
	for i := range g.locks {
		p.f.Locks = append(p.f.Locks, g.locks[i].plain())
	}
	p.f.WaitMarks = waitMarks(fv, &p.links.pairs)
	if p.drawn != nil {
		p.drawn.Draw(bodiesOf(g.locks, g.ends, p.Look.HasSubject()), p.maxEvents)
		p.f.plates, p.f.Approximate = p.plates, p.f.Approximate || p.plates.Pending()
	}
	painter := paintEdges(fv, g, p.kept.LockSides)
	p.f.WithinGroups = len(painter.rings) > 0
	stage.MarkChanges(fv)
	return painter
}

// poses return the cameras of views into a rectangle of the picture.
var poses = map[*view.Kind]func(r shape.Rect, p *picture) place.Pose{
	view.Free:        func(r shape.Rect, p *picture) place.Pose { return p.Layout.FreePose(p.Look.Camera, r) },
	view.Timeline:    poseSideways,
	view.Execution:   poseSideways,
	view.Interaction: func(r shape.Rect, p *picture) place.Pose { return place.FrontPose(frontPlane(r, p)) },
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

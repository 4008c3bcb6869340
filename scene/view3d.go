package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
)

// afterPlane is the opacity of the moment's plane between the times before and
// after it.
const afterPlane = 0.1

// timeAfter makes the bars go on in front of the moment, if the view shows that,
// and draws the plane of the moment between.
func timeAfter(fv *stage.Front) {
	near := fv.Layout.Ahead
	if near <= 0 {
		return
	}
	for i := range fv.View.Bars {
		fv.View.Bars[i].Ahead = near
	}
	low, high := fv.Layout.Low, fv.Layout.High
	low[1] = fv.Layout.Floor()
	fv.Pen.Quad(low.Vec3(0), mgl32.Vec3{high[0], low[1], 0}, high.Vec3(0), mgl32.Vec3{low[0], high[1], 0},
		fv.Sheet.Colors.Moment.Alpha(afterPlane))
	fv.Pen.Frame(low.Add(high).Mul(0.5), high.Sub(low).Mul(0.5), fv.Sheet.Canvas.Scale, fv.Sheet.Colors.Faint)
}

// drawFree draws the scene in perspective.
func drawFree(p *picture, r shape.Rect) shape.View {
	p.pose = p.Layout.FreePose(p.Look.Camera, r)
	v := shape.View{Rect: r}
	v.Camera, v.Eye = p.pose.Camera(p.Layout, p.Layout.Ahead)
	p.walls(&v)
	s := newSpace(&v, p)
	s.bars()
	timeAfter(s.fv)
	s.moment()
	remarks(s.fv, p.graph, p.f)
	s.names()
	return v
}

// drawTurning draws the scene on the way from one view to another: as in the 3D view, but through
// the camera that is reached on the way to that of the other view.
func drawTurning(reached func(to place.Pose) place.Pose, r shape.Rect, p *picture) shape.View {
	pose := reached(poses[p.Look.Kind](r, p))
	v := shape.View{Rect: r, Turns: true, Bright: pose.Bright}
	v.Camera, v.Eye = pose.Camera(p.Layout, pose.After)
	s := newSpace(&v, p)
	s.bars()
	for i := range v.Bars {
		b := &v.Bars[i]
		b.HalfHeight += (p.Layout.Slots[i].Row/2 - b.HalfHeight) * pose.Rows
		b.Ahead = pose.After
	}
	s.moment()
	if p.Look.Kind.Moment {
		remarks(s.fv, p.graph, p.f)
	}
	if !pose.IsEdgeOn() {
		s.names()
	}
	return v
}

// space draws the scene in depth, through the camera of a view.
type space struct {
	p      *picture
	fv     *stage.Front
	ground stage.Floor
	edges  *edgePainter
}

func newSpace(v *shape.View, p *picture) *space {
	size := p.Layout.High.Sub(p.Layout.Low)
	return &space{p, &stage.Front{Stage: p.Stage, Sheet: p.Sheet, View: v, Deep: true,
		Pen: shape.Pen{Mesh: &v.Above, Pixel: max(size[0], size[1]) / max(v.Rect.Height(), 1)}},
		stage.Floor{Stage: p.Stage, Sheet: p.Sheet, View: v}, nil}
}

// bars draws the bars and what is below them.
func (s *space) bars() {
	s.ground.Draw()
	s.fv.Grounds(stage.PlaneBehind(s.p.Layout, s.fv.View), s.p.Layout.Floor())
	s.fv.View.Bars = s.p.Fronts()
}

// moment draws what is in the plane of the moment, and the axis.
func (s *space) moment() {
	omitted := 0
	if s.p.Look.InTime {
		omitted = inTime(s.fv)
	}
	s.fv.Brackets()
	s.edges = s.p.edges(s.fv)
	s.p.f.LinksOmitted += omitted
	rails(s.fv)
	stage.Course{Of: s.p.Look.Course}.Front(s.fv)
	s.ground.Axis()
}

// names writes the names of bars and edges, and places flags.
func (s *space) names() {
	sight := shape.NewSight(s.p.f.Shares, s.fv.View)
	s.p.f.Flags = append(s.p.f.Flags, flagsOfFront(s.fv, len(s.p.f.Views), s.p.graph, sight)...)
	s.p.nameFront(s.fv, barNamesOf(s.fv, sight, s.p.kept), func() {})
	s.p.drawn.WriteNames(sight)
	s.edges.writeNames(sight)
}

// frontPlane returns the part of the moment's plane in a rectangle.
func frontPlane(r shape.Rect, p *picture) shape.Flat {
	return p.Layout.FrontPlane(p.Look.Camera, p.Pad(r), p.overhang(r.Width())).Fill(r)
}

// drawInteraction draws the moment from the front.
func drawInteraction(p *picture, r shape.Rect) shape.View {
	fl := frontPlane(r, p)
	p.pose = place.FrontPose(fl)
	v := shape.View{Rect: r, Eye: mgl32.Vec3{0, 0, 1e6},
		Camera: fl.Matrix(shape.Right, shape.Up, shape.Forward.Mul(-1), 4*p.Layout.Depth+10)}
	across := (fl.High[0] - fl.Low[0]) / max(fl.Rect.Width(), 1)
	fv := &stage.Front{Stage: p.Stage, Sheet: p.Sheet, View: &v, Pen: shape.Pen{Mesh: &v.Above, Pixel: fl.PerPixel(), Across: across}}
	fv.Grounds(0, float32(math.Inf(-1)))
	fv.OutlineGone(fv.Pen)
	v.Bars = stage.FlatBars(p.Fronts())
	fv.Brackets()
	edges := p.edges(fv)
	stage.Course{Of: p.Look.Course}.Front(fv)
	remarks(fv, p.graph, p.f)
	p.f.Flags = append(p.f.Flags, flagsOfFront(fv, len(p.f.Views), p.graph, nil)...)
	names := barNamesOf(fv, nil, p.kept)
	p.nameFront(fv, names, fv.NameGrounds)
	edges.writeNames(nil)
	return v
}

package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
)

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
	remarks(fv, p.graph, p.f)
	p.f.Flags = append(p.f.Flags, flagsOfFront(fv, len(p.f.Views), p.graph, nil)...)
	names := barNamesOf(fv, nil, p.kept)
	p.nameFront(fv, names, fv.NameGrounds)
	edges.writeNames(nil)
	return v
}

package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
)

// drawInteraction draws the moment from the front.
func drawInteraction(p *picture, r shape.Rect) shape.View {
	fl := p.layout.FrontPlane(p.look.Camera, p.Pad(r), p.overhang(r.Width())).Fill(r)
	v := shape.View{Rect: r, Eye: mgl32.Vec3{0, 0, 1e6},
		Camera: fl.Matrix(shape.Right, shape.Up, shape.Forward.Mul(-1), 4*p.layout.Depth+10)}
	across := (fl.High[0] - fl.Low[0]) / max(fl.Rect.Width(), 1)
	fv := &frontView{p.stage, p.Sheet, &v, shape.Pen{Mesh: &v.Above, Pixel: fl.PerPixel(), Across: across}}
	fv.grounds(0, float32(math.Inf(-1)))
	fv.outlineGone(fv.pen)
	v.Bars = flatBars(p.fronts())
	edges := p.edges(fv)
	fv.remarks(p.graph, p.f)
	p.f.Flags = append(p.f.Flags, fv.flags(len(p.f.Views), p.graph, nil)...)
	names := fv.names(nil)
	order, important := p.frontOrder()
	names.write(order[:important])
	fv.nameGrounds()
	names.write(order[important:])
	edges.writeNames(nil)
	p.f.Names = append(p.f.Names, names.placed...)
	return v
}

package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Interaction looks from the front, at the moment.
var Interaction = &ViewKind{
	Name: "interaction", Title: "Interaction view", Label: "Interaction", Key: "3",
	Help:   "The moment from the front, with the waits of threads for each other.",
	Moment: true,
	draw:   drawInteraction,
}

// drawInteraction draws the moment from the front.
func drawInteraction(p *picture, r Rect) View {
	fl := p.look.Camera.front(p.layout, p.pad(r), p.overhang(r.Width())).fill(r)
	v := View{Rect: r, Eye: mgl32.Vec3{0, 0, 1e6}, Camera: fl.matrix(right, up, forward.Mul(-1), 4*p.layout.depth+10)}
	across := (fl.high[0] - fl.low[0]) / max(fl.rect.Width(), 1)
	fv := &frontView{p.stage, p.sheet, &v, pen{mesh: &v.Above, pixel: fl.perPixel(), across: across}}
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

package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// slab is a rectangle or a line as its shader reads it.
type slab struct {
	center, along        mgl32.Vec2
	halfLength, halfWide float32
	color, ink           paint.Color
	strokes              mgl32.Vec4
	dots                 float32
}

// overlay draws rectangles and lines in pixels.
type overlay struct {
	program  *program
	geometry geometry
	slabs    []slab
}

func newOverlay(o *objects) (*overlay, error) {
	p, err := newProgram(o, "overlay")
	if err != nil {
		return nil, err
	}
	var x slab
	return &overlay{program: p, geometry: newGeometry(o, unsafe.Sizeof(x), 1,
		attribute{gl.FLOAT, 4, unsafe.Offsetof(x.center)},
		attribute{gl.FLOAT, 2, unsafe.Offsetof(x.halfLength)},
		attribute{gl.UNSIGNED_BYTE, 4, unsafe.Offsetof(x.color)},
		attribute{gl.UNSIGNED_BYTE, 4, unsafe.Offsetof(x.ink)},
		attribute{gl.FLOAT, 4, unsafe.Offsetof(x.strokes)},
		attribute{gl.FLOAT, 1, unsafe.Offsetof(x.dots)})}, nil
}

// draw draws the rectangles, then the lines.
func (w *overlay) draw(f *scene.Frame) {
	o := &f.Overlay
	w.slabs = w.slabs[:0]
	for i := range o.Rects {
		w.slabs = append(w.slabs, rectSlab(&o.Rects[i]))
	}
	for i := range o.Lines {
		w.slabs = append(w.slabs, lineSlab(&o.Lines[i]))
	}
	if len(w.slabs) == 0 {
		return
	}
	load(w.geometry, w.slabs)
	blend()
	gl.UseProgram(w.program.id)
	gl.Uniform2f(w.program.at("picture"), float32(f.Width), float32(f.Height))
	gl.Uniform1f(w.program.at("thick"), thick(f))
	gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(len(w.slabs)))
	gl.Disable(gl.BLEND)
}

func rectSlab(r *shape.OverlayRect) slab {
	b := r.Rect
	k := inkOf(r.Pattern)
	return slab{
		center:     mgl32.Vec2{(b.X0 + b.X1) / 2, (b.Y0 + b.Y1) / 2},
		along:      mgl32.Vec2{1, 0},
		halfLength: (b.X1 - b.X0) / 2, halfWide: (b.Y1 - b.Y0) / 2,
		color: r.Color, ink: paint.Style{Color: r.Color, Pattern: r.Pattern}.Ink(),
		strokes: mgl32.Vec4{k.rising, k.falling, k.level, k.upright}, dots: k.dots,
	}
}

func lineSlab(l *shape.OverlayLine) slab {
	d := mgl32.Vec2{l.X1 - l.X0, l.Y1 - l.Y0}
	length := float32(math.Hypot(float64(d[0]), float64(d[1])))
	along := mgl32.Vec2{1, 0}
	if length > 0 {
		along = d.Mul(1 / length)
	}
	return slab{
		center: mgl32.Vec2{(l.X0 + l.X1) / 2, (l.Y0 + l.Y1) / 2}, along: along,
		halfLength: length / 2, halfWide: l.Width / 2,
		color: l.Color, ink: l.Color,
	}
}

func (w *overlay) release(o *objects) {
	if w == nil {
		return
	}
	w.program.release(o)
	w.geometry.release(o)
}

package render

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
)

// box is a bar as its shader reads it.
type box struct {
	center                mgl32.Vec3 // of the near end
	step                  float32    // length of a step
	halfWidth, halfHeight float32
	first, end            float32 // steps in which the thread was alive
	emphasis              float32
	row, flags            int32
	distance              float32 // to the eye; the shader does not read it
}

const (
	outlinedFlag = 1
	flatFlag     = 2
)

// The faces of a box in the shader's order.
const (
	dataVertices    = 3 * 6 // front, right, left
	neutralVertices = 3 * 6 // top, bottom, back
)

// bars draws boxes that show shares.
type bars struct {
	data, neutral *program
	geometry      geometry
	boxes         []box
}

func newBars(o *objects) (*bars, error) {
	data, err := newProgram(o, "bars", "DATA")
	if err != nil {
		return nil, err
	}
	b := &bars{data: data}
	if b.neutral, err = newProgram(o, "bars"); err != nil {
		return b, err
	}
	var x box
	b.geometry = newGeometry(o, unsafe.Sizeof(x), 1,
		attribute{gl.FLOAT, 4, unsafe.Offsetof(x.center)},
		attribute{gl.FLOAT, 4, unsafe.Offsetof(x.halfWidth)},
		attribute{gl.FLOAT, 1, unsafe.Offsetof(x.emphasis)},
		attribute{gl.INT, 2, unsafe.Offsetof(x.row)})
	return b, nil
}

// style sets what is the same for all bars of a frame.
func (b *bars) style(f *scene.Frame, s *shares) error {
	if len(f.Layers) > scene.MostLayers {
		return fmt.Errorf("bars: %d layers, at most %d can be drawn", len(f.Layers), scene.MostLayers)
	}
	var tint, inkTint [scene.MostLayers]mgl32.Vec3
	var strokes [scene.MostLayers]mgl32.Vec4
	var dots [scene.MostLayers]float32
	for i, l := range f.Layers {
		k := inkOf(l.Pattern)
		tint[i], inkTint[i] = rgb(l.Color), rgb(inkColor(l.Color, l.Pattern))
		strokes[i] = mgl32.Vec4{k.rising, k.falling, k.level, k.upright}
		dots[i] = k.dots
	}
	for _, p := range []*program{b.data, b.neutral} {
		gl.UseProgram(p.id)
		gl.Uniform3f(p.at("light"), sideLight, topLight, bottomLight)
		setColor(p.at("ground"), rgb(f.Ground))
		setColor(p.at("neutral"), rgb(f.Neutral))
		setColor(p.at("outline"), rgb(f.Outline))
	}
	p := b.data
	gl.UseProgram(p.id)
	setColor(p.at("hollow"), hollow(f))
	gl.Uniform3fv(p.at("tint"), scene.MostLayers, &tint[0][0])
	gl.Uniform3fv(p.at("inkColor"), scene.MostLayers, &inkTint[0][0])
	gl.Uniform4fv(p.at("ink"), scene.MostLayers, &strokes[0][0])
	gl.Uniform1fv(p.at("dotInk"), scene.MostLayers, &dots[0])
	gl.Uniform1i(p.at("shares"), 0)
	gl.Uniform1i(p.at("steps"), int32(s.steps))
	gl.Uniform1f(p.at("ahead"), s.ahead)
	if n := len(s.data.offsets); n > 0 {
		gl.Uniform1i(p.at("levels"), int32(n))
		gl.Uniform1iv(p.at("offsets"), int32(n), &s.data.offsets[0])
	}
	return nil
}

// draw draws the bars of a view.
func (b *bars) draw(v *scene.View, s *shares) error {
	if err := b.place(v, s); err != nil || len(b.boxes) == 0 {
		return err
	}
	load(b.geometry, b.boxes)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_BUFFER, s.texture)
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LESS)
	gl.DepthMask(true)
	gl.Enable(gl.CULL_FACE)
	gl.CullFace(gl.BACK)
	gl.FrontFace(gl.CCW)
	if v.Camera.Det() > 0 {
		gl.FrontFace(gl.CW) // the camera mirrors
	}
	n := int32(len(b.boxes))
	gl.UseProgram(b.data.id)
	gl.UniformMatrix4fv(b.data.at("camera"), 1, false, &v.Camera[0])
	gl.DrawArraysInstanced(gl.TRIANGLES, 0, dataVertices, n)
	gl.UseProgram(b.neutral.id)
	gl.Uniform1f(b.neutral.at("ahead"), s.ahead)
	gl.UniformMatrix4fv(b.neutral.at("camera"), 1, false, &v.Camera[0])
	gl.DrawArraysInstanced(gl.TRIANGLES, dataVertices, neutralVertices, n)
	gl.Disable(gl.CULL_FACE)
	gl.Disable(gl.DEPTH_TEST)
	return nil
}

// place fills b.boxes, the nearest first: what they hide need not be coloured.
func (b *bars) place(v *scene.View, s *shares) error {
	b.boxes = b.boxes[:0]
	for i := range v.Bars {
		bar := &v.Bars[i]
		if bar.Row < 0 || int(bar.Row) >= s.rows {
			return fmt.Errorf("bars: bar %d shows row %d of %d", i, bar.Row, s.rows)
		}
		if s.steps == 0 || s.data.alive[bar.Row].end == 0 {
			continue
		}
		life := s.data.alive[bar.Row]
		x := box{
			center: bar.Center, step: bar.Depth / (float32(s.steps) - s.ahead),
			halfWidth: bar.HalfWidth, halfHeight: bar.HalfHeight,
			first: max(float32(life.first), s.ahead), end: float32(life.end),
			emphasis: bar.Emphasis, row: bar.Row,
			distance: bar.Center.Sub(v.Eye).LenSqr(),
		}
		if bar.Outlined {
			x.flags |= outlinedFlag
		}
		if bar.Flat {
			x.flags |= flatFlag
		}
		b.boxes = append(b.boxes, x)
	}
	slices.SortStableFunc(b.boxes, func(p, q box) int {
		switch {
		case p.distance < q.distance:
			return -1
		case p.distance > q.distance:
			return 1
		}
		return 0
	})
	return nil
}

func setColor(at int32, c mgl32.Vec3) { gl.Uniform3f(at, c[0], c[1], c[2]) }

func (b *bars) release(o *objects) {
	if b == nil {
		return
	}
	b.data.release(o)
	b.neutral.release(o)
	b.geometry.release(o)
}

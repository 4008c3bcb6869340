package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// box is a bar as its shader reads it.
type box struct {
	center                mgl32.Vec3 // of the near end
	step                  float32    // length of a step
	halfWidth, halfHeight float32
	first, end            float32 // steps in which the thread was alive
	emphasis              float32
	row, flags            int32
	// The shader does not read these: the index in bars.data, and the distance
	// from the eye.
	set      int32
	distance float32
}

const (
	outlinedFlag = 1
	flatFlag     = 2
	afterFlag    = 4
)

// The faces of a box in the shader's order.
const (
	dataVertices    = 3 * 6 // front, right, left
	neutralVertices = 3 * 6 // top, bottom, back
)

// mostPrograms is the largest number of cached programs: enough for the levels
// of detail in a few palettes.
const mostPrograms = 16

// bars draws boxes that show shares.
type bars struct {
	// made holds the programs for layers by the styles of the layers.
	made map[string]*program
	// data are the programs of a frame: for its layers, and for its close layers
	// if it has any.
	data     [2]*program
	neutral  *program
	geometry geometry
	boxes    []box
}

func newBars(o *objects) (*bars, error) {
	neutral, err := newProgram(o, "bars")
	if err != nil {
		return nil, err
	}
	b := &bars{neutral: neutral, made: map[string]*program{}}
	var x box
	b.geometry = newGeometry(o, unsafe.Sizeof(x), 1,
		attribute{gl.FLOAT, 4, unsafe.Offsetof(x.center)},
		attribute{gl.FLOAT, 4, unsafe.Offsetof(x.halfWidth)},
		attribute{gl.FLOAT, 1, unsafe.Offsetof(x.emphasis)},
		attribute{gl.INT, 2, unsafe.Offsetof(x.row)})
	return b, nil
}

// choose picks the programs for the layers of a frame.
func (b *bars) choose(o *objects, f *scene.Frame, s *shares) (err error) {
	if len(b.made)+len(b.data) > mostPrograms {
		b.forget(o)
	}
	b.data[1] = nil
	if b.data[0], err = b.program(o, f.Layers, s.layers); err == nil && f.DetailLayers != nil {
		b.data[1], err = b.program(o, f.DetailLayers, s.layers)
	}
	return err
}

// program returns the program for layers with given looks in cells of a number of
// values, and creates it if there is none.
func (b *bars) program(o *objects, layers []paint.Style, values int) (*program, error) {
	if len(layers) > values {
		return nil, fmt.Errorf("bars: %d layers in cells of %d values", len(layers), values)
	}
	used := max(1, (len(layers)+shape.LayerUnit-1)/shape.LayerUnit)
	defines := []string{"DATA", fmt.Sprintf("UNITS %d", values/shape.LayerUnit), fmt.Sprintf("USED %d", used),
		"LAYERS " + layersExpression(layers)}
	key := strings.Join(defines, "\n")
	if b.made[key] == nil {
		p, err := newProgram(o, "bars", defines...)
		if err != nil {
			return nil, err
		}
		b.made[key] = p
	}
	return b.made[key], nil
}

// forget releases all programs for data.
func (b *bars) forget(o *objects) {
	for key, p := range b.made {
		p.release(o)
		delete(b.made, key)
	}
}

// style sets the uniforms that all bars of a frame share. A pixel has a side of grain
// pixels of the frame.
func (b *bars) style(o *objects, f *scene.Frame, s *shares, grain float32) error {
	if err := b.choose(o, f, s); err != nil {
		return err
	}
	for _, p := range []*program{b.data[0], b.data[1], b.neutral} {
		if p == nil {
			continue
		}
		gl.UseProgram(p.id)
		gl.Uniform3f(p.at("light"), sideLight, topLight, bottomLight)
		gl.Uniform1f(p.at("moment"), s.data.moment)
		setColor(p.at("ground"), rgb(f.Ground))
		setColor(p.at("neutral"), rgb(f.Neutral))
		setColor(p.at("outline"), rgb(f.Outline))
		gl.Uniform1f(p.at("thick"), thick(f)/grain)
	}
	for _, p := range b.data {
		if p == nil {
			continue
		}
		gl.UseProgram(p.id)
		setColor(p.at("hollow"), hollow(f))
		gl.Uniform1i(p.at("shares"), 0)
		gl.Uniform1i(p.at("steps"), int32(s.steps))
		if n := len(s.data.offsets); n > 0 {
			at := s.places()
			gl.Uniform1i(p.at("cut"), int32(s.data.cut))
			gl.Uniform1i(p.at("cuts"), int32(s.cuts()))
			gl.Uniform1i(p.at("finest"), int32(s.finest))
			gl.Uniform1i(p.at("coarsest"), int32(n-1))
			gl.Uniform1iv(p.at("offsets"), int32(n), &at[0])
		}
	}
	return nil
}

// draw draws the bars of a view. Either all of them are flat, or none is. A pixel has a
// side of grain pixels of the frame.
func (b *bars) draw(v *shape.View, s *shares, grain float32) error {
	if err := b.place(v, s); err != nil || len(b.boxes) == 0 {
		return err
	}
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_BUFFER, s.texture)
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LEQUAL)
	if v.Bars[0].Flat {
		// Bars thinner than a pixel share it, regardless of their depth.
		gl.DepthFunc(gl.ALWAYS)
	}
	gl.DepthMask(true)
	gl.Enable(gl.CULL_FACE)
	gl.CullFace(gl.BACK)
	gl.FrontFace(gl.CCW)
	if v.Camera.Det() > 0 {
		gl.FrontFace(gl.CW) // the camera mirrors
	}
	first := slices.IndexFunc(b.boxes, func(x box) bool { return x.set == 1 })
	if first < 0 {
		first = len(b.boxes)
	}
	pixels := mgl32.Vec2{v.Rect.Width() / grain, v.Rect.Height() / grain}
	b.drawAll(v, b.data[0], b.boxes[:first], pixels)
	b.drawAll(v, b.data[1], b.boxes[first:], pixels)
	gl.Disable(gl.CULL_FACE)
	gl.Disable(gl.DEPTH_TEST)
	return nil
}

// drawAll draws boxes of the same layers into a view of a size in pixels.
func (b *bars) drawAll(v *shape.View, data *program, boxes []box, pixels mgl32.Vec2) {
	if len(boxes) == 0 {
		return
	}
	load(b.geometry, boxes)
	// Bars seen straight on share pixels at their edges.
	flat := boxes[0].flags&flatFlag != 0
	if flat {
		blend()
	}
	n := int32(len(boxes))
	gl.UseProgram(data.id)
	gl.Uniform2f(data.at("pixels"), pixels[0]/2, pixels[1]/2)
	gl.Uniform3f(data.at("light"), sideLight+(1-sideLight)*v.Bright, topLight, bottomLight)
	gl.UniformMatrix4fv(data.at("camera"), 1, false, &v.Camera[0])
	gl.DrawArraysInstanced(gl.TRIANGLES, 0, dataVertices, n)
	gl.Disable(gl.BLEND)
	if !flat {
		gl.UseProgram(b.neutral.id)
		gl.UniformMatrix4fv(b.neutral.at("camera"), 1, false, &v.Camera[0])
		gl.DrawArraysInstanced(gl.TRIANGLES, dataVertices, neutralVertices, n)
	}
}

// place fills b.boxes, the close ones last and else the nearest first, so that
// hidden pixels need not be coloured. Flat boxes hide nothing; the nearest of
// them is last.
func (b *bars) place(v *shape.View, s *shares) error {
	b.boxes = b.boxes[:0]
	for i := range v.Bars {
		bar := &v.Bars[i]
		if bar.Row < 0 || int(bar.Row) >= s.rows {
			return fmt.Errorf("bars: bar %d shows row %d of %d", i, bar.Row, s.rows)
		}
		if bar.Detailed && b.data[1] == nil {
			return fmt.Errorf("bars: bar %d is close, and there are no close layers", i)
		}
		if s.steps == 0 || s.data.alive[bar.Row].end == 0 {
			continue
		}
		b.add(bar, shape.BeforeMoment, s, v.Eye)
		b.add(bar, shape.AfterMoment, s, v.Eye)
	}
	slices.SortStableFunc(b.boxes, func(p, q box) int {
		nearest := cmp.Compare(p.distance, q.distance)
		if p.flags&flatFlag != 0 {
			nearest = -nearest
		}
		return cmp.Or(cmp.Compare(p.set, q.set), nearest)
	})
	return nil
}

// add adds the box of a part of a bar, for an eye somewhere, if there is one.
func (b *bars) add(bar *shape.Bar, part int, s *shares, eye mgl32.Vec3) {
	center, high := bar.Solid()
	x := box{
		center: center, step: bar.Step,
		halfWidth: bar.HalfWidth, halfHeight: high,
		emphasis: bar.Emphasis, row: bar.Row,
		distance: center.Sub(eye).LenSqr(),
	}
	life := s.data.alive[bar.Row]
	x.first, x.end = s.from.Extent(bar, part == shape.AfterMoment, int(life.first), int(life.end))
	if x.first >= x.end {
		return
	}
	if part == shape.AfterMoment {
		x.emphasis *= paint.AfterEmphasis
		x.flags |= afterFlag
	}
	if bar.Detailed {
		x.set = 1
	}
	if bar.Outlined {
		x.flags |= outlinedFlag
	}
	if bar.Flat {
		x.flags |= flatFlag
	}
	b.boxes = append(b.boxes, x)
}

func setColor(at int32, c mgl32.Vec3) { gl.Uniform3f(at, c[0], c[1], c[2]) }

func (b *bars) release(o *objects) {
	if b == nil {
		return
	}
	b.forget(o)
	b.neutral.release(o)
	b.geometry.release(o)
}

package render

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
)

// mesh draws coloured triangles.
type mesh struct {
	program  *program
	geometry geometry
}

func newMesh(o *objects) (*mesh, error) {
	p, err := newProgram(o, "mesh")
	if err != nil {
		return nil, err
	}
	var v shape.Vertex
	return &mesh{p, newGeometry(o, unsafe.Sizeof(v), 0,
		attribute{gl.FLOAT, 3, unsafe.Offsetof(v.Pos)},
		attribute{gl.UNSIGNED_BYTE, 4, unsafe.Offsetof(v.Color)})}, nil
}

// below draws triangles that everything else covers.
func (m *mesh) below(t shape.Mesh, camera *mgl32.Mat4) {
	gl.Disable(gl.DEPTH_TEST)
	m.draw(t, camera)
}

// between draws triangles that bars cover, at equal depth, too. Among triangles, the
// later is on top.
func (m *mesh) between(t shape.Mesh, camera *mgl32.Mat4) { m.near(t, camera, 1) }

// above draws triangles that only nearer bars cover. Among triangles, the later
// is on top.
func (m *mesh) above(t shape.Mesh, camera *mgl32.Mat4) { m.near(t, camera, -1) }

// near draws triangles behind what lies at equal depth, or, with side -1, before it.
func (m *mesh) near(t shape.Mesh, camera *mgl32.Mat4, side float32) {
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LEQUAL)
	gl.DepthMask(false)
	// The triangles lie on the fronts of bars. The offset covers rounding
	// errors, and is far less than the depth of a step.
	gl.Enable(gl.POLYGON_OFFSET_FILL)
	gl.PolygonOffset(side, 16*side)
	m.draw(t, camera)
	gl.Disable(gl.POLYGON_OFFSET_FILL)
	gl.DepthMask(true)
	gl.Disable(gl.DEPTH_TEST)
}

func (m *mesh) draw(t shape.Mesh, camera *mgl32.Mat4) {
	if len(t) < 3 {
		return
	}
	load(m.geometry, t)
	if !opaque(t) {
		blend()
	}
	gl.UseProgram(m.program.id)
	gl.UniformMatrix4fv(m.program.at("camera"), 1, false, &camera[0])
	gl.DrawArrays(gl.TRIANGLES, 0, int32(len(t)/3*3))
	gl.Disable(gl.BLEND)
}

// opaque reports whether triangles cover what is behind them, so that there is nothing to mix: software rendering draws
// these in two thirds of the time.
func opaque(t shape.Mesh) bool {
	for i := range t {
		if t[i].Color.A != 255 {
			return false
		}
	}
	return true
}

// blend mixes colours that are not premultiplied with the picture, which stays
// opaque.
func blend() {
	gl.Enable(gl.BLEND)
	gl.BlendEquation(gl.FUNC_ADD)
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
}

func (m *mesh) release(o *objects) {
	if m == nil {
		return
	}
	m.program.release(o)
	m.geometry.release(o)
}

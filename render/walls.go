package render

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
	"tiv/scene/shape"
)

// wall is a wall as its shader reads it.
type wall struct {
	place                 mgl32.Vec3 // x, the lower and the upper end
	depth                 mgl32.Vec2 // far and near
	bend, tall            float32
	first, columns, lanes int32
}

// walls draws the lanes on bars. Their texels are in a buffer texture.
type walls struct {
	program         *program
	geometry        geometry
	buffer, texture uint32
	limit           int    // texels of a buffer texture
	room            int    // texels of the buffer
	version         uint64 // that the texture holds
	list            []wall
}

func newWalls(o *objects) (*walls, error) {
	p, err := newProgram(o, "walls")
	if err != nil {
		return nil, err
	}
	var x wall
	w := &walls{program: p, buffer: o.buffer(), texture: o.texture(), geometry: newGeometry(o, unsafe.Sizeof(x), 1,
		attribute{gl.FLOAT, 3, unsafe.Offsetof(x.place)},
		attribute{gl.FLOAT, 4, unsafe.Offsetof(x.depth)},
		attribute{gl.INT, 3, unsafe.Offsetof(x.first)})}
	var n int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &n)
	w.limit = int(n)
	return w, nil
}

// draw draws the walls of a view after its bars. A pixel has a side of grain pixels of the
// frame.
func (w *walls) draw(v *shape.View, f *scene.Frame, grain float32) error {
	if len(v.Walls.Texels) == 0 {
		return nil
	}
	if err := w.place(&v.Walls); err != nil {
		return err
	}
	w.upload(&v.Walls)
	load(w.geometry, w.list)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_BUFFER, w.texture)
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LEQUAL)
	gl.DepthMask(true)
	blend()
	gl.UseProgram(w.program.id)
	gl.UniformMatrix4fv(w.program.at("camera"), 1, false, &v.Camera[0])
	setColor(w.program.at("ground"), rgb(f.Ground))
	gl.Uniform1f(w.program.at("thick"), thick(f)/grain)
	gl.Uniform1f(w.program.at("grain"), grain)
	gl.Uniform1i(w.program.at("texels"), 0)
	gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(len(w.list)))
	gl.Disable(gl.BLEND)
	gl.Disable(gl.DEPTH_TEST)
	return nil
}

// place fills the list of walls, and checks that their texels are there.
func (w *walls) place(from *shape.Walls) error {
	if len(from.Texels) > w.limit {
		return fmt.Errorf("walls: %d texels are more than the graphics driver takes (%d)", len(from.Texels), w.limit)
	}
	w.list = w.list[:0]
	for i := range from.List {
		x := &from.List[i]
		if end := int(x.First) + 2*int(x.Lanes)*int(x.Columns); x.First < 0 || x.Lanes < 0 || x.Columns <= 0 || end > len(from.Texels) {
			return fmt.Errorf("walls: wall %d shows %d lanes of %d columns from texel %d of %d", i, x.Lanes, x.Columns, x.First,
				len(from.Texels))
		}
		if x.Lanes > 0 {
			w.list = append(w.list, wall{mgl32.Vec3{x.X, x.Low, x.High}, mgl32.Vec2{x.Far, x.Near}, x.Bend, x.Tall, x.First,
				x.Columns, x.Lanes})
		}
	}
	return nil
}

// upload brings the texels to the graphics card, unless they are there.
func (w *walls) upload(from *shape.Walls) {
	if w.version == from.Version {
		return
	}
	gl.BindBuffer(gl.TEXTURE_BUFFER, w.buffer)
	if n := len(from.Texels); n > w.room {
		w.room = min(n+n/4, w.limit)
		gl.BufferData(gl.TEXTURE_BUFFER, 4*w.room, nil, gl.DYNAMIC_DRAW)
		gl.BindTexture(gl.TEXTURE_BUFFER, w.texture)
		gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA8, w.buffer)
	}
	gl.BufferSubData(gl.TEXTURE_BUFFER, 0, 4*len(from.Texels), gl.Ptr(from.Texels))
	gl.BindBuffer(gl.TEXTURE_BUFFER, 0)
	w.version = from.Version
}

func (w *walls) release(o *objects) {
	if w == nil {
		return
	}
	w.program.release(o)
	w.geometry.release(o)
	o.dropTexture(&w.texture)
	o.dropBuffer(&w.buffer)
}

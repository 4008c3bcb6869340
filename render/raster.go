package render

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
)

// raster draws pictures that a frame has as pixels.
type raster struct {
	program  *program
	geometry geometry
	texture  uint32
	// version is the picture that the texture holds, width and height its size.
	version       uint64
	width, height int
}

// corners are those of a picture, as a strip.
var corners = []mgl32.Vec2{{0, 0}, {1, 0}, {0, 1}, {1, 1}}

func newRaster(o *objects) (*raster, error) {
	p, err := newProgram(o, "raster")
	if err != nil {
		return nil, err
	}
	var corner mgl32.Vec2
	w := &raster{program: p, texture: o.texture(), geometry: newGeometry(o, unsafe.Sizeof(corner), 0, attribute{gl.FLOAT, 2, 0})}
	gl.BindTexture(gl.TEXTURE_2D, w.texture)
	for _, side := range []uint32{gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER} {
		gl.TexParameteri(gl.TEXTURE_2D, side, gl.NEAREST)
	}
	for _, side := range []uint32{gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T} {
		gl.TexParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE)
	}
	return w, nil
}

// draw draws a picture into a view.
func (w *raster) draw(r *shape.Raster, view shape.Rect) {
	if r == nil || r.Width <= 0 || r.Height <= 0 {
		return
	}
	gl.Disable(gl.DEPTH_TEST)
	gl.BindTexture(gl.TEXTURE_2D, w.texture)
	w.upload(r)
	load(w.geometry, corners)
	gl.UseProgram(w.program.id)
	view = shape.Rect{X0: whole(view.X0), Y0: whole(view.Y0), X1: whole(view.X1), Y1: whole(view.Y1)} // the viewport
	x := func(pixel float32) float32 { return 2*(pixel-view.X0)/view.Width() - 1 }
	y := func(pixel float32) float32 { return 1 - 2*(pixel-view.Y0)/view.Height() }
	gl.Uniform4f(w.program.at("place"), x(r.Rect.X0), y(r.Rect.Y0), x(r.Rect.X1), y(r.Rect.Y1))
	gl.Uniform2f(w.program.at("size"), float32(r.Width), float32(r.Height))
	gl.Uniform1i(w.program.at("pixels"), 0)
	gl.DrawArrays(gl.TRIANGLE_STRIP, 0, int32(len(corners)))
}

// whole rounds to a pixel.
func whole(x float32) float32 { return float32(int32(x + 0.5)) }

// upload brings the picture to the graphics card, if it is another one.
func (w *raster) upload(r *shape.Raster) {
	if w.version == r.Version {
		return
	}
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, 0)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
	gl.PixelStorei(gl.UNPACK_ROW_LENGTH, 0)
	if w.width == r.Width && w.height == r.Height {
		gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, int32(r.Width), int32(r.Height), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(r.Pixels))
	} else {
		gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, int32(r.Width), int32(r.Height), 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(r.Pixels))
	}
	w.version, w.width, w.height = r.Version, r.Width, r.Height
}

func (w *raster) release(o *objects) {
	if w == nil {
		return
	}
	w.program.release(o)
	w.geometry.release(o)
	o.dropTexture(&w.texture)
}

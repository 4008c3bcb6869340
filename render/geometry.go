package render

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// geometry is a buffer of elements that is rewritten for each drawing, with its
// layout for shaders.
type geometry struct {
	array, buffer uint32
}

// attribute is one field of an element, at its place in the struct.
type attribute struct {
	kind   uint32 // gl.FLOAT, gl.INT or gl.UNSIGNED_BYTE, the last becomes 0..1
	count  int32
	offset uintptr
}

// newGeometry makes the buffer. Divisor is 0 for an element a vertex, 1 for an
// element an instance.
func newGeometry(o *objects, stride uintptr, divisor uint32, fields ...attribute) geometry {
	g := geometry{array: o.array(), buffer: o.buffer()}
	gl.BindVertexArray(g.array)
	gl.BindBuffer(gl.ARRAY_BUFFER, g.buffer)
	for i, f := range fields {
		at := uint32(i)
		gl.EnableVertexAttribArray(at)
		if f.kind == gl.INT {
			gl.VertexAttribIPointerWithOffset(at, f.count, f.kind, int32(stride), f.offset)
		} else {
			gl.VertexAttribPointerWithOffset(at, f.count, f.kind, f.kind == gl.UNSIGNED_BYTE, int32(stride), f.offset)
		}
		gl.VertexAttribDivisor(at, divisor)
	}
	gl.BindVertexArray(0)
	return g
}

// load copies the elements into the buffer and binds it for drawing.
func load[T any](g geometry, elements []T) {
	gl.BindVertexArray(g.array)
	gl.BindBuffer(gl.ARRAY_BUFFER, g.buffer)
	gl.BufferData(gl.ARRAY_BUFFER, len(elements)*int(unsafe.Sizeof(elements[0])), unsafe.Pointer(&elements[0]), gl.STREAM_DRAW)
}

func (g *geometry) release(o *objects) {
	o.dropArray(&g.array)
	o.dropBuffer(&g.buffer)
}

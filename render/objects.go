package render

import "github.com/go-gl/gl/v4.1-core/gl"

// objects creates and deletes every OpenGL object of a renderer, and counts
// them.
type objects struct{ live int }

func (o *objects) one(gen func(int32, *uint32)) uint32 {
	var id uint32
	gen(1, &id)
	o.live++
	return id
}

func (o *objects) buffer() uint32       { return o.one(gl.GenBuffers) }
func (o *objects) array() uint32        { return o.one(gl.GenVertexArrays) }
func (o *objects) texture() uint32      { return o.one(gl.GenTextures) }
func (o *objects) framebuffer() uint32  { return o.one(gl.GenFramebuffers) }
func (o *objects) renderbuffer() uint32 { return o.one(gl.GenRenderbuffers) }

// drop deletes an object, if there is one, and clears its name.
func (o *objects) drop(id *uint32, free func(int32, *uint32)) {
	if *id == 0 {
		return
	}
	free(1, id)
	*id = 0
	o.live--
}

func (o *objects) dropBuffer(id *uint32)       { o.drop(id, gl.DeleteBuffers) }
func (o *objects) dropArray(id *uint32)        { o.drop(id, gl.DeleteVertexArrays) }
func (o *objects) dropTexture(id *uint32)      { o.drop(id, gl.DeleteTextures) }
func (o *objects) dropFramebuffer(id *uint32)  { o.drop(id, gl.DeleteFramebuffers) }
func (o *objects) dropRenderbuffer(id *uint32) { o.drop(id, gl.DeleteRenderbuffers) }

func (o *objects) dropProgram(id *uint32) {
	o.drop(id, func(_ int32, id *uint32) { gl.DeleteProgram(*id) })
}

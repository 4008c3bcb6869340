package render

import (
	"fmt"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// canvas is the picture that the scene is drawn into before it reaches the target: with
// several samples a pixel, or smaller than the target.
type canvas struct {
	framebuffer, color, depth uint32
	width, height             int
	samples                   int32
}

func newCanvas(o *objects) *canvas {
	return &canvas{framebuffer: o.framebuffer(), color: o.renderbuffer(), depth: o.renderbuffer()}
}

// begin makes room for a picture and binds it.
func (c *canvas) begin(width, height int, samples int32) error {
	gl.BindFramebuffer(gl.FRAMEBUFFER, c.framebuffer)
	if c.width == width && c.height == height && c.samples == samples {
		return nil
	}
	c.width, c.height, c.samples = 0, 0, 0
	if err := attach(c.color, c.depth, width, height, samples); err != nil {
		return fmt.Errorf("canvas: %w", err)
	}
	c.width, c.height, c.samples = width, height, samples
	return nil
}

// attach gives renderbuffers for colours and depth a size, and attaches them to the
// bound framebuffer.
func attach(color, depth uint32, width, height int, samples int32) error {
	for _, b := range []struct{ id, format, place uint32 }{
		{color, gl.RGBA8, gl.COLOR_ATTACHMENT0},
		{depth, gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT},
	} {
		gl.BindRenderbuffer(gl.RENDERBUFFER, b.id)
		gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, samples, b.format, int32(width), int32(height))
		gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, b.place, gl.RENDERBUFFER, b.id)
	}
	gl.BindRenderbuffer(gl.RENDERBUFFER, 0)
	if s := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); s != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf("framebuffer of %d×%d pixels with %d samples is incomplete (0x%x)", width, height, samples, s)
	}
	return nil
}

// resolve filters the picture into the target, as a rectangle with its lower left corner
// at x, y, and binds the target for drawing.
func (c *canvas) resolve(framebuffer uint32, x, y, width, height int32) {
	w, h := int32(c.width), int32(c.height)
	filter := uint32(gl.NEAREST)
	if w != width || h != height {
		filter = gl.LINEAR
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, c.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, framebuffer)
	gl.BlitFramebuffer(0, 0, w, h, x, y, x+width, y+height, gl.COLOR_BUFFER_BIT, filter)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
}

func (c *canvas) release(o *objects) {
	if c == nil {
		return
	}
	o.dropFramebuffer(&c.framebuffer)
	o.dropRenderbuffer(&c.color)
	o.dropRenderbuffer(&c.depth)
}

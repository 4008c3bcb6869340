package render

import (
	"fmt"
	"image"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"tiv/scene"
	"tiv/scene/paint"
)

// Load finds the OpenGL functions of the current context through its own
// look-up, such as glfw.GetProcAddress.
func Load(procAddress func(name string) unsafe.Pointer) error {
	if err := gl.InitWithProcAddrFunc(procAddress); err != nil {
		return fmt.Errorf("render: load OpenGL: %w", err)
	}
	return nil
}

// Driver returns the renderer and the version of the current context, as the
// driver names them.
func Driver() string {
	return gl.GoStr(gl.GetString(gl.RENDERER)) + ", OpenGL " + gl.GoStr(gl.GetString(gl.VERSION))
}

// Check returns the oldest error that OpenGL has recorded since the last call,
// and clears all errors.
func Check() error {
	first := gl.GetError()
	if first == gl.NO_ERROR {
		return nil
	}
	for gl.GetError() != gl.NO_ERROR {
		continue
	}
	return fmt.Errorf("OpenGL error 0x%x", first)
}

// Picture holds the last frame drawn into it, so that it can be shown again
// without another drawing. It belongs to the OpenGL context that was current
// when it was made.
type Picture struct {
	// Samples is the number of samples of each pixel, see Target.
	Samples            int
	objects            objects
	framebuffer, color uint32
	depth              uint32 // for frames that are drawn without a canvas
	width, height      int
}

// NewPicture makes an empty picture.
func NewPicture() *Picture {
	p := &Picture{}
	p.framebuffer, p.color, p.depth = p.objects.framebuffer(), p.objects.renderbuffer(), p.objects.renderbuffer()
	return p
}

// Draw draws a frame into the picture, which takes the frame's size.
func (p *Picture) Draw(r *Renderer, f *scene.Frame) error {
	if p.width != f.Width || p.height != f.Height {
		if err := p.resize(f.Width, f.Height); err != nil {
			return err
		}
	}
	return r.Draw(f, Target{Framebuffer: p.framebuffer, Height: p.height, Samples: p.Samples, whole: true})
}

func (p *Picture) resize(width, height int) error {
	p.width, p.height = 0, 0
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.framebuffer)
	if err := attach(p.color, p.depth, width, height, 0); err != nil {
		return fmt.Errorf("render: picture: %w", err)
	}
	p.width, p.height = width, height
	return nil
}

// Show copies the picture to its place in a framebuffer and leaves that bound.
func (p *Picture) Show(to Target) {
	gl.Disable(gl.SCISSOR_TEST)
	x, y := int32(to.X), int32(to.Height-to.Y-p.height)
	w, h := int32(p.width), int32(p.height)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, p.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, to.Framebuffer)
	gl.BlitFramebuffer(0, 0, w, h, x, y, x+w, y+h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, to.Framebuffer)
}

// Release deletes the picture. A second Release does nothing.
func (p *Picture) Release() {
	p.objects.dropFramebuffer(&p.framebuffer)
	p.objects.dropRenderbuffer(&p.color)
	p.objects.dropRenderbuffer(&p.depth)
}

// Clear fills the window, of a size in pixels, with a colour.
func Clear(width, height int, c paint.Color) {
	g := rgb(c)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.Viewport(0, 0, int32(width), int32(height))
	gl.Disable(gl.SCISSOR_TEST)
	gl.ClearColor(g[0], g[1], g[2], 1)
	gl.Clear(gl.COLOR_BUFFER_BIT)
}

// Read returns the pixels of the picture.
func (p *Picture) Read() *image.NRGBA { return Read(p.framebuffer, p.width, p.height) }

// Read returns the pixels of a framebuffer, of a size in pixels: 0 is the
// window's back buffer.
func Read(framebuffer uint32, width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0)
	gl.ReadPixels(0, 0, int32(width), int32(height), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(img.Pix))
	row := make([]uint8, img.Stride)
	for y := range height / 2 { // OpenGL's first row is the lowest
		top, low := img.Pix[y*img.Stride:][:img.Stride], img.Pix[(height-1-y)*img.Stride:][:img.Stride]
		copy(row, top)
		copy(top, low)
		copy(low, row)
	}
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255 // nothing shines through a picture
	}
	return img
}

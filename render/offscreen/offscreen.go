// Package offscreen draws a scene.Frame into a picture, without a display: no X
// server, no window and no graphics card are needed.
package offscreen

import (
	"fmt"
	"image"
	"runtime"
	"sync"

	"github.com/go-gl/gl/v4.1-core/gl"

	"tiv/render"
	"tiv/scene"
)

// Canvas draws frames of one size. It belongs to the goroutine that made it,
// and locks that goroutine to its operating system thread until Release.
type Canvas struct {
	// Samples is how smooth edges are, see render.Target. New sets it to the
	// best.
	Samples       int
	width, height int
	context       eglContext
	renderer      *render.Renderer
	picture       *render.Picture
}

// loadGL finds the OpenGL functions. They are the same for every context.
var loadGL = sync.OnceValue(func() error { return gl.InitWithProcAddrFunc(procAddress) })

// New makes a canvas of a size in pixels. The error names the missing part of
// the system. The caller must release the canvas.
func New(width, height int) (*Canvas, error) {
	runtime.LockOSThread()
	c := &Canvas{Samples: render.Smooth, width: width, height: height}
	if err := c.build(); err != nil {
		c.Release()
		return nil, fmt.Errorf("offscreen: %w", err)
	}
	return c, nil
}

func (c *Canvas) build() (err error) {
	if c.context, err = newContext(); err != nil {
		return err
	}
	if err = loadGL(); err != nil {
		return err
	}
	var most int32
	gl.GetIntegerv(gl.MAX_RENDERBUFFER_SIZE, &most)
	if c.width <= 0 || c.height <= 0 || c.width > int(most) || c.height > int(most) {
		return fmt.Errorf("a picture of %d×%d pixels: sides must be 1 to %d", c.width, c.height, most)
	}
	c.picture = render.NewPicture()
	c.renderer, err = render.New()
	return err
}

// Draw draws a frame, which must have the size of the canvas.
func (c *Canvas) Draw(f *scene.Frame) (*image.NRGBA, error) {
	if err := c.Render(f); err != nil {
		return nil, err
	}
	return c.picture.Read(), nil
}

// Render draws a frame and waits until it is drawn, but does not read it back.
func (c *Canvas) Render(f *scene.Frame) error {
	if f.Width != c.width || f.Height != c.height {
		return fmt.Errorf("offscreen: a frame of %d×%d pixels on a canvas of %d×%d", f.Width, f.Height, c.width, c.height)
	}
	if err := c.context.makeCurrent(); err != nil {
		return fmt.Errorf("offscreen: %w", err)
	}
	c.picture.Samples = c.Samples
	if err := c.picture.Draw(c.renderer, f); err != nil {
		return fmt.Errorf("offscreen: %w", err)
	}
	gl.Finish()
	return nil
}

// Release frees all resources. A second Release does nothing.
func (c *Canvas) Release() {
	if c.width == 0 {
		return
	}
	c.width = 0
	if c.context.context != nil {
		if c.context.makeCurrent() == nil {
			if c.renderer != nil {
				c.renderer.Release()
			}
			if c.picture != nil {
				c.picture.Release()
			}
		}
		c.context.release()
	}
	runtime.UnlockOSThread()
}

// Package render draws a scene.Frame with OpenGL 4.1: plain data in, pixels
// out. It is the only package that calls OpenGL. Nothing here knows threads,
// states or moments.
package render

import (
	"fmt"
	"strings"

	"github.com/go-gl/gl/v4.1-core/gl"

	"tiv/scene"
	"tiv/scene/shape"
)

// Smooth is the number of samples a pixel that smooth edges of bars and
// triangles need. The contents of bars, the overlay and texts are smooth with
// one sample too.
const Smooth = 4

// Renderer draws frames. It belongs to the OpenGL context that was current in
// New, and all its methods must be called with that context current. It binds
// everything it uses and relies on no earlier bindings.
type Renderer struct {
	objects  objects
	software bool
	most     int32      // samples that the driver can do
	canvases [3]*canvas // jagged, smooth, and of half the size
	shares   *shares
	bars     *bars
	mesh     *mesh
	raster   *raster
	walls    *walls
	overlay  *overlay
	text     *text
}

// Target is the destination of a frame: a rectangle of Frame.Width ×
// Frame.Height pixels in a framebuffer.
type Target struct {
	// Framebuffer is an OpenGL name; 0 is the window.
	Framebuffer uint32
	// X and Y are the place of the frame's top left corner, from the top left
	// corner of the framebuffer.
	X, Y int
	// Height is the height of the whole framebuffer. OpenGL counts from below.
	Height int
	// Samples is the number of samples of each pixel of the scene, 1 or Smooth.
	// 0 leaves it to the renderer: 1 for software rendering, where more samples
	// take three times as long, else Smooth.
	Samples int
	// whole says that the framebuffer has the size of the frame, and a depth
	// buffer: a frame with one sample is drawn into it directly, without a copy.
	whole bool
	// Moving says that the frame is one of a motion. Software rendering draws the
	// bars and edges of a large one at half size; texts and the overlay stay sharp.
	Moving bool
}

// largeFrame is the number of pixels from which software rendering cannot draw 25
// frames a second.
const largeFrame = 1_500_000

// New makes a renderer for the current OpenGL context, whose functions must
// have been loaded with gl.Init or gl.InitWithProcAddrFunc.
func New() (*Renderer, error) {
	r := &Renderer{software: software(gl.GoStr(gl.GetString(gl.RENDERER)))}
	gl.GetIntegerv(gl.MAX_SAMPLES, &r.most)
	if err := r.build(); err != nil {
		r.Release()
		return nil, fmt.Errorf("render: %w", err)
	}
	return r, nil
}

func (r *Renderer) build() (err error) {
	o := &r.objects
	for i := range r.canvases {
		r.canvases[i] = newCanvas(o)
	}
	r.shares = newShares(o)
	if r.bars, err = newBars(o); err != nil {
		return err
	}
	if r.mesh, err = newMesh(o); err != nil {
		return err
	}
	if r.raster, err = newRaster(o); err != nil {
		return err
	}
	if r.walls, err = newWalls(o); err != nil {
		return err
	}
	if r.overlay, err = newOverlay(o); err != nil {
		return err
	}
	r.text, err = newText(o)
	return err
}

// software reports whether a driver renders in software.
func software(driver string) bool {
	driver = strings.ToLower(driver)
	for _, name := range []string{"llvmpipe", "softpipe", "swiftshader", "software"} {
		if strings.Contains(driver, name) {
			return true
		}
	}
	return false
}

// canvas returns the canvas for a frame, the number of samples as OpenGL counts them,
// where 0 means no multisampling, and the side of a pixel of the canvas in the frame.
func (r *Renderer) canvas(f *scene.Frame, to Target) (c *canvas, samples int32, grain int) {
	if to.Moving && r.software && f.Width*f.Height >= largeFrame {
		return r.canvases[2], 0, 2
	}
	if to.Samples == 1 || to.Samples == 0 && r.software || r.most < 2 {
		return r.canvases[0], 0, 1
	}
	return r.canvases[1], min(Smooth, r.most), 1
}

// Draw draws a frame. It leaves the target's framebuffer bound, the viewport on
// the frame's part of it, and depth test, culling, blending and scissor off.
// After an error the picture is incomplete.
func (r *Renderer) Draw(f *scene.Frame, to Target) error {
	if f.Width <= 0 || f.Height <= 0 {
		return fmt.Errorf("render: a picture of %d×%d pixels", f.Width, f.Height)
	}
	start()
	c, samples, grain := r.canvas(f, to)
	direct := to.whole && samples == 0 && grain == 1
	if direct {
		gl.BindFramebuffer(gl.FRAMEBUFFER, to.Framebuffer)
	} else if err := c.begin((f.Width+grain-1)/grain, (f.Height+grain-1)/grain, samples); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	if err := r.drawScene(f, float32(grain)); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	x, y := int32(to.X), int32(to.Height-to.Y-f.Height)
	if !direct {
		c.resolve(to.Framebuffer, x, y, int32(f.Width), int32(f.Height))
	}
	gl.Viewport(x, y, int32(f.Width), int32(f.Height))
	gl.Scissor(x, y, int32(f.Width), int32(f.Height))
	gl.Enable(gl.SCISSOR_TEST)
	r.overlay.draw(f)
	err := r.text.draw(f.Overlay.Texts, f.Width, f.Height)
	rest()
	if err != nil {
		return fmt.Errorf("render: %w", err)
	}
	if e := gl.GetError(); e != gl.NO_ERROR {
		return fmt.Errorf("render: OpenGL error 0x%x", e)
	}
	return nil
}

// drawScene draws the views into the bound framebuffer, whose pixels have a side of
// grain pixels of the frame.
func (r *Renderer) drawScene(f *scene.Frame, grain float32) error {
	g := rgb(f.Ground)
	gl.ClearColor(g[0], g[1], g[2], 1)
	gl.ClearDepth(1)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
	none := shape.Shares{Layers: shape.LayerUnit}
	data := f.Shares
	if data == nil {
		data = &none
	}
	if err := r.shares.load(data); err != nil {
		return err
	}
	if err := r.bars.style(&r.objects, f, r.shares, grain); err != nil {
		return err
	}
	gl.Enable(gl.SCISSOR_TEST)
	defer gl.Disable(gl.SCISSOR_TEST)
	for i := range f.Views {
		if err := r.drawView(f, &f.Views[i], grain); err != nil {
			return fmt.Errorf("view %d: %w", i, err)
		}
	}
	return nil
}

func (r *Renderer) drawView(f *scene.Frame, v *shape.View, grain float32) error {
	pixel := func(p float32) int32 { return int32(p/grain + 0.5) }
	height := pixel(float32(f.Height))
	x0, y0 := pixel(v.Rect.X0), height-pixel(v.Rect.Y1)
	x1, y1 := pixel(v.Rect.X1), height-pixel(v.Rect.Y0)
	if x1 <= x0 || y1 <= y0 {
		return nil
	}
	gl.Viewport(x0, y0, x1-x0, y1-y0)
	gl.Scissor(x0, y0, x1-x0, y1-y0)
	r.mesh.below(v.Below, &v.Camera)
	r.raster.draw(v.Raster, v.Rect)
	if err := r.bars.draw(v, r.shares, grain); err != nil {
		return err
	}
	if err := r.walls.draw(v, f, grain); err != nil {
		return err
	}
	r.mesh.between(v.Between, &v.Camera)
	r.mesh.above(v.Above, &v.Camera)
	return nil
}

// start resets OpenGL state that other code may have changed.
func start() {
	for gl.GetError() != gl.NO_ERROR {
		// An error of other code is not reported here.
		continue
	}
	for _, c := range []uint32{gl.SCISSOR_TEST, gl.BLEND, gl.CULL_FACE, gl.DEPTH_TEST, gl.STENCIL_TEST,
		gl.FRAMEBUFFER_SRGB, gl.PRIMITIVE_RESTART, gl.RASTERIZER_DISCARD, gl.COLOR_LOGIC_OP, gl.SAMPLE_ALPHA_TO_COVERAGE, gl.SAMPLE_MASK} {
		gl.Disable(c)
	}
	gl.Enable(gl.MULTISAMPLE)
	gl.ColorMask(true, true, true, true)
	gl.DepthMask(true)
	gl.PolygonMode(gl.FRONT_AND_BACK, gl.FILL)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindSampler(0, 0)
}

// rest unbinds the renderer's objects, so that other code cannot write into
// them.
func rest() {
	gl.Disable(gl.SCISSOR_TEST)
	gl.Disable(gl.BLEND)
	gl.BindVertexArray(0)
	gl.BindBuffer(gl.ARRAY_BUFFER, 0)
	gl.BindTexture(gl.TEXTURE_BUFFER, 0)
	gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.UseProgram(0)
}

// Release deletes everything that the renderer has on the graphics card. The
// renderer cannot be used after it; a second Release does nothing.
func (r *Renderer) Release() {
	o := &r.objects
	for _, c := range r.canvases {
		c.release(o)
	}
	r.shares.release(o)
	r.bars.release(o)
	r.mesh.release(o)
	r.raster.release(o)
	r.walls.release(o)
	r.overlay.release(o)
	r.text.release(o)
}

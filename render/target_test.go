package render_test

import (
	"bytes"
	"image"
	"slices"
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/internal/pictures"
	"tiv/render"
	"tiv/scene"
)

// surface is a framebuffer like a window's, with functions to read it.
type surface struct {
	framebuffer, color uint32
	width, height      int
}

func newSurface(t *testing.T, width, height int) *surface {
	t.Helper()
	s := &surface{width: width, height: height}
	gl.GenFramebuffers(1, &s.framebuffer)
	gl.GenRenderbuffers(1, &s.color)
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.framebuffer)
	gl.BindRenderbuffer(gl.RENDERBUFFER, s.color)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, int32(width), int32(height))
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, s.color)
	gl.ClearColor(1, 0, 0, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	t.Cleanup(func() {
		gl.DeleteFramebuffers(1, &s.framebuffer)
		gl.DeleteRenderbuffers(1, &s.color)
	})
	return s
}

// easel draws with a renderer of its own into a surface.
type easel struct {
	*render.Renderer
	*surface
}

// newEasel returns an easel for frames of the size of f, in the context of a canvas.
func newEasel(t *testing.T, f *scene.Frame) easel {
	t.Helper()
	canvas(t, f)
	r, err := render.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Release)
	return easel{r, newSurface(t, f.Width, f.Height)}
}

// draw draws a frame and returns the picture.
func (e easel) draw(f *scene.Frame) (*image.NRGBA, error) {
	err := e.Draw(f, render.Target{Framebuffer: e.framebuffer, Height: e.height, Samples: render.Smooth})
	return e.read(), err
}

// read returns the picture with the first row on top.
func (s *surface) read() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, s.width, s.height))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, s.framebuffer)
	for y := range s.height {
		gl.ReadPixels(0, int32(s.height-1-y), int32(s.width), 1, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(img.Pix[y*img.Stride:]))
	}
	return img
}

// In a window the frame is only a part of the framebuffer.
func TestFrameInPartOfAFramebuffer(t *testing.T) {
	f := plain(1)
	scenery{}.labels(f)
	alone := picture(t, f)
	r := newEasel(t, f)
	s := newSurface(t, 210, 150)
	err := r.Draw(f, render.Target{Framebuffer: s.framebuffer, X: 30, Y: 20, Height: s.height, Samples: render.Smooth})
	if err != nil {
		t.Fatal(err)
	}
	img := s.read()
	red := hex(0xFF0000)
	for _, p := range []image.Point{{29, 60}, {60, 19}, {130, 60}, {60, 120}} {
		expect(t, img, p.X, p.Y, red, "outside the frame")
	}
	for y := range f.Height {
		a := alone.Pix[y*alone.Stride:][:alone.Stride]
		b := img.Pix[img.PixOffset(30, 20+y):][:alone.Stride]
		if !bytes.Equal(a, b) {
			t.Fatalf("row %d differs from the frame on its own", y)
		}
	}
}

// For any OpenGL state left by other code, the picture is the same, and the
// state left to other code is harmless.
func TestNothingIsTakenForGranted(t *testing.T) {
	f := goldens()["spatial"]
	scenery{}.labels(f)
	c := canvas(t, f)
	want, err := c.Draw(f)
	if err != nil {
		t.Fatal(err)
	}
	states := []uint32{gl.SCISSOR_TEST, gl.BLEND, gl.CULL_FACE, gl.DEPTH_TEST, gl.STENCIL_TEST,
		gl.COLOR_LOGIC_OP, gl.PRIMITIVE_RESTART, gl.RASTERIZER_DISCARD}
	for _, s := range states {
		gl.Enable(s)
	}
	gl.Scissor(3, 3, 5, 5)
	gl.Viewport(1, 2, 3, 4)
	gl.ColorMask(false, true, false, true)
	gl.DepthMask(false)
	gl.DepthFunc(gl.NEVER)
	gl.FrontFace(gl.CW)
	gl.CullFace(gl.FRONT_AND_BACK)
	gl.BlendEquation(gl.FUNC_REVERSE_SUBTRACT)
	gl.LogicOp(gl.CLEAR)
	gl.PolygonMode(gl.FRONT_AND_BACK, gl.LINE)
	gl.ActiveTexture(gl.TEXTURE3)
	got, err := c.Draw(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := pictures.Differ(got, want); err != nil {
		t.Error(err)
	}
	for _, s := range states {
		if gl.IsEnabled(s) {
			t.Errorf("state 0x%x is left on", s)
		}
	}
}

func TestSoftwareDriversAreKnown(t *testing.T) {
	for driver, want := range map[string]bool{
		"llvmpipe (LLVM 15.0.6, 256 bits)": true, "softpipe": true, "NVIDIA H200/PCIe": false,
		"Mesa Intel(R) UHD Graphics 620 (KBL GT2)": false, "Google SwiftShader": true,
	} {
		if render.IsSoftware(driver) != want {
			t.Errorf("%s: draws with the processor: %v", driver, !want)
		}
	}
}

// A frame with one sample is the same whether it is drawn into the picture or
// copied there, also after frames of another size and nearer to the camera.
func TestDirectDrawing(t *testing.T) {
	f := goldens()["spatial"]
	scenery{}.labels(f)
	e := newEasel(t, f)
	if err := e.Draw(f, render.Target{Framebuffer: e.framebuffer, Height: e.height, Samples: 1}); err != nil {
		t.Fatal(err)
	}
	want := e.read()
	p := render.NewPicture()
	t.Cleanup(p.Release)
	p.Samples = 1
	nearer := *f
	nearer.Views = slices.Clone(f.Views)
	nearer.Views[0].Camera = mgl32.Translate3D(0, 0, -0.1).Mul4(f.Views[0].Camera)
	for _, frame := range []*scene.Frame{plain(1), &nearer, f} {
		if err := p.Draw(e.Renderer, frame); err != nil {
			t.Fatal(err)
		}
	}
	if err := pictures.Differ(p.Read(), want); err != nil {
		t.Error(err)
	}
}

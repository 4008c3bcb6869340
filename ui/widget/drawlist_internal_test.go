package widget

import (
	"os"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
	imgl "github.com/AllenDang/cimgui-go/impl/opengl3"
	"github.com/go-gl/gl/v4.1-core/gl"

	"tiv/canvas"
	"tiv/canvas/raster"
	"tiv/internal/pictures"
	"tiv/render"
	"tiv/render/offscreen"
)

// wordless is a canvas without texts.
type wordless struct{ canvas.Canvas }

func (wordless) Text(canvas.Point, canvas.Font, string) {}

// TestFigure draws the figure of all canvases as the window does, with Dear ImGui and OpenGL.
// Its letters are those of another rasteriser, at whole pixels, so many of their pixels differ;
// no other ones do.
func TestFigure(t *testing.T) {
	const width, height = pictures.FigureWidth, pictures.FigureHeight
	const letters = width * height / 50
	c, err := offscreen.New(width, height)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	imgui.CreateContext()
	defer imgui.DestroyContext()
	imgui.CurrentIO().SetIniFilename("")
	imgui.CurrentIO().SetDisplaySize(imgui.Vec2{X: width, Y: height})
	imgl.InitV("#version 410")
	defer imgl.Shutdown()
	var framebuffer, colors uint32
	gl.GenFramebuffers(1, &framebuffer)
	gl.GenRenderbuffers(1, &colors)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.BindRenderbuffer(gl.RENDERBUFFER, colors)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, width, height)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, colors)

	var kit Kit
	kit.LoadFonts()
	d := drawList{fonts: kit.fonts}
	all := func(c canvas.Canvas) canvas.Canvas { return c }
	shapes := func(c canvas.Canvas) canvas.Canvas { return wordless{c} }
	for _, x := range []struct {
		name string
		part func(canvas.Canvas) canvas.Canvas
		most int
	}{{"all", all, letters}, {"shapes", shapes, 25}} {
		imgl.NewFrame()
		imgui.NewFrame()
		d.list = imgui.BackgroundDrawList()
		pictures.Figure(x.part(d))
		imgui.Render()
		imgl.RenderDrawData(imgui.CurrentDrawData())
		got, want := render.Read(framebuffer, width, height), raster.New(width, height, 1)
		pictures.Figure(x.part(want))
		if dir := os.Getenv("TIV_FIGURES"); dir != "" { // to look at
			pictures.Save(dir+"/window-"+x.name+".png", got)
		}
		if err := pictures.DifferBeyond(x.most, got, pictures.Plain(want.Image)); err != nil {
			t.Errorf("%s: %v", x.name, err)
		}
	}
}

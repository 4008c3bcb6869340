package ui

import (
	"os"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
	imgl "github.com/AllenDang/cimgui-go/impl/opengl3"
	"github.com/go-gl/gl/v4.1-core/gl"

	"tiv/canvas/raster"
	"tiv/internal/pictures"
	"tiv/render"
	"tiv/render/offscreen"
)

// TestFigure draws the figure of all canvases as the window does, with Dear ImGui and OpenGL.
// Its letters are those of another rasteriser, at whole pixels, so some of their pixels differ.
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

	d := drawList{fonts: loadFonts()}
	imgl.NewFrame()
	imgui.NewFrame()
	d.list = imgui.BackgroundDrawList()
	pictures.Figure(d)
	imgui.Render()

	var framebuffer, colors uint32
	gl.GenFramebuffers(1, &framebuffer)
	gl.GenRenderbuffers(1, &colors)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.BindRenderbuffer(gl.RENDERBUFFER, colors)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, width, height)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, colors)
	imgl.RenderDrawData(imgui.CurrentDrawData())
	got := render.Read(framebuffer, width, height)

	want := raster.New(width, height, 1)
	pictures.Figure(want)
	if dir := os.Getenv("TIV_FIGURES"); dir != "" { // to look at
		pictures.Save(dir+"/window.png", got)
	}
	if err := pictures.DifferBeyond(letters, got, pictures.Plain(want.Image)); err != nil {
		t.Error(err)
	}
}

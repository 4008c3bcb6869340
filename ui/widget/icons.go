package widget

import "github.com/AllenDang/cimgui-go/imgui"

// Icon is a sign of a video recorder. Fonts lack most of them, so they are
// drawn: in a square from 0 to 1, triangles by their three corners and bars by
// two.
type Icon struct {
	triangles [][6]float32
	bars      [][4]float32
}

// The icons of playback.
var (
	IconPlay    = Icon{triangles: [][6]float32{{0.22, 0.1, 0.22, 0.9, 0.92, 0.5}}}
	IconBack    = Icon{triangles: [][6]float32{{0.78, 0.1, 0.78, 0.9, 0.08, 0.5}}}
	IconPause   = Icon{bars: [][4]float32{{0.18, 0.12, 0.4, 0.88}, {0.6, 0.12, 0.82, 0.88}}}
	IconStop    = Icon{bars: [][4]float32{{0.16, 0.16, 0.84, 0.84}}}
	IconStart   = Icon{triangles: [][6]float32{{0.92, 0.12, 0.92, 0.88, 0.28, 0.5}}, bars: [][4]float32{{0.1, 0.12, 0.24, 0.88}}}
	IconEnd     = Icon{triangles: [][6]float32{{0.08, 0.12, 0.08, 0.88, 0.72, 0.5}}, bars: [][4]float32{{0.76, 0.12, 0.9, 0.88}}}
	IconStepOn  = Icon{triangles: [][6]float32{{0.42, 0.16, 0.42, 0.84, 0.95, 0.5}}, bars: [][4]float32{{0.12, 0.16, 0.28, 0.84}}}
	IconStepOff = Icon{triangles: [][6]float32{{0.58, 0.16, 0.58, 0.84, 0.05, 0.5}}, bars: [][4]float32{{0.72, 0.16, 0.88, 0.84}}}
	IconSlower  = Icon{bars: [][4]float32{{0.15, 0.42, 0.85, 0.58}}}
	IconFaster  = Icon{bars: [][4]float32{{0.15, 0.42, 0.85, 0.58}, {0.42, 0.15, 0.58, 0.85}}}
)

// draw draws the icon into a square.
func (i Icon) draw(at imgui.Vec2, size float32, color uint32) {
	list := imgui.WindowDrawList()
	p := func(x, y float32) imgui.Vec2 { return imgui.Vec2{X: at.X + x*size, Y: at.Y + y*size} }
	for _, t := range i.triangles {
		list.AddTriangleFilled(p(t[0], t[1]), p(t[2], t[3]), p(t[4], t[5]), color)
	}
	for _, b := range i.bars {
		list.AddRectFilled(p(b[0], b[1]), p(b[2], b[3]), color)
	}
}

// IconButton is a square button; lit highlights it.
func (w *Kit) IconButton(name string, i Icon, lit bool, help string) bool {
	side := imgui.FrameHeight()
	at := imgui.CursorScreenPos()
	palette := w.Palette
	if lit {
		imgui.PushStyleColorVec4(imgui.ColButton, Vec(palette.Shade(0.3)))
		defer imgui.PopStyleColor()
	}
	clicked := imgui.ButtonV("##"+name, imgui.Vec2{X: side * 1.25, Y: side})
	w.Mark(name, LastItem())
	size := side * 0.56
	i.draw(imgui.Vec2{X: at.X + (side*1.25-size)/2, Y: at.Y + (side-size)/2}, size, Packed(palette.Text))
	Tip(help)
	return clicked
}

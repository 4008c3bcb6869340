package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
)

// drawNotes draws a flag at each note along the top of the overview, at most
// one for each pixel.
func (b *scrubBar) drawNotes(list *imgui.DrawList, r scene.Rect) {
	palette, k := b.ui.palette, b.ui.scale
	last := r.X0 - 1
	for i := range b.ws.Look.Notes {
		x := min(b.x(r, min(b.ws.Look.Notes[i].Moment, b.ws.Timeline.End)), r.X1-k)
		if x < last+1 {
			continue
		}
		last = x
		low := r.Y0 + 0.32*r.Height()
		fill(list, scene.Rect{X0: x - 1.5*k, Y0: r.Y0, X1: x + 1.5*k, Y1: low + k}, palette.Ground)
		fill(list, scene.Rect{X0: x - 0.5*k, Y0: r.Y0, X1: x + 0.5*k, Y1: low}, palette.Text)
		color := palette.Text
		if b.ws.Look.Hovered == (scene.PickID{Kind: scene.PickNote, Index: int32(i)}) {
			color = palette.Select
		}
		point := x + 7*k
		if point > r.X1 {
			point = x - 7*k
		}
		list.AddTriangleFilled(imgui.Vec2{X: x, Y: r.Y0}, imgui.Vec2{X: point, Y: r.Y0 + 3.5*k}, imgui.Vec2{X: x, Y: r.Y0 + 7*k}, packed(color))
	}
}

// noteReach is the largest distance between the mouse and a note in the
// overview for a tooltip, in pixels.
const noteReach = 4

// describeNotesAt shows the notes near a place in the overview in a tooltip.
func (b *scrubBar) describeNotesAt(r scene.Rect, x float32) {
	const most = 3
	found := 0
	for i := range b.ws.Look.Notes {
		n := &b.ws.Look.Notes[i]
		if d := b.x(r, n.Moment) - x; d < -noteReach*b.ui.scale || d > noteReach*b.ui.scale {
			continue
		}
		if found++; found <= most {
			b.ui.bold(fmt.Sprintf("note %d · %s", i+1, b.notePlace(n)))
			text(scene.OneLine(n.Text, 100))
		}
	}
	if found > most {
		b.ui.faint(fmt.Sprintf("and %s more", plural(found-most, "note")))
	}
}

package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/detect"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// columnWidth is the width of a column of the overview, in pixels at scale 1.
const columnWidth = 2

// scrubBar shows the whole trace; dragging in it moves the moment.
type scrubBar struct {
	*host
	overview overview
	loopFrom tracefeed.Time // the start of a Shift+drag
}

// layOut lays the bar out.
func (b *scrubBar) layOut(high float32) {
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	if wide < 8 || high < 8 {
		return
	}
	imgui.InvisibleButtonV("scrub", imgui.Vec2{X: wide, Y: high}, 0)
	r := scene.Rect{X0: at.X, Y0: at.Y, X1: at.X + wide, Y1: at.Y + high}
	b.ui.mark("scrub", r)
	b.scrub(r)
	list := imgui.WindowDrawList()
	list.PushClipRectV(at, imgui.Vec2{X: r.X1, Y: r.Y1}, true)
	palette := b.ui.palette
	fill(list, r, palette.Shade(0.02))
	b.overview.update(b.ws.Timeline, b.ws.Look.Threads, max(1, int(wide/(columnWidth*b.ui.scale))), overviewShare)
	strip := 0.1 * high
	bars := r
	if line := imgui.TextLineHeight(); high > 3*line {
		bars.Y1 -= line
		b.drawAxis(list, scene.Rect{X0: r.X0, Y0: bars.Y1, X1: r.X1, Y1: r.Y1}, r.Y0)
	}
	b.drawOverview(list, scene.Rect{X0: bars.X0, Y0: bars.Y0 + strip, X1: bars.X1, Y1: bars.Y1})
	b.dimOutside(list, bars)
	b.drawInterval(list, bars)
	b.drawMarks(list, scene.Rect{X0: r.X0, Y0: r.Y0, X1: r.X1, Y1: r.Y0 + strip}, r.Y1)
	b.drawNotes(list, r)
	b.drawBookmarks(list, r)
	b.drawMoment(list, r)
	list.PopClipRect()
	list.AddRectV(at, imgui.Vec2{X: r.X1, Y: r.Y1}, packed(palette.Grid), 0, 0, 1)
}

// scrub lets the mouse move the moment, or with Shift select an interval.
func (b *scrubBar) scrub(r scene.Rect) {
	end := b.ws.Timeline.End
	x := imgui.MousePos().X
	t := tracefeed.Time(float64(end) * float64((x-r.X0)/max(r.Width(), 1)))
	t = min(max(t, 0), end)
	if imgui.IsItemActive() {
		pb := &b.ws.Playback
		if imgui.CurrentIO().KeyShift() {
			if imgui.IsItemActivated() {
				b.loopFrom = t
			}
			b.send(workspace.SelectInterval{From: min(t, b.loopFrom), To: max(t, b.loopFrom)})
		} else if t != pb.Moment || pb.Playing {
			b.send(workspace.SeekTo{Moment: t})
		}
	}
	if imgui.IsItemHovered() {
		b.wheel(t)
		imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
		lines := float32(9) // at most
		if len(b.ws.Look.Notes) > 0 {
			lines += 7
		}
		if hasRested() && beginItemTip(mgl32.Vec2{tipWidth * imgui.FontSize(), lines * imgui.TextLineHeightWithSpacing()}) {
			text(t.String())
			b.columnStates(t)
			b.describeNotesAt(r, x)
			b.ui.faint("The states of all threads over the whole trace.\nDrag to scrub, Shift+drag to select an interval.")
			imgui.EndTooltip()
		}
	}
}

// wheel zooms around a time with Ctrl, and moves through time with Shift.
func (b *scrubBar) wheel(t tracefeed.Time) {
	io := imgui.CurrentIO()
	notches := io.MouseWheel() + io.MouseWheelH()
	switch {
	case notches == 0:
	case io.KeyCtrl():
		b.send(zoomTimeAt(t, notches))
	case io.KeyShift():
		b.send(panTimeBy(b.ws, -notches))
	}
}

func fill(list *imgui.DrawList, r scene.Rect, c scene.Color) {
	list.AddRectFilled(imgui.Vec2{X: r.X0, Y: r.Y0}, imgui.Vec2{X: r.X1, Y: r.Y1}, packed(c))
}

// columnStates names the states of the overview at a moment: its colours are
// those of states, independent of the scene's level of detail.
func (b *scrubBar) columnStates(t tracefeed.Time) {
	sum, ok := b.overview.at(t)
	if !ok {
		return
	}
	for _, l := range slices.Backward(overviewLayers) {
		if sum[l.state] == 0 {
			continue
		}
		style := b.ui.palette.Layers[l.layer]
		b.ui.swatch(style.Color, scene.Plain)
		imgui.SameLine()
		text(l.layer + "  " + perCent(float32(float64(sum[l.state])/float64(sum.Alive()))))
	}
}

// drawOverview draws the columns that are done. While a trace grows they may
// reach less far than it.
func (b *scrubBar) drawOverview(list *imgui.DrawList, r scene.Rect) {
	o := &b.overview
	if o.most <= 0 || b.ws.Timeline.End <= 0 {
		return
	}
	reach := r.Width() * float32(float64(o.end)/float64(b.ws.Timeline.End))
	wide := reach / float32(len(o.done))
	colors := make([]scene.Color, len(overviewLayers))
	for k, l := range overviewLayers {
		colors[k] = b.ui.palette.Layers[l.layer].Color
	}
	for i := range o.done {
		x0, y := r.X0+float32(i)*wide, r.Y1
		for k, l := range overviewLayers {
			t := o.done[i][l.state]
			if t == 0 {
				continue
			}
			top := y - r.Height()*float32(float64(t)/float64(o.most))
			fill(list, scene.Rect{X0: x0, Y0: top, X1: x0 + wide, Y1: y}, colors[k])
			y = top
		}
	}
}

// xOf returns the position of a time in the bar.
func (b *scrubBar) xOf(r scene.Rect, t tracefeed.Time) float32 {
	return r.X0 + r.Width()*float32(float64(t)/float64(max(b.ws.Timeline.End, 1)))
}

// dimOutside dims the time outside the visible range, and frames the range.
func (b *scrubBar) dimOutside(list *imgui.DrawList, r scene.Rect) {
	palette := b.ui.palette
	from, to := b.ws.Look.Window()
	x0, x1 := b.xOf(r, max(from, 0)), b.xOf(r, to)
	veil := palette.Ground.Alpha(0.62)
	fill(list, scene.Rect{X0: r.X0, Y0: r.Y0, X1: x0, Y1: r.Y1}, veil)
	fill(list, scene.Rect{X0: x1, Y0: r.Y0, X1: r.X1, Y1: r.Y1}, veil)
	list.AddRectV(imgui.Vec2{X: x0, Y: r.Y0}, imgui.Vec2{X: max(x1, x0+1), Y: r.Y1}, packed(palette.Text.Alpha(0.45)), 0, 0, b.ui.scale)
}

// drawMarks draws collections and findings along the top, and a line at the
// closing of each deadlock.
func (b *scrubBar) drawMarks(list *imgui.DrawList, r scene.Rect, bottom float32) {
	palette := b.ui.palette
	gc := palette.GC
	gc.A = 255
	last := float32(-1)
	for _, c := range b.ws.Timeline.GC {
		x0, x1 := b.xOf(r, c.Start), b.xOf(r, c.End)
		if x1 < last+1 { // not a pixel beyond the last column
			continue
		}
		last = max(x1, x0+1)
		fill(list, scene.Rect{X0: x0, Y0: r.Y0, X1: last, Y1: r.Y0 + r.Height()/2}, gc)
	}
	most := 2000
	for i := range b.ws.Report.Findings {
		f := &b.ws.Report.Findings[i]
		if most--; most < 0 {
			return
		}
		x0, x1 := b.xOf(r, f.Start), b.xOf(r, f.End)
		color := b.ui.findingColor(f)
		if f.Kind == detect.Deadlock {
			fill(list, scene.Rect{X0: x0, Y0: r.Y0, X1: max(x1, x0+2), Y1: r.Y1}, color)
			fill(list, scene.Rect{X0: x0, Y0: r.Y0, X1: x0 + 2*b.ui.scale, Y1: bottom}, color)
			continue
		}
		size := 4 * b.ui.scale
		list.AddTriangleFilled(imgui.Vec2{X: x0 - size, Y: r.Y0}, imgui.Vec2{X: x0 + size, Y: r.Y0},
			imgui.Vec2{X: x0, Y: r.Y0 + 1.6*size}, packed(color))
	}
}

func (b *scrubBar) drawMoment(list *imgui.DrawList, r scene.Rect) {
	palette := b.ui.palette
	k := b.ui.scale
	x := min(max(b.xOf(r, b.ws.Look.Moment), r.X0+k), r.X1-k)
	fill(list, scene.Rect{X0: x - 2*k, Y0: r.Y0, X1: x + 2*k, Y1: r.Y1}, palette.Ground.Alpha(0.7))
	fill(list, scene.Rect{X0: x - k, Y0: r.Y0, X1: x + k, Y1: r.Y1}, palette.Moment)
	list.AddTriangleFilled(imgui.Vec2{X: x - 5*k, Y: r.Y1}, imgui.Vec2{X: x + 5*k, Y: r.Y1}, imgui.Vec2{X: x, Y: r.Y1 - 7*k}, packed(palette.Moment))
}

// momentText is the moment with enough digits to see it move, in the unit of
// the whole trace.
func momentText(t, end tracefeed.Time) string {
	unit, name := tracefeed.Nanosecond, "ns"
	switch {
	case end >= tracefeed.Second:
		unit, name = tracefeed.Second, "s"
	case end >= tracefeed.Millisecond:
		unit, name = tracefeed.Millisecond, "ms"
	case end >= tracefeed.Microsecond:
		unit, name = tracefeed.Microsecond, "µs"
	}
	return fmt.Sprintf("%.3f %s", float64(t)/float64(unit), name)
}

// drawNotes draws a flag at each note along the top of the overview, at most
// one for each pixel.
func (b *scrubBar) drawNotes(list *imgui.DrawList, r scene.Rect) {
	palette, k := b.ui.palette, b.ui.scale
	last := r.X0 - 1
	for i := range b.ws.Look.Notes {
		x := min(b.xOf(r, min(b.ws.Look.Notes[i].Moment, b.ws.Timeline.End)), r.X1-k)
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

// noteTolerance is the largest distance between the mouse and a note in the
// overview for a tooltip, in pixels.
const noteTolerance = 4

// describeNotesAt shows the notes near a place in the overview in a tooltip.
func (b *scrubBar) describeNotesAt(r scene.Rect, x float32) {
	const most = 3
	found := 0
	for i := range b.ws.Look.Notes {
		n := &b.ws.Look.Notes[i]
		if d := b.xOf(r, n.Moment) - x; d < -noteTolerance*b.ui.scale || d > noteTolerance*b.ui.scale {
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

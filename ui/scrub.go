package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/detect"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// columnWidth is the width of a column of the overview, in pixels at scale 1.
const columnWidth = 2

// scrubBar shows the whole trace; dragging in it moves the moment.
func (a *app) scrubBar(high float32) {
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	if wide < 8 || high < 8 {
		return
	}
	imgui.InvisibleButtonV("scrub", imgui.Vec2{X: wide, Y: high}, 0)
	r := scene.Rect{X0: at.X, Y0: at.Y, X1: at.X + wide, Y1: at.Y + high}
	a.mark("scrub", r)
	a.scrub(r)
	list := imgui.WindowDrawList()
	list.PushClipRectV(at, imgui.Vec2{X: r.X1, Y: r.Y1}, true)
	p := a.ws.Look.Palette
	fill(list, r, p.Shade(0.02))
	a.overview.update(a.ws.Timeline, a.ws.Look.Threads, max(1, int(wide/(columnWidth*a.scale()))), overviewShare)
	strip := 0.1 * high
	a.drawOverview(list, scene.Rect{X0: r.X0, Y0: r.Y0 + strip, X1: r.X1, Y1: r.Y1})
	a.drawShown(list, r)
	a.drawMarks(list, scene.Rect{X0: r.X0, Y0: r.Y0, X1: r.X1, Y1: r.Y0 + strip}, r.Y1)
	a.drawNotes(list, r)
	a.drawMoment(list, r)
	list.PopClipRect()
	list.AddRectV(at, imgui.Vec2{X: r.X1, Y: r.Y1}, packed(p.Grid), 0, 0, 1)
}

// scrub lets the mouse move the moment, or with Shift choose the loop.
func (a *app) scrub(r scene.Rect) {
	end := a.ws.Timeline.End
	x := imgui.MousePos().X
	t := tracefeed.Time(float64(end) * float64((x-r.X0)/max(r.Width(), 1)))
	t = min(max(t, 0), end)
	if imgui.IsItemActive() {
		pb := &a.ws.Playback
		if imgui.CurrentIO().KeyShift() {
			if imgui.IsItemActivated() {
				a.mouse.loopFrom = t
			}
			a.send(workspace.SetLoop{On: true, From: min(t, a.mouse.loopFrom), To: max(t, a.mouse.loopFrom)})
		} else if t != pb.Moment || pb.Playing {
			a.send(workspace.SeekTo{Moment: t})
		}
	}
	if imgui.IsItemHovered() {
		imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
		if imgui.BeginItemTooltip() {
			text(t.String())
			a.columnStates(t)
			a.describeNotesAt(r, x)
			a.faint("The whole trace: all threads' states, stacked.\nDrag to scrub, Shift+drag to choose what is repeated.")
			imgui.EndTooltip()
		}
	}
}

func fill(list *imgui.DrawList, r scene.Rect, c scene.Color) {
	list.AddRectFilled(imgui.Vec2{X: r.X0, Y: r.Y0}, imgui.Vec2{X: r.X1, Y: r.Y1}, packed(c))
}

// columnStates names the states of the overview at a moment: its colours are
// those of states, independent of the scene's level of detail.
func (a *app) columnStates(t tracefeed.Time) {
	b, ok := a.overview.at(t)
	if !ok {
		return
	}
	for _, l := range slices.Backward(overviewLayers) {
		if b[l.state] == 0 {
			continue
		}
		style := a.ws.Look.Palette.Layers[l.layer]
		a.swatch(style.Color, scene.Plain)
		imgui.SameLine()
		text(l.layer + "  " + perCent(float32(float64(b[l.state])/float64(b.Alive()))))
	}
}

// drawOverview draws the columns that are done. While a trace grows they may
// reach less far than it.
func (a *app) drawOverview(list *imgui.DrawList, r scene.Rect) {
	o := &a.overview
	if o.most <= 0 || a.ws.Timeline.End <= 0 {
		return
	}
	reach := r.Width() * float32(float64(o.end)/float64(a.ws.Timeline.End))
	wide := reach / float32(len(o.done))
	colors := make([]scene.Color, len(overviewLayers))
	for k, l := range overviewLayers {
		colors[k] = a.ws.Look.Palette.Layers[l.layer].Color
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
func (a *app) xOf(r scene.Rect, t tracefeed.Time) float32 {
	return r.X0 + r.Width()*float32(float64(t)/float64(max(a.ws.Timeline.End, 1)))
}

// drawShown dims the time outside the view, and marks the loop.
func (a *app) drawShown(list *imgui.DrawList, r scene.Rect) {
	p := a.ws.Look.Palette
	from, to := a.ws.Look.Window()
	x0, x1 := a.xOf(r, max(from, 0)), a.xOf(r, to)
	veil := p.Ground.Alpha(0.62)
	fill(list, scene.Rect{X0: r.X0, Y0: r.Y0, X1: x0, Y1: r.Y1}, veil)
	fill(list, scene.Rect{X0: x1, Y0: r.Y0, X1: r.X1, Y1: r.Y1}, veil)
	if pb := &a.ws.Playback; pb.Loop {
		h := 3 * a.scale()
		fill(list, scene.Rect{X0: a.xOf(r, pb.LoopFrom), Y0: r.Y1 - h, X1: a.xOf(r, pb.LoopTo), Y1: r.Y1}, p.Text)
	}
}

// drawMarks draws collections and findings along the top, and a line at the
// closing of each deadlock.
func (a *app) drawMarks(list *imgui.DrawList, r scene.Rect, bottom float32) {
	p := a.ws.Look.Palette
	gc := p.GC
	gc.A = 255
	last := float32(-1)
	for _, c := range a.ws.Timeline.GC {
		x0, x1 := a.xOf(r, c.Start), a.xOf(r, c.End)
		if x1 < last+1 { // not a pixel beyond the last column
			continue
		}
		last = max(x1, x0+1)
		fill(list, scene.Rect{X0: x0, Y0: r.Y0, X1: last, Y1: r.Y0 + r.Height()/2}, gc)
	}
	most := 2000
	for i := range a.ws.Report.Findings {
		f := &a.ws.Report.Findings[i]
		if most--; most < 0 {
			return
		}
		x0, x1 := a.xOf(r, f.Start), a.xOf(r, f.End)
		color := a.findingColor(f)
		if f.Kind == detect.Deadlock {
			fill(list, scene.Rect{X0: x0, Y0: r.Y0, X1: max(x1, x0+2), Y1: r.Y1}, color)
			fill(list, scene.Rect{X0: x0, Y0: r.Y0, X1: x0 + 2*a.scale(), Y1: bottom}, color)
			continue
		}
		size := 4 * a.scale()
		list.AddTriangleFilled(imgui.Vec2{X: x0 - size, Y: r.Y0}, imgui.Vec2{X: x0 + size, Y: r.Y0},
			imgui.Vec2{X: x0, Y: r.Y0 + 1.6*size}, packed(color))
	}
}

func (a *app) drawMoment(list *imgui.DrawList, r scene.Rect) {
	p := a.ws.Look.Palette
	k := a.scale()
	x := min(max(a.xOf(r, a.ws.Look.Moment), r.X0+k), r.X1-k)
	fill(list, scene.Rect{X0: x - 2*k, Y0: r.Y0, X1: x + 2*k, Y1: r.Y1}, p.Ground.Alpha(0.7))
	fill(list, scene.Rect{X0: x - k, Y0: r.Y0, X1: x + k, Y1: r.Y1}, p.Moment)
	list.AddTriangleFilled(imgui.Vec2{X: x - 5*k, Y: r.Y1}, imgui.Vec2{X: x + 5*k, Y: r.Y1}, imgui.Vec2{X: x, Y: r.Y1 - 7*k}, packed(p.Moment))
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

package playback

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// columnWidth is the width of a column of the overview, in pixels at scale 1.
const columnWidth = 2

// scrubBar shows the whole trace; dragging in it moves the moment, the visible
// range or the selected interval.
type scrubBar struct {
	panel.Trace
	prefs    *panel.Preferences
	overview overview
	sliced   slicedOverview
	flags    flagRow
	ribbon   ribbon
	drag     scrubDrag
}

// layOut lays the bar out: flags at the top, the states, and an axis.
func (b *scrubBar) layOut(high float32) {
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	if wide < 8 || high < 8 {
		return
	}
	imgui.InvisibleButtonV("scrub", imgui.Vec2{X: wide, Y: high}, 0)
	r := shape.Rect{X0: at.X, Y0: at.Y, X1: at.X + wide, Y1: at.Y + high}
	b.UI.Mark("scrub", r)
	b.overview.update(b.Workspace.Timeline, b.Workspace.Look.Threads, max(1, int(wide/(columnWidth*b.UI.Scale))), overviewShare)
	bars, line := r, imgui.TextLineHeight()
	if high > 3*line {
		bars.Y1 -= line
		bars.Y0 += flagSize * line
	}
	ribbon := b.ribbon.place(&bars)
	flags := b.flags.place(shape.Rect{X0: r.X0, Y0: r.Y0, X1: r.X1, Y1: r.Y0 + flagSize*line})
	b.scrub(r, bars, ribbon, flags)
	list := imgui.WindowDrawList()
	list.PushClipRectV(at, imgui.Vec2{X: r.X1, Y: r.Y1}, true)
	if axis := max(bars.Y1, ribbon.Y1); axis < r.Y1 {
		b.drawAxis(list, shape.Rect{X0: r.X0, Y0: axis, X1: r.X1, Y1: r.Y1}, r.Y0)
	}
	strip := 0.1 * bars.Height()
	graph := shape.Rect{X0: bars.X0, Y0: bars.Y0 + strip, X1: bars.X1, Y1: bars.Y1}
	if parts := b.sliced.update(b.Workspace, &b.overview, b.Wake); parts != nil {
		b.drawParts(list, graph, parts)
	} else {
		b.drawOverview(list, graph)
	}
	b.dimOutside(list, bars)
	b.flags.drawLit(list, bars)
	b.drawInterval(list, bars)
	b.drawCollections(list, shape.Rect{X0: bars.X0, Y0: bars.Y0, X1: bars.X1, Y1: bars.Y0 + strip/2})
	b.flags.drawSpans(list, bars)
	b.ribbon.draw(list, ribbon)
	drawHistory(&b.Trace, list, bars, b.drag.part == historyStart)
	b.drawGrips(list, bars)
	b.drawMoment(list, shape.Rect{X0: r.X0, Y0: r.Y0, X1: r.X1, Y1: max(bars.Y1, ribbon.Y1)}) // above the names of times
	b.flags.draw(list, flags, bars)
	list.PopClipRect()
	list.AddRectV(at, imgui.Vec2{X: r.X1, Y: r.Y1}, widget.Packed(b.UI.Palette.Grid), 0, 0, 1)
}

// wheel zooms around a time with Ctrl or by the user's choice without it, and
// moves through time with Shift.
func (b *scrubBar) wheel(t tracefeed.Time) {
	io := imgui.CurrentIO()
	notches := io.MouseWheel() + io.MouseWheelH()
	switch {
	case notches == 0:
	case io.KeyShift():
		b.Send(panel.PanTimeBy(b.Workspace, -notches))
	case io.KeyCtrl() || b.prefs.WheelTime:
		b.Send(workspace.ZoomTimeAt{Notches: float64(notches), At: t})
	}
}

// columnStates names the parts of the overview at a moment: its colours are those of
// states or slices, independent of the scene's level of detail.
func (b *scrubBar) columnStates(t tracefeed.Time) {
	if parts := b.sliced.at(&b.overview, t); parts != nil {
		b.sliced.describe(b.UI, parts)
		return
	}
	sum, ok := b.overview.at(t)
	if !ok {
		return
	}
	for _, l := range slices.Backward(report.StateOrder[:]) {
		if sum[l] == 0 {
			continue
		}
		style := b.UI.Palette.Layers[l.Word()]
		b.UI.Swatch(style.Color, paint.Plain)
		imgui.SameLine()
		widget.Text(l.Word() + "  " + panel.Percent(float32(float64(sum[l])/float64(sum.Alive()))))
	}
}

// drawOverview draws the columns that are done. While a trace grows they may
// reach less far than it.
func (b *scrubBar) drawOverview(list *imgui.DrawList, r shape.Rect) {
	o := &b.overview
	if o.most <= 0 || b.Workspace.Timeline.End <= 0 {
		return
	}
	reach := r.Width() * float32(float64(o.end)/float64(b.Workspace.Timeline.End))
	wide := reach / float32(len(o.done))
	colors := make([]paint.Color, len(report.StateOrder))
	for k, l := range report.StateOrder {
		colors[k] = b.UI.Palette.Layers[l.Word()].Color
	}
	for i := range o.done {
		x0, y := r.X0+float32(i)*wide, r.Y1
		for k, l := range report.StateOrder {
			t := o.done[i][l]
			if t == 0 {
				continue
			}
			top := y - r.Height()*float32(float64(t)/float64(o.most))
			widget.Fill(list, shape.Rect{X0: x0, Y0: top, X1: x0 + wide, Y1: y}, colors[k])
			y = top
		}
	}
}

// drawCollections draws the garbage collections as a strip.
func (b *scrubBar) drawCollections(list *imgui.DrawList, r shape.Rect) {
	gc := b.UI.Palette.GC
	gc.A = 255
	last := float32(-1)
	for _, c := range b.Workspace.Timeline.GC {
		x0, x1 := xOf(b.Workspace.Timeline, r, c.Start), xOf(b.Workspace.Timeline, r, c.End)
		if x1 < last+1 { // not a pixel beyond the last column
			continue
		}
		last = max(x1, x0+1)
		widget.Fill(list, shape.Rect{X0: x0, Y0: r.Y0, X1: last, Y1: r.Y1}, gc)
	}
}

// timeAt returns the time at a position in the overview, within the trace.
func timeAt(tl *timeline.Timeline, r shape.Rect, x float32) tracefeed.Time {
	t := tracefeed.Time(float64(tl.End) * float64((x-r.X0)/max(r.Width(), 1)))
	return min(max(t, 0), tl.End)
}

// xOf returns the position of a time in the overview.
func xOf(tl *timeline.Timeline, r shape.Rect, t tracefeed.Time) float32 {
	return r.X0 + r.Width()*float32(float64(t)/float64(max(tl.End, 1)))
}

// dimOutside dims the time outside the visible range, and frames the range.
func (b *scrubBar) dimOutside(list *imgui.DrawList, r shape.Rect) {
	palette := b.UI.Palette
	from, to := b.Workspace.Look.Window()
	x0, x1 := xOf(b.Workspace.Timeline, r, max(from, 0)), xOf(b.Workspace.Timeline, r, to)
	veil := palette.Ground.Alpha(0.62)
	widget.Fill(list, shape.Rect{X0: r.X0, Y0: r.Y0, X1: x0, Y1: r.Y1}, veil)
	widget.Fill(list, shape.Rect{X0: x1, Y0: r.Y0, X1: r.X1, Y1: r.Y1}, veil)
	list.AddRectV(imgui.Vec2{X: x0, Y: r.Y0}, imgui.Vec2{X: max(x1, x0+1), Y: r.Y1}, widget.Packed(palette.Text.Alpha(0.45)), 0,
		0, b.UI.Scale)
}

func (b *scrubBar) drawMoment(list *imgui.DrawList, r shape.Rect) {
	palette := b.UI.Palette
	k := b.UI.Scale
	x := min(max(xOf(b.Workspace.Timeline, r, b.Workspace.Look.Moment), r.X0+k), r.X1-k)
	widget.Fill(list, shape.Rect{X0: x - 2*k, Y0: r.Y0, X1: x + 2*k, Y1: r.Y1}, palette.Ground.Alpha(0.7))
	widget.Fill(list, shape.Rect{X0: x - k, Y0: r.Y0, X1: x + k, Y1: r.Y1}, palette.Moment)
	list.AddTriangleFilled(imgui.Vec2{X: x - 5*k, Y: r.Y1}, imgui.Vec2{X: x + 5*k, Y: r.Y1}, imgui.Vec2{X: x, Y: r.Y1 - 7*k},
		widget.Packed(palette.Moment))
}

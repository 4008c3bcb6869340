package playback

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/shape"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// onHistory reports whether a position in the bars is at the begin of the history.
func onHistory(b *panel.Trace, r shape.Rect, at imgui.Vec2) bool {
	bracket, ok := historyBracket(b, r)
	return ok && at.Y >= bracket.Y0 && panel.OnHistoryStart(at.X, bracket.X0, bracket.X1, b.UI.Scale)
}

// historyBracket returns the columns of the history in the bars, and the height of its grip,
// with room for it at the start of the trace; ok is false if a selected interval counts instead.
func historyBracket(b *panel.Trace, r shape.Rect) (bracket shape.Rect, ok bool) {
	look, tl := &b.Workspace.Look, b.Workspace.Timeline
	from, to := look.Past()
	r.Y0 = r.Y1 - 0.45*r.Height()
	r.X0, r.X1 = max(xOf(tl, r, from), r.X0+historyGrip*b.UI.Scale), min(xOf(tl, r, to), r.X1)
	return r, !look.HasInterval() && r.X0 <= r.X1
}

// historyGrip is the width of the grip at the begin of the history, in pixels at scale 1.
const historyGrip = 5

// drawHistory draws a bracket from the begin of the history to the moment, with a grip at its
// left end, which is wider while it is lit.
func drawHistory(b *panel.Trace, list *imgui.DrawList, r shape.Rect, lit bool) {
	bracket, ok := historyBracket(b, r)
	if !ok {
		return
	}
	palette, k := b.UI.Palette, b.UI.Scale
	x0, x1, low := bracket.X0, bracket.X1, r.Y1
	edge := palette.Ground.Alpha(0.7)
	widget.Fill(list, shape.Rect{X0: x0, Y0: low - 4*k, X1: x1, Y1: low}, edge)
	widget.Fill(list, shape.Rect{X0: x0, Y0: low - 3*k, X1: x1, Y1: low}, palette.Moment)
	grip := historyGrip * k
	if lit {
		grip += 2 * k
	}
	corner, end := imgui.Vec2{X: x0 - grip, Y: bracket.Y0}, imgui.Vec2{X: x0, Y: low}
	list.AddRectFilledV(corner, end, widget.Packed(palette.Moment), 2*k, imgui.DrawFlagsRoundCornersLeft)
	list.AddRectV(corner, end, widget.Packed(palette.Ground), 2*k, imgui.DrawFlagsRoundCornersLeft, k)
	b.UI.Mark("history bracket", bracket)
}

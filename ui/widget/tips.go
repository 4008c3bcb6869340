package widget

import (
	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
)

// The time for which the mouse rests on a thing before its tooltip comes, and
// the time after a tooltip in which the next one comes at once, in seconds.
// settleTime is longer.
const (
	TipDelay = 0.4
	TipGrace = 0.25
)

// TipWidth is the width at which tooltips are wrapped, in sizes of text.
const TipWidth = 26

// Tip completes the last widget: it shows a tooltip while the mouse rests on it; none without a
// text.
func Tip(s string) {
	hideCut(false)
	if s != "" && HasRested() && BeginItemTip(TipSize(s)) {
		Text(Folded(s, imgui.FontSize()*TipWidth))
		imgui.EndTooltip()
	}
}

// TipSize returns the size of the tooltip with a text.
func TipSize(s string) mgl32.Vec2 {
	size, pad := imgui.CalcTextSize(Folded(s, imgui.FontSize()*TipWidth)), imgui.CurrentStyle().WindowPadding()
	return mgl32.Vec2{size.X + 2*pad.X, size.Y + 2*pad.Y}
}

// HasRested reports whether the mouse rests on the last widget, long enough for a
// tooltip.
func HasRested() bool { return imgui.IsItemHoveredV(imgui.HoveredFlagsForTooltip) }

// BeginItemTip begins a tooltip of about a size for the last widget, on which the
// mouse HasRested. The tooltip covers neither the widget nor, if there is room,
// the panel that it is in. imgui.EndTooltip ends it.
func BeginItemTip(size mgl32.Vec2) bool {
	item, x := LastItem(), imgui.MousePos().X
	if wide := item.Width() - size[0]; wide > 0 { // the part of it under the mouse
		item.X0 += min(max(x-item.X0-size[0]/2, 0), wide)
	}
	gap := imgui.FontSize() / 2
	at := besidePanel(size, item, ThisPanel(), Display(), gap)
	if messages, shown := Shown(MessagesID); shown {
		at = below(at, size, messages, item, gap)
	}
	return BeginTip(at)
}

// MessagesID is the window of Dear ImGui's with messages of the program. No tooltip covers it.
const MessagesID = "messages"

// below moves a tooltip that covers a rectangle below it, unless it covers its item there.
func below(at, size mgl32.Vec2, covered, item shape.Rect, gap float32) mgl32.Vec2 {
	to := mgl32.Vec2{at[0], covered.Y1 + gap}
	if covers(at, size, covered) && !covers(to, size, item) {
		return to
	}
	return at
}

// covers reports whether a tooltip of a size at a place covers a part of a rectangle.
func covers(at, size mgl32.Vec2, r shape.Rect) bool {
	return at[0] < r.X1 && r.X0 < at[0]+size[0] && at[1] < r.Y1 && r.Y0 < at[1]+size[1]
}

// BeginTipAbove begins a tooltip that ends above y, whatever its size, over the column x of a row
// and within its width. imgui.EndTooltip ends it.
func BeginTipAbove(x, y float32, row shape.Rect) bool {
	share := min(max((x-row.X0)/max(row.Width(), 1), 0), 1)
	imgui.SetNextWindowPosV(imgui.Vec2{X: x, Y: y}, imgui.CondAlways, imgui.Vec2{X: share, Y: 1})
	return imgui.BeginTooltip()
}

// BeginTip begins a tooltip at a place.
func BeginTip(at mgl32.Vec2) bool {
	imgui.SetNextWindowPos(imgui.Vec2{X: at[0], Y: at[1]})
	return imgui.BeginTooltip()
}

// ThisPanel returns the rectangle of the panel that is being laid out.
func ThisPanel() shape.Rect {
	at, size := imgui.WindowPos(), imgui.WindowSize()
	return shape.Rect{X0: at.X, Y0: at.Y, X1: at.X + size.X, Y1: at.Y + size.Y}
}

// Display returns the rectangle of the whole window.
func Display() shape.Rect {
	size := imgui.CurrentIO().DisplaySize()
	return shape.Rect{X1: size.X, Y1: size.Y}
}

// besidePanel returns the place of a tooltip for an item in a panel: outside the
// panel, on the side of the middle of the window, or else above or below the
// item.
func besidePanel(size mgl32.Vec2, item, panel, window shape.Rect, gap float32) mgl32.Vec2 {
	const far = 8  // in gaps, from the item
	const line = 3 // in gaps: the line at the bottom of the scene that counts waits
	left, right := mgl32.Vec2{panel.X0 - gap - size[0], item.Y0}, mgl32.Vec2{panel.X1 + gap, item.Y0}
	above, below := mgl32.Vec2{item.X0, panel.Y0 - gap - size[1]}, mgl32.Vec2{item.X0, panel.Y1 + gap}
	var places []mgl32.Vec2
	switch {
	case panel.Width() < 0.6*window.Width() && panel.X0+panel.X1 > window.X0+window.X1:
		places = []mgl32.Vec2{left, right}
	case panel.Width() < 0.6*window.Width():
		places = []mgl32.Vec2{right, left}
	case panel.Y0+panel.Y1 > window.Y0+window.Y1 && item.Y0-panel.Y0 < far*gap:
		above[1] -= line * gap
		places = []mgl32.Vec2{above}
	case panel.Y1-item.Y1 < far*gap:
		places = []mgl32.Vec2{below}
	}
	over, under := mgl32.Vec2{item.X0, item.Y0 - gap - size[1]}, mgl32.Vec2{item.X0, item.Y1 + gap}
	if item.Y0+item.Y1 < window.Y0+window.Y1 {
		over, under = under, over
	}
	places = append(places, over, under, mgl32.Vec2{item.X1 + gap, item.Y0}, mgl32.Vec2{item.X0 - gap - size[0], item.Y0})
	return leastCovering(places, size, item, window)
}

// BesidePointer returns the place of a tooltip for a thing under the pointer,
// inside a rectangle: at the side of the pointer that covers least of the thing.
func BesidePointer(size, pointer mgl32.Vec2, thing, within shape.Rect, gap float32) mgl32.Vec2 {
	var places []mgl32.Vec2
	for _, x := range []float32{pointer[0] + gap, pointer[0] - gap - size[0]} {
		for _, y := range []float32{pointer[1] + gap, pointer[1] - gap - size[1]} {
			places = append(places, mgl32.Vec2{x, y})
		}
	}
	return leastCovering(places, size, thing, within)
}

// leastCovering moves the given places of a tooltip into a rectangle, and returns
// the first of those that were moved least and then cover least of a thing.
func leastCovering(places []mgl32.Vec2, size mgl32.Vec2, thing, within shape.Rect) (best mgl32.Vec2) {
	least := float32(-1)
	for _, at := range places {
		to := mgl32.Vec2{max(min(at[0], within.X1-size[0]), within.X0), max(min(at[1], within.Y1-size[1]), within.Y0)}
		wide := min(to[0]+size[0], thing.X1) - max(to[0], thing.X0)
		high := min(to[1]+size[1], thing.Y1) - max(to[1], thing.Y0)
		cost := max(wide, 0) * max(high, 0)
		if to != at && cost > 0 {
			cost *= 100
		}
		if least < 0 || cost < least {
			best, least = to, cost
		}
	}
	return best
}

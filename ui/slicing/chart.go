package slicing

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution/slice"
	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/ui/widget"
)

// divideChart is a histogram of values, with the limits of ranges as lines that are dragged.
type divideChart struct {
	ui   *widget.Kit
	of   slice.Kind
	by   slice.Attribute
	made *madeRanges // with the colours
	axis divideAxis
	// logCounts: the heights are logarithms, so that few elements show beside many.
	logCounts bool
	drag      int // the limit that is dragged; -1 for none
}

// near returns the limit at the mouse; -1 for none.
func (c *divideChart) near(area shape.Rect, limits []int64) int {
	reach, found := 0.5*imgui.FontSize(), -1
	for i, v := range limits {
		if away := mgl32.Abs(c.x(area, v) - imgui.MousePos().X); away <= reach && imgui.IsItemHovered() {
			reach, found = away, i
		}
	}
	return found
}

// x returns the place of a value on the screen.
func (c *divideChart) x(area shape.Rect, v int64) float32 {
	return area.X0 + area.Width()*float32(c.axis.at(float64(v)))
}

// moveLimits moves, adds and removes limits with the mouse.
func (c *divideChart) moveLimits(area shape.Rect, limits []int64, near int) []int64 {
	at := float64((imgui.MousePos().X - area.X0) / area.Width())
	mouse := c.axis.round(at, float64(1/area.Width()))
	switch {
	case imgui.IsItemHovered() && near >= 0 && imgui.IsMouseClickedBool(imgui.MouseButtonRight):
		return slices.Delete(slices.Clone(limits), near, near+1)
	case imgui.IsItemHovered() && near < 0 && imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) && len(limits)+2 <= slice.Max:
		limits = append(slices.Clone(limits), mouse)
		slices.Sort(limits)
		return slices.Compact(limits)
	case imgui.IsItemActivated() && imgui.IsMouseDown(imgui.MouseButtonLeft):
		c.drag = near
	case !imgui.IsItemActive() || c.drag >= len(limits):
		c.drag = -1
	case c.drag >= 0 && imgui.IsMouseDraggingV(imgui.MouseButtonLeft, 1):
		low, high := int64(c.axis.low)+1, int64(c.axis.high)-1
		if c.drag > 0 {
			low = limits[c.drag-1] + 1
		}
		if c.drag+1 < len(limits) {
			high = limits[c.drag+1] - 1
		}
		if limits = slices.Clone(limits); low <= high {
			limits[c.drag] = min(max(mouse, low), high)
		}
	}
	return limits
}

// explainedBars draws, with tips, the number of elements by value, in the colours of the ranges.
func (c *divideChart) explainedBars(area shape.Rect, v *slice.Values, limits []int64) {
	n := min(int(area.Width()/(4*c.ui.Scale)), 200)
	if whole := c.axis.high - c.axis.low; c.axis.linear && whole < float64(n) {
		n = int(whole)
	}
	n = max(n, 1)
	counts, most := make([]int, n), 1
	ends := make([]int64, n+1)
	for i := range ends {
		ends[i] = int64(c.axis.value(float64(i) / float64(n)))
	}
	ends[0], ends[n] = int64(c.axis.low), int64(c.axis.high)
	for i := range counts {
		counts[i] = v.Within(ends[i], ends[i+1])
		most = max(most, counts[i])
	}
	step, list := area.Width()/float32(n), imgui.WindowDrawList()
	gap := min(c.ui.Scale, step/4)
	for i, count := range counts {
		if count == 0 {
			continue
		}
		x0 := area.X0 + step*float32(i)
		x1, top := x0+step-gap, area.Y1-max(0.92*area.Height()*c.height(count, most), 2*c.ui.Scale) // never too low to be visible
		for k := range len(limits) + 1 {
			from, to := x0, x1
			if k > 0 {
				from = max(from, c.x(area, limits[k-1]))
			}
			if k < len(limits) {
				to = min(to, c.x(area, limits[k]))
			}
			if from < to {
				widget.Fill(list, shape.Rect{X0: from, Y0: top, X1: to, Y1: area.Y1}, c.ui.Palette.SliceColor(c.made.colour(k)))
			}
		}
	}
	list.AddTextVec2(imgui.Vec2{X: area.X0, Y: area.Y0}, widget.Packed(c.ui.Palette.Faint), fmt.Sprint(most))
	if i := int((imgui.MousePos().X - area.X0) / step); imgui.IsItemHovered() && c.drag < 0 && c.near(area, limits) < 0 && i >= 0 && i < n {
		widget.Tip(fmt.Sprintf("%s to %s: %s\nDouble-click adds a limit.", c.valueText(ends[i]), c.valueText(ends[i+1]),
			c.number(counts[i], v)))
	}
}

// height returns the height of a bar, from 0 to 1.
func (c *divideChart) height(count, most int) float32 {
	if c.logCounts {
		return float32(math.Log1p(float64(count)) / math.Log1p(float64(most)))
	}
	return float32(count) / float32(most)
}

// number is a number of elements in words.
func (c *divideChart) number(n int, v *slice.Values) string {
	s := tracefeed.Plural(n, strings.TrimSuffix(c.of.String(), "s"))
	if !v.Whole() {
		return "about " + s
	}
	return s
}

// valueText writes a value.
func (c *divideChart) valueText(v int64) string {
	if c.by.IsTime() {
		return tracefeed.Time(v).String()
	}
	return fmt.Sprint(v)
}

// lines draws the limits.
func (c *divideChart) lines(area shape.Rect, limits []int64, near int) {
	list, color := imgui.WindowDrawList(), widget.Packed(c.ui.Palette.Text)
	for i, v := range limits {
		x, thick := c.x(area, v), 1.5*c.ui.Scale
		if i == c.drag || c.drag < 0 && i == near {
			thick *= 2
			imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
			if c.drag < 0 {
				widget.Tip(c.valueText(v) + "\nDrag to move the limit, right-click to remove it.")
			}
		}
		list.AddLineV(imgui.Vec2{X: x, Y: area.Y0}, imgui.Vec2{X: x, Y: area.Y1}, color, thick)
		half := 4 * c.ui.Scale
		list.AddRectFilled(imgui.Vec2{X: x - half, Y: area.Y0}, imgui.Vec2{X: x + half, Y: area.Y0 + 2*half}, color)
		c.ui.Mark(fmt.Sprint("divide limit ", i), shape.Rect{X0: x - half, Y0: area.Y0, X1: x + half, Y1: area.Y1})
	}
}

// scale writes values below the bars, as far as there is room.
func (c *divideChart) scale(area shape.Rect) {
	imgui.Dummy(imgui.Vec2{X: 1, Y: imgui.TextLineHeight()})
	list, color := imgui.WindowDrawList(), widget.Packed(c.ui.Palette.Faint)
	var taken []shape.Rect
	for _, v := range c.axis.ticks() {
		x, s := c.x(area, v), c.valueText(v)
		wide := imgui.CalcTextSize(s).X
		left := min(max(x-wide/2, area.X0), area.X1-wide)
		box := shape.Rect{X0: left - imgui.FontSize()/2, X1: left + wide + imgui.FontSize()/2}
		if slices.ContainsFunc(taken, func(r shape.Rect) bool { return r.X0 < box.X1 && box.X0 < r.X1 }) {
			continue
		}
		taken = append(taken, box)
		list.AddLineV(imgui.Vec2{X: x, Y: area.Y1}, imgui.Vec2{X: x, Y: area.Y1 + 3*c.ui.Scale}, color, c.ui.Scale)
		list.AddTextVec2(imgui.Vec2{X: left, Y: area.Y1 + 3*c.ui.Scale}, color, s)
	}
}

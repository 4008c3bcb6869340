package menu

import (
	"fmt"
	"math"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/turns"
	"tiv/report"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// laneView draws a lane in an interval. Its lane can be that of an interval before.
type laneView struct {
	*panel.Trace
	from, to tracefeed.Time
	lane     *turns.Lane // nil while it is not known
	area     shape.Rect
	rail     float32 // the top of the owners, at the bottom
	most     int     // waiting threads in the height of a queue
	unknown  bool    // the trace names no holder of the lock
}

// use takes the lane of a lock.
func (v *laneView) use(l *turns.Lane, lock tracefeed.MonitorID) {
	v.lane, v.most = l, max(turns.RoundQueue(l.Longest()), turns.LeastScale)
	held, waited := false, false
	for i := range l.Steps {
		s := &l.Steps[i]
		held, waited = held || len(s.Held) > 0, waited || len(s.Waited) > 0
	}
	v.unknown = v.Workspace.Timeline.HandedOver(lock) || !held && (waited || !v.Workspace.Report.Owners)
}

// caption writes the interval and the length of the longest queue above the lane.
func (v *laneView) caption() {
	words := "who held it, " + v.Workspace.Look.Clock().Span(v.from, v.to)
	if v.unknown {
		words = "its holders are unknown, " + v.Workspace.Look.Clock().Span(v.from, v.to)
	}
	v.UI.Faint(words)
	v.UI.MarkText("lock lane caption", words)
	most := "reading the trace …"
	if v.lane != nil {
		if most = "no thread waited"; v.lane.Longest() > 0 {
			most = fmt.Sprintf("height: %d waiting", v.most)
		}
	}
	end := imgui.CursorScreenPos().X + imgui.ContentRegionAvail().X
	if wide := imgui.CalcTextSize(most).X; widget.LastItem().X1+imgui.FontSize()+wide < end {
		widget.AlignRight(wide)
		v.UI.Faint(most)
	}
}

// x returns the place of a time, on a border between pixels.
func (v *laneView) x(t tracefeed.Time) float32 {
	share := float64(min(max(t, v.from), v.to)-v.from) / float64(v.to-v.from)
	return float32(math.Round(float64(v.area.X0) + share*float64(v.area.Width())))
}

// timeAt returns the time of a place.
func (v *laneView) timeAt(x float32) tracefeed.Time {
	share := float64(x-v.area.X0) / float64(max(v.area.Width(), 1))
	return min(max(v.from+tracefeed.Time(share*float64(v.to-v.from)), v.from), v.to)
}

// draw draws the lane: the owners of each part at the bottom, as high as the part of it that they held the lock, and
// above them the threads that others waited for, as high as the number of these.
func (v *laneView) draw(list *imgui.DrawList) {
	palette := v.UI.Palette
	widget.Fill(list, v.area, palette.Shade(paint.FieldShade))
	list.PushClipRectV(imgui.Vec2{X: v.area.X0, Y: v.area.Y0}, imgui.Vec2{X: v.area.X1, Y: v.area.Y1}, true)
	if v.lane != nil {
		v.hatch()
		v.owners(list)
		v.queue(list)
	}
	widget.Fill(list, shape.Rect{X0: v.area.X0, Y0: v.rail - v.UI.Scale, X1: v.area.X1, Y1: v.rail}, palette.Grid)
	if at := v.Workspace.Look.Moment; v.from <= at && at <= v.to {
		k := v.UI.Scale
		x := min(max(v.x(at), v.area.X0+k), v.area.X1-k)
		widget.Fill(list, shape.Rect{X0: x - 2*k, Y0: v.area.Y0, X1: x + 2*k, Y1: v.area.Y1}, palette.Ground.Alpha(0.7))
		widget.Fill(list, shape.Rect{X0: x - k, Y0: v.area.Y0, X1: x + k, Y1: v.area.Y1}, palette.Moment)
	}
	list.PopClipRect()
}

// hatch hatches the columns whose holder is unknown: all, or those with waiting threads alone.
func (v *laneView) hatch() {
	style := paint.Style{Color: v.UI.Palette.Shade(paint.PressedShade), Pattern: paint.Hatch}
	from, to := float32(0), float32(0)
	fill := func() { v.UI.Patterned(imgui.Vec2{X: from, Y: v.rail}, imgui.Vec2{X: to, Y: v.area.Y1}, style) }
	v.lane.Each(func(start, end tracefeed.Time, s *turns.Step, _ *turns.Turn) {
		if !v.unknown && (len(s.Held) > 0 || len(s.Waited) == 0) {
			return
		}
		if x := v.x(start); x > to {
			fill()
			from = x
		}
		to = v.x(end)
	})
	fill()
}

// owners draws who held the lock, with the names of those that held it long.
func (v *laneView) owners(list *imgui.DrawList) {
	v.lane.Each(func(start, end tracefeed.Time, s *turns.Step, turn *turns.Turn) {
		r := shape.Rect{X0: v.x(start), X1: v.x(end), Y0: v.area.Y1, Y1: v.area.Y1}
		if r.X0 == r.X1 || len(s.Held) == 0 {
			return
		}
		length := end - start
		if turn != nil {
			length = turn.End - turn.Start
		}
		v.pile(list, r, s.Held, (v.area.Y1-v.rail)/float32(length))
		if turn != nil && len(turn.Held) == 1 {
			r.Y0 = v.rail
			v.name(list, r, &turn.Held[0])
		}
	})
}

// queue draws the queue of each column.
func (v *laneView) queue(list *imgui.DrawList) {
	v.lane.EachColumn(func(start, end tracefeed.Time, s *turns.Step) {
		r := shape.Rect{X0: v.x(start), X1: v.x(end), Y0: v.rail - v.UI.Scale, Y1: v.rail - v.UI.Scale}
		if r.X0 < r.X1 && len(s.Waited) > 0 {
			v.pile(list, r, s.Waited, (r.Y1-v.area.Y0)/float32(v.most)/float32(end-start))
		}
	})
}

// pile draws parts one above the other, from the bottom of a rectangle up. unit is the height of a nanosecond.
func (v *laneView) pile(list *imgui.DrawList, r shape.Rect, parts []turns.Part, unit float32) {
	bottom := r.Y1
	box := func(time tracefeed.Time, c paint.Color) {
		r.Y0 = r.Y1 - float32(time)*unit
		widget.Fill(list, r, c)
		r.Y1 = r.Y0
	}
	rest := turns.Apart(parts, v.Workspace.Look.IsSelected, func(p *turns.Part) { box(p.Time, v.color(p)) })
	if rest > 0 {
		box(rest, v.UI.Palette.ManyOwners())
	}
	if low := bottom - v.UI.Scale; r.Y1 > low { // a short hold is visible, too
		c := v.UI.Palette.ManyOwners()
		if len(parts) == 1 && parts[0].Thread != tracefeed.NoThread {
			c = v.color(&parts[0])
		}
		widget.Fill(list, shape.Rect{X0: r.X0, Y0: low, X1: r.X1, Y1: bottom}, c)
	}
}

// color returns the colour of a part.
func (v *laneView) color(p *turns.Part) paint.Color {
	return v.UI.Palette.PartColor(int(p.Thread), p.Inferred, false)
}

// name writes the name of an owner into a rectangle, if there is room.
func (v *laneView) name(list *imgui.DrawList, r shape.Rect, p *turns.Part) {
	pad := 0.3 * imgui.FontSize()
	name := v.ThreadName(p.Thread)
	size := imgui.CalcTextSize(name)
	if r.Width() < 3*imgui.FontSize() {
		return
	}
	if size.X > r.Width()-2*pad {
		name = widget.Shorten(name, r.Width()-2*pad)
		size = imgui.CalcTextSize(name)
	}
	at := imgui.Vec2{X: r.X0 + pad, Y: (r.Y0 + r.Y1 - size.Y) / 2}
	list.AddTextVec2(at, widget.Packed(v.color(p).TextOn()), name)
}

// tip describes the part under the mouse.
func (v *laneView) tip(x float32) {
	if v.lane == nil {
		return
	}
	words := strings.Join(append(v.describe(v.timeAt(x)), "Click to go there."), "\n")
	v.UI.MarkText("lock lane tip", words)
	widget.Tip(words)
}

// describe describes the part at a time.
func (v *laneView) describe(t tracefeed.Time) (lines []string) {
	of := report.Turns{Name: v.ThreadName, Clock: v.Workspace.Look.Clock()}
	v.lane.Each(func(start, end tracefeed.Time, s *turns.Step, turn *turns.Turn) {
		switch {
		case t < start || t >= end && end < v.lane.To || lines != nil:
		case turn != nil:
			lines = of.Turn(turn)
		case v.unknown:
			lines = of.Column(s, start, end, report.UnknownHolder)
		default:
			lines = of.Column(s, start, end, report.Free)
		}
	})
	return lines
}

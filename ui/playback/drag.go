package playback

import (
	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// scrubPart is the part of the overview under the mouse, which a drag moves.
type scrubPart uint8

const (
	scrubGround   scrubPart = iota // moves the moment there
	momentLine                     // moves the moment
	rangeStart                     // move an end of the visible range
	rangeEnd                       //
	rangeMiddle                    // moves the visible range; a click moves the moment
	intervalStart                  // move an end of the selected interval
	intervalEnd                    //
	historyStart                   // moves the begin of the history
	newInterval                    // with Shift: selects an interval
	flagPart                       // goes to the thing of a flag
)

// scrubDrag is the drag in the overview, and without one the part under the mouse.
type scrubDrag struct {
	part    scrubPart
	pressed float32        // position of the press
	moved   bool           // far enough to be no click
	from    tracefeed.Time // the time at the press
	// kept is the visible range, the selected interval or the history at the press.
	kept timeline.Interval
}

// scrub turns the mouse input over the bar into commands. bars is the part of the
// bar below the flags, ribbon the one below that.
func (b *scrubBar) scrub(r, bars, ribbon shape.Rect, flags []placedFlag) {
	mouse := imgui.MousePos()
	t := timeAt(b.Workspace.Timeline, r, mouse.X)
	flag := flagAt(flags, mouse)
	switch {
	case imgui.IsItemActivated():
		b.press(bars, mouse, t, flag)
		b.dragTo(mouse.X, t)
	case imgui.IsItemActive():
		b.dragTo(mouse.X, t)
	case imgui.IsItemDeactivated():
		b.release(t, flag)
	case imgui.IsItemHovered():
		b.drag = scrubDrag{part: b.partAt(bars, mouse, flag)}
	default:
		b.drag = scrubDrag{}
	}
	if imgui.IsItemActive() {
		b.showCursor()
		b.dragTip(r, t)
	} else if imgui.IsItemHovered() {
		b.showCursor()
		b.wheel(t)
		b.describe(t, flag, ribbon.Holds(mouse.X, mouse.Y))
	}
}

// scrubHandle is a part that is dragged at its time. Where several are at the same
// place, high ones are in the upper half of the bar, the others in the lower half.
type scrubHandle struct {
	part scrubPart
	at   tracefeed.Time
	high bool
}

// handles returns the parts that are dragged at their times, the preferred first.
func (b *scrubBar) handles() []scrubHandle {
	from, to := b.Workspace.Look.Window()
	list := []scrubHandle{{rangeStart, from, true}, {rangeEnd, to, true}}
	if i := b.Workspace.Look.Interval; i.Start < i.End {
		list = append(list, scrubHandle{intervalStart, i.Start, false}, scrubHandle{intervalEnd, i.End, false})
	}
	return append(list, scrubHandle{momentLine, b.Workspace.Look.Moment, false})
}

// partAt returns the part at a position.
func (b *scrubBar) partAt(r shape.Rect, at imgui.Vec2, flag *placedFlag) scrubPart {
	switch {
	case flag != nil:
		return flagPart
	case imgui.CurrentIO().KeyShift():
		return newInterval
	}
	if at.Y >= r.Y1 && b.Workspace.Look.PatternRibbon {
		return scrubGround
	}
	best, upper := scrubGround, at.Y < (r.Y0+r.Y1)/2
	for _, h := range b.handles() {
		x := min(max(xOf(b.Workspace.Timeline, r, h.at), r.X0), r.X1)
		if mgl32.Abs(x-at.X) > 1.25*panel.ClickTolerance*b.UI.Scale {
			continue
		}
		if h.high == upper {
			return h.part
		}
		if best == scrubGround {
			best = h.part
		}
	}
	from, to := b.Workspace.Look.Window()
	whole := from <= 0 && to >= b.Workspace.Timeline.End
	if best == scrubGround && onHistory(&b.Trace, r, at) {
		return historyStart
	}
	if best == scrubGround && !whole && at.X > xOf(b.Workspace.Timeline, r, from) && at.X < xOf(b.Workspace.Timeline, r, to) {
		return rangeMiddle
	}
	return best
}

// press begins a drag of the part under the mouse.
func (b *scrubBar) press(r shape.Rect, at imgui.Vec2, t tracefeed.Time, flag *placedFlag) {
	b.drag = scrubDrag{part: b.partAt(r, at, flag), pressed: at.X, from: t}
	switch b.drag.part {
	case rangeStart, rangeEnd, rangeMiddle:
		b.drag.kept.Start, b.drag.kept.End = b.Workspace.Look.Window()
	case intervalStart, intervalEnd:
		b.drag.kept = b.Workspace.Look.Interval
	case historyStart:
		b.drag.kept.Start, b.drag.kept.End = b.Workspace.Look.Past()
	}
}

// dragTo continues a drag. A handle keeps its distance from the mouse.
func (b *scrubBar) dragTo(x float32, t tracefeed.Time) {
	d, pb := &b.drag, &b.Workspace.Playback
	d.moved = d.moved || mgl32.Abs(x-d.pressed) > panel.ClickTolerance*b.UI.Scale
	start, end := d.kept.Start+t-d.from, d.kept.End+t-d.from
	switch {
	case d.part == scrubGround && (t != pb.Moment || pb.Playing):
		b.Send(workspace.SeekTo{Moment: t})
	case d.part == newInterval:
		b.Send(workspace.SelectInterval{From: min(t, d.from), To: max(t, d.from)})
	case !d.moved:
	case d.part == momentLine:
		b.Send(workspace.SeekTo{Moment: t})
	case d.part == historyStart:
		b.Send(panel.HistoryOf(&b.Workspace.Look, d.kept.End-start))
	case d.part == rangeStart:
		b.Send(workspace.StretchRange{From: start, To: d.kept.End})
	case d.part == rangeEnd:
		b.Send(workspace.StretchRange{From: d.kept.Start, To: end})
	case d.part == rangeMiddle:
		from, _ := b.Workspace.Look.Window()
		b.Send(workspace.PanTime{By: start - from})
	case d.part == intervalStart:
		b.Send(workspace.SelectInterval{From: min(start, d.kept.End), To: max(start, d.kept.End)})
	case d.part == intervalEnd:
		b.Send(workspace.SelectInterval{From: min(end, d.kept.Start), To: max(end, d.kept.Start)})
	}
}

// release ends a drag. One without movement is a click.
func (b *scrubBar) release(t tracefeed.Time, flag *placedFlag) {
	switch d := &b.drag; {
	case d.moved:
	case d.part == flagPart && flag != nil:
		b.flags.goTo(flag)
	case d.part == rangeMiddle:
		b.Send(workspace.SeekTo{Moment: t})
	}
	b.drag = scrubDrag{}
}

// showCursor shows what a drag would move, by the shape of the cursor.
func (b *scrubBar) showCursor() {
	switch b.drag.part {
	case rangeMiddle, flagPart:
		imgui.SetMouseCursor(imgui.MouseCursorHand)
	case momentLine, rangeStart, rangeEnd, intervalStart, intervalEnd, newInterval, historyStart:
		imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
	}
}

// dragTip shows the times that a drag moves.
func (b *scrubBar) dragTip(r shape.Rect, t tracefeed.Time) {
	said := b.Workspace.Look.Moment.String()
	interval := func(from, to tracefeed.Time) string {
		return from.String() + " to " + to.String() + " · " + (to - from).String()
	}
	switch b.drag.part {
	case flagPart:
		return
	case rangeStart, rangeEnd, rangeMiddle:
		from, to := b.Workspace.Look.Window()
		said = "Visible range: " + interval(from, to)
	case intervalStart, intervalEnd, newInterval:
		i := b.Workspace.Look.Interval
		said = "Selected interval: " + interval(i.Start, i.End)
	case historyStart:
		said = panel.HistoryWords(&b.Workspace.Look)
	default:
		said = "Moment: " + said
	}
	if widget.BeginTipAbove(xOf(b.Workspace.Timeline, r, t), r.Y0-imgui.FontSize()/2, r) {
		widget.Text(said)
		imgui.EndTooltip()
	}
}

// describe explains the time, the pattern in the ribbon or the flag under the mouse, once it rests: above
// the bar, and above the last line of the scene, which counts waits.
func (b *scrubBar) describe(t tracefeed.Time, flag *placedFlag, onRibbon bool) {
	if r := widget.LastItem(); !widget.HasRested() ||
		!widget.BeginTipAbove(imgui.MousePos().X, widget.ThisPanel().Y0-2*imgui.FontSize(), r) {
		return
	}
	switch {
	case flag != nil:
		b.flags.describe(flag)
	case onRibbon:
		b.ribbon.describe(t)
	default:
		widget.Text(t.String())
		b.columnStates(t)
		b.UI.Faint(scrubHelp[b.drag.part])
	}
	imgui.EndTooltip()
}

// scrubHelp says what a drag of each part does.
var scrubHelp = [...]string{
	scrubGround:   "The states of all threads over the whole trace.\nDrag to scrub, Shift+drag to select an interval.",
	momentLine:    "Drag to move the moment.",
	rangeStart:    "Drag to move the start of the visible range.",
	rangeEnd:      "Drag to move the end of the visible range.",
	rangeMiddle:   "Drag to move the visible range, click to move the moment,\nShift+drag to select an interval.",
	intervalStart: "Drag to move the start of the selected interval.",
	intervalEnd:   "Drag to move the end of the selected interval.",
	newInterval:   "Drag to select an interval.",
	historyStart:  panel.HistoryHelp,
	flagPart:      "",
}

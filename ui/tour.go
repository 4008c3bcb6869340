package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/ui/help"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/picture"
	"tiv/ui/widget"
	"tiv/workspace/prefs"
)

// tour introduces the parts of the window to first-time users.
type tour struct {
	*panel.Trace
	keys     *keys.Bindings
	prefs    *panel.Preferences
	messages *session.Messages
	do       panel.Doer
	panel.Idle
	pace *pace
	// covered reports whether the step would cover something, or its panel is folded away.
	covered func() bool
	on      bool
	shown   bool // in the last frame: not on the start page, or beside menus
	step    int
	drawn   int // the step of the last frame
	task    help.Exercise
	again   bool // it opens at the next start, too
}

func (t *tour) begin() { t.on, t.step, t.drawn, t.again = true, 0, -1, false }

// atStart reports whether the next start begins with the tour.
func (t *tour) atStart() bool {
	if t.on {
		return t.again
	}
	return !t.prefs.TourDone
}

// setAtStart lets the next start begin with the tour, or not. During the tour that counts from its
// end on.
func (t *tour) setAtStart(on bool) {
	if t.again = on; !t.on {
		t.prefs.TourDone = !on
	}
}

// tourStep is one step of the tour.
type tourStep struct {
	title string
	text  func(*tour) string
	// panel is the panel of the step; "" for the scene.
	panel string
}

var tourSteps = []tourStep{
	{"The mouse", func(t *tour) string {
		return "Drag: turn the 3D view, move the timeline.\n" +
			"Wheel: " + t.prefs.WheelHelp()[0] + ".\n" +
			"Click: select a thread. Double click: go to it.\n" +
			"Right click: a menu about the thing under the pointer.\n" +
			"Right drag: move the picture.\n" +
			"Drag a name: move the thread."
	}, ""},
	{"Threads and states", func(t *tour) string {
		return "Each bar is a thread. Its front is now; behind it lies its past. Its colours are the states of the " +
			"thread: running, blocking, and so on. The height of a colour is its share of the time. " +
			keys.WithKey("3D", t.keys.Keys("view 3d")) + ", " + keys.WithKey("timeline", t.keys.Keys("view timeline")) + " and " +
			keys.WithKey("interaction", t.keys.Keys("view interaction")) + " show the same threads from different sides."
	}, ""},
	{"Time and the moment", func(t *tour) string {
		return "This is the whole trace. Drag in it to move the moment, which is the front of all bars, or drag a " +
			"handle to show less time. " +
			keys.WithKey("Play", t.keys.Keys("play")) + " the trace like a video, or go " + keys.WithKey("step by step",
			t.keys.Keys("step on")) + "."
	}, panel.Playback},
	{"Waits", func(*tour) string {
		return "A triangle goes from a waiting thread, at its narrow end, to the thread it waits for. " +
			"A deadlock is a ring in a colour of its own. The selection says why a thread waits."
	}, panel.Legend},
	{"Findings", func(*tour) string {
		return "TIV searches for deadlocks, stuck threads and other problems by itself. Click a finding to see it at its worst."
	}, panel.FindingsID},
	{"Commands", func(t *tour) string {
		return "All commands are in the menus. Threads, locks and functions can be " +
			keys.WithKey("searched", t.keys.Keys("search")) + ", too. " + keys.WithKey("One sheet", t.keys.Keys("help")) +
			" lists all keys. This tour is in the menu Help."
	}, menuBar},
}

// target returns the rectangle of the present step's subject.
func (t *tour) target() (shape.Rect, bool) {
	s := &tourSteps[t.step]
	if s.panel != "" {
		if s.panel == panel.Legend && t.prefs.StripShown {
			return widget.Shown(picture.StripName)
		}
		return widget.Shown(s.panel)
	}
	k := imgui.CurrentIO().DisplayFramebufferScale()
	return shape.Rect{X0: t.Area.X0 / k.X, Y0: t.Area.Y0 / k.Y, X1: t.Area.X1 / k.X, Y1: t.Area.Y1 / k.Y}, true
}

// LayOut shows a step of the tour beside its subject.
func (t *tour) LayOut() {
	if t.shown = t.on && t.Frame != nil && !t.covered(); !t.shown {
		return
	}
	target, ok := t.target()
	if !ok { // behind another panel
		imgui.SetWindowFocusStr(tourSteps[t.step].panel)
		t.pace.again = max(t.pace.again, 2)
		return
	}
	t.UI.Outline(target)
	view := imgui.MainViewport()
	at, all := view.Pos(), view.Size()
	gap := 0.7 * imgui.FontSize()
	wide := min(21*imgui.FontSize(), max(all.X/3, min(17*imgui.FontSize(), all.X/2)))
	if side := max(target.X0-at.X, at.X+all.X-target.X1) - 2*gap; side > 10*imgui.FontSize() {
		wide = min(wide, side)
	}
	size := imgui.Vec2{X: wide, Y: 13 * imgui.FontSize()}
	if w, ok := widget.WindowNamed(panel.Tour); ok && w.Size().Y > 1 {
		size.Y = w.Size().Y
	}
	if t.drawn != t.step { // the size belongs to the step before
		t.drawn = t.step
		t.pace.again = afterEvent
		t.task.Begin(t.step, t.situation())
	}
	t.task.Update(t.situation())
	placeStep(target, size, shape.Rect{X0: at.X, Y0: at.Y, X1: at.X + all.X, Y1: at.Y + all.Y}, gap)
	imgui.SetNextWindowSizeV(imgui.Vec2{X: wide}, imgui.CondAlways)
	flags := imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoDocking |
		imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoFocusOnAppearing
	flags &^= imgui.WindowFlagsNoScrollbar // large texts in a low window
	imgui.PushStyleColorVec4(imgui.ColBorder, widget.Vec(t.UI.Palette.Select))
	seen := imgui.BeginV(panel.Tour, nil, imgui.WindowFlags(flags))
	imgui.PopStyleColor()
	if seen {
		imgui.InternalBringWindowToDisplayFront(imgui.InternalCurrentWindow())
		t.UI.Mark(fmt.Sprint("tour target ", t.step), target)
		t.text()
		low, size := imgui.WindowPos(), imgui.WindowSize()
		t.UI.Mark("tour", shape.Rect{X0: low.X, Y0: low.Y, X1: low.X + size.X, Y1: low.Y + size.Y})
	}
	imgui.End()
}

// situation is the picture, as far as the tour notices actions by it.
func (t *tour) situation() help.Situation {
	l := &t.Workspace.Look
	return help.Situation{View: l.Kind.Name, Yaw: l.Camera.Yaw, Pitch: l.Camera.Pitch, Moment: int64(l.Moment), Selected: int(l.Selected)}
}

// text lays out a step's text and its buttons.
func (t *tour) text() {
	s := &tourSteps[t.step]
	t.UI.Bold(s.title)
	widget.Wrapped(s.text(t))
	imgui.Spacing()
	done := t.task.Done
	t.UI.TickBox("##task", &done)
	t.UI.MarkText("tour task", map[bool]string{true: "done", false: "to do"}[t.task.Done])
	widget.Tip("Ticked when you have done it. Next goes on without.")
	imgui.SameLine()
	imgui.AlignTextToFramePadding()
	if todo := t.task.Text(t.keys); t.task.Done {
		t.UI.FaintWrapped(todo)
	} else {
		widget.Wrapped(todo)
	}
	t.UI.Faint(fmt.Sprintf("%d of %d", t.step+1, len(tourSteps)))
	imgui.BeginDisabledV(t.step == 0)
	if imgui.Button("Back") {
		t.do(command.NextTourStep{By: -1})
	}
	imgui.EndDisabled()
	t.UI.Mark("tour back", widget.LastItem())
	widget.Tip("Goes to the previous step.")
	imgui.SameLine()
	label := "Next"
	if t.step == len(tourSteps)-1 {
		label = "Done"
	}
	if imgui.ButtonV(label, imgui.Vec2{X: imgui.CalcTextSize("Done").X + 2*imgui.CurrentStyle().FramePadding().X}) {
		t.do(command.NextTourStep{By: 1})
	}
	t.UI.Mark("tour next", widget.LastItem())
	widget.Tip("Goes to the next step, or ends the tour (Right, Enter).")
	const box = "Don't show again"
	widget.SameLineIfWide(imgui.CalcTextSize(box).X+imgui.FrameHeight()+imgui.CurrentStyle().ItemInnerSpacing().X, -1)
	never := !t.again
	if t.UI.TickBox(box, &never) {
		t.do(command.SetTourAtStart{On: !never})
	}
	t.UI.Mark("tour never", widget.LastItem())
	widget.Tip("Unticked, the tour opens at the next start, too. It stays in the menu Help. Esc ends it.")
}

// placeStep sets the place of the next window: above the last line of the panel at the left, where the
// buttons of all steps are at one place, or else beside the target.
func placeStep(target shape.Rect, size imgui.Vec2, within shape.Rect, gap float32) {
	low := within.Y1 - gap
	if below, ok := widget.Shown(panel.Playback); ok {
		low = below.Y0 - gap - imgui.FrameHeight()
	}
	corner := shape.Rect{X0: within.X0 + gap, Y0: low - size.Y, X1: within.X0 + gap + size.X, Y1: low}
	if corner.Meets(target) || corner.Y0 < within.Y0 {
		imgui.SetNextWindowPosV(beside(target, size, within, gap), imgui.CondAlways, imgui.Vec2{})
		return
	}
	imgui.SetNextWindowPosV(imgui.Vec2{X: corner.X0, Y: corner.Y1}, imgui.CondAlways, imgui.Vec2{Y: 1})
}

// next goes to another step; after the last, the tour ends.
func (t *tour) next(by int) {
	switch {
	case !t.on:
		t.messages.Say("The tour has not begun: Help > Tour of the window.")
	case t.step+by >= len(tourSteps):
		t.end()
	default:
		t.step = max(t.step+by, 0)
	}
}

// takes reports whether a key belongs to the tour, and obeys it.
func (t *tour) takes(c prefs.Chord) bool {
	by := map[prefs.Chord]int{{Key: "Right"}: 1, {Key: "Enter"}: 1, {Key: "Left"}: -1}[c]
	if !t.shown || by == 0 {
		return false
	}
	t.do(command.NextTourStep{By: by})
	return true
}

// end closes the tour. It does not open at the next start unless its box says
// so.
func (t *tour) end() {
	if !t.on {
		return
	}
	t.on, t.shown = false, false
	if t.prefs.TourDone == t.again {
		t.prefs.TourDone = !t.again
		t.prefs.Keep(t.Wake)
	}
}

// beside returns a place for a rectangle next to a target without covering it,
// within the window: on the side with most room.
func beside(target shape.Rect, size imgui.Vec2, within shape.Rect, gap float32) imgui.Vec2 {
	middle := imgui.Vec2{X: (target.X0+target.X1)/2 - size.X/2, Y: (target.Y0+target.Y1)/2 - size.Y/2}
	best, most := middle, float32(0)
	for i, room := range [4]float32{
		(target.X0 - within.X0) / size.X, (within.X1 - target.X1) / size.X, (target.Y0 - within.Y0) / size.Y,
		(within.Y1 - target.Y1) / size.Y,
	} {
		if i > 0 && room <= most {
			continue
		}
		most = room
		best = [4]imgui.Vec2{{X: target.X0 - size.X - gap, Y: middle.Y}, {X: target.X1 + gap, Y: middle.Y},
			{X: middle.X, Y: target.Y0 - size.Y - gap}, {X: middle.X, Y: target.Y1 + gap}}[i]
	}
	best.X = min(max(best.X, within.X0+gap/2), within.X1-size.X-gap/2)
	best.Y = min(max(best.Y, within.Y0+gap/2), within.Y1-size.Y-gap/2)
	return best
}

package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
)

// tour introduces the parts of the window to first-time users.
type tour struct {
	*host
	pace  *pace
	on    bool
	step  int
	drawn int // the step of the last frame
}

func (t *tour) begin() { t.on, t.step, t.drawn = true, 0, -1 }

// tourStep is one step of the tour.
type tourStep struct {
	title string
	text  func(*bindings) string
	// panel is the panel of the step; "" for the scene.
	panel string
}

var tourSteps = []tourStep{
	{"Threads and states", func(keys *bindings) string {
		return "Each bar is a thread and goes back in time from its front. Its colours are the states of the thread: running, blocking, and so on. The height of a colour is its share of the time. " +
			withKey("3D", keys.Keys("view 1")) + ", " + withKey("timeline", keys.Keys("view 2")) + " and " + withKey("interaction", keys.Keys("view 3")) + " show the same threads from different sides."
	}, ""},
	{"Time and the moment", func(keys *bindings) string {
		return "This is the whole trace. Drag in it to move the moment, which is the front of all bars. " +
			withKey("Play", keys.Keys("play")) + " the trace like a video, or go " + withKey("step by step", keys.Keys("step on")) + "."
	}, playbackName},
	{"Waits", func(keys *bindings) string {
		return "A triangle goes from a waiting thread, at its narrow end, to the thread it waits for. " +
			"A deadlock is a ring in a colour of its own. Click a thread to see why it waits; then " +
			withKey("go to the thread it waits for", keys.Keys("blocker")) + "."
	}, legendName},
	{"Findings", func(keys *bindings) string {
		return "TIV searches for deadlocks, stuck threads and other problems by itself. Click a finding to go to its start, or " +
			withKey("go to the next", keys.Keys("next")) + "."
	}, findingsID},
	{"Commands", func(keys *bindings) string {
		return "All commands are in the menus, and can be " + withKey("found by name", keys.Keys("commands")) + ". Threads, locks and functions can be " +
			withKey("searched", keys.Keys("search")) + ", too. " + withKey("One sheet", keys.Keys("help")) + " lists all keys. This tour is in the menu Help."
	}, menuBar},
}

// target returns the rectangle of the present step's subject.
func (t *tour) target() (scene.Rect, bool) {
	s := &tourSteps[t.step]
	if s.panel != "" {
		return panelRect(s.panel)
	}
	k := imgui.CurrentIO().DisplayFramebufferScale()
	return scene.Rect{X0: t.area.X0 / k.X, Y0: t.area.Y0 / k.Y, X1: t.area.X1 / k.X, Y1: t.area.Y1 / k.Y}, true
}

// layOut shows a step of the tour beside its subject.
func (t *tour) layOut() {
	if !t.on || t.frame == nil {
		return
	}
	target, ok := t.target()
	if !ok { // behind another panel
		imgui.SetWindowFocusStr(tourSteps[t.step].panel)
		t.pace.again = max(t.pace.again, 2)
		return
	}
	t.ui.outline(target)
	view := imgui.MainViewport()
	at, all := view.Pos(), view.Size()
	gap := 0.7 * imgui.FontSize()
	wide := min(21*imgui.FontSize(), all.X/3)
	if side := max(target.X0-at.X, at.X+all.X-target.X1) - 2*gap; side > 10*imgui.FontSize() {
		wide = min(wide, side)
	}
	size := imgui.Vec2{X: wide, Y: 13 * imgui.FontSize()}
	if w, ok := windowNamed(tourName); ok && w.Size().Y > 1 {
		size.Y = w.Size().Y
	}
	if t.drawn != t.step { // the size belongs to the step before
		t.drawn = t.step
		t.pace.again = afterEvent
	}
	place := beside(target, size, scene.Rect{X0: at.X, Y0: at.Y, X1: at.X + all.X, Y1: at.Y + all.Y}, gap)
	imgui.SetNextWindowPosV(place, imgui.CondAlways, imgui.Vec2{})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: wide}, imgui.CondAlways)
	flags := imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoDocking |
		imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoFocusOnAppearing
	imgui.PushStyleColorVec4(imgui.ColBorder, vec(t.ui.palette.Select))
	seen := imgui.BeginV(tourName, nil, imgui.WindowFlags(flags))
	imgui.PopStyleColor()
	if seen {
		imgui.InternalBringWindowToDisplayFront(imgui.InternalCurrentWindow())
		t.ui.mark(fmt.Sprint("tour target ", t.step), target)
		t.text()
		low, size := imgui.WindowPos(), imgui.WindowSize()
		t.ui.mark("tour", scene.Rect{X0: low.X, Y0: low.Y, X1: low.X + size.X, Y1: low.Y + size.Y})
	}
	imgui.End()
}

const tourName = "##tour"

// text lays out a step's text and its buttons.
func (t *tour) text() {
	s := &tourSteps[t.step]
	t.ui.bold(s.title)
	wrapped(s.text(t.keys))
	t.ui.faint(fmt.Sprintf("%d of %d", t.step+1, len(tourSteps)))
	imgui.BeginDisabledV(t.step == 0)
	if imgui.Button("Back") {
		t.step--
	}
	imgui.EndDisabled()
	t.ui.mark("tour back", lastItem())
	tip("Goes to the previous step.")
	imgui.SameLine()
	last := t.step == len(tourSteps)-1
	label := "Next"
	if last {
		label = "Done"
	}
	if imgui.Button(label) {
		if last {
			t.end(true)
		} else {
			t.step++
		}
	}
	t.ui.mark("tour next", lastItem())
	tip("Goes to the next step, or ends the tour.")
	imgui.SameLine()
	if imgui.Button("Don't show again") {
		t.end(true)
	}
	t.ui.mark("tour never", lastItem())
	tip("Ends the tour for good. It stays in the menu Help. Esc closes it until the next start.")
}

// end closes the tour. If forGood is set, it does not open at the next
// start.
func (t *tour) end(forGood bool) {
	t.on = false
	if forGood && !t.prefs.TourDone {
		t.prefs.TourDone = true
		t.prefs.save(t.alarm.ring)
	}
}

// beside returns a place for a rectangle next to a target without covering it,
// within the window: on the side with most room.
func beside(target scene.Rect, size imgui.Vec2, within scene.Rect, gap float32) imgui.Vec2 {
	middle := imgui.Vec2{X: (target.X0+target.X1)/2 - size.X/2, Y: (target.Y0+target.Y1)/2 - size.Y/2}
	best, most := middle, float32(0)
	for i, room := range [4]float32{
		(target.X0 - within.X0) / size.X, (within.X1 - target.X1) / size.X, (target.Y0 - within.Y0) / size.Y, (within.Y1 - target.Y1) / size.Y,
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

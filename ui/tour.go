package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
)

// tour introduces the parts of the window to first-time users.
type tour struct {
	on    bool
	step  int
	drawn int // the step of the last frame
}

func (t *tour) begin() { *t = tour{on: true, drawn: -1} }

// tourStep is one step of the tour.
type tourStep struct {
	title string
	text  func(*app) string
	// panel is the panel of the step; "" for the scene.
	panel string
}

var tourSteps = []tourStep{
	{"What each thread does", func(a *app) string {
		return "Each bar is a thread, and goes back in time from its front. Its colours are what the thread did: running, waiting for a lock, and so on, each as high as its share of the time. " +
			withKey("3D", a.keysOf("view 1")) + ", " + withKey("timeline", a.keysOf("view 2")) + " and " + withKey("interaction", a.keysOf("view 3")) + " show the same from other sides."
	}, ""},
	{"Time and the moment", func(a *app) string {
		return "This is the whole trace. Drag in it to go to another moment, which is the front of all bars. " +
			withKey("Play", a.keysOf("play")) + " it like a video, or go " + withKey("step by step", a.keysOf("step on")) + "."
	}, playbackName},
	{"Who waits for whom", func(a *app) string {
		return "A triangle goes from a thread that waits, at its narrow end, to the thread it waits for. " +
			"A deadlock is a ring in a colour of its own. Click a thread to see why it waits; then " +
			withKey("go to whom it waits for", a.keysOf("blocker")) + "."
	}, legendName},
	{"What is wrong", func(a *app) string {
		return "Deadlocks, threads that are stuck and the like are found without being asked for. Click one to go to where it begins; " +
			withKey("the next", a.keysOf("next")) + "."
	}, findingsID},
	{"All the rest", func(a *app) string {
		return "All that can be done is in the menus, and " + withKey("by its name", a.keysOf("commands")) + ". Look for threads, locks and functions " +
			withKey("here", a.keysOf("search")) + "; " + withKey("all keys", a.keysOf("help")) + " are on one sheet. This tour is under Help."
	}, menuBar},
}

// tourTarget returns the rectangle of the present step's subject.
func (a *app) tourTarget() (scene.Rect, bool) {
	s := &tourSteps[a.tour.step]
	if s.panel != "" {
		return a.panelRect(s.panel)
	}
	k := imgui.CurrentIO().DisplayFramebufferScale()
	return scene.Rect{X0: a.area.X0 / k.X, Y0: a.area.Y0 / k.Y, X1: a.area.X1 / k.X, Y1: a.area.Y1 / k.Y}, true
}

// tourWindow shows a step of the tour beside its subject.
func (a *app) tourWindow() {
	t := &a.tour
	if !t.on || a.frame == nil {
		return
	}
	target, ok := a.tourTarget()
	if !ok { // behind another panel
		imgui.SetWindowFocusStr(tourSteps[t.step].panel)
		a.pace.again = max(a.pace.again, 2)
		return
	}
	a.outline(target)
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
		a.pace.again = afterEvent
	}
	place := beside(target, size, scene.Rect{X0: at.X, Y0: at.Y, X1: at.X + all.X, Y1: at.Y + all.Y}, gap)
	imgui.SetNextWindowPosV(place, imgui.CondAlways, imgui.Vec2{})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: wide}, imgui.CondAlways)
	flags := imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoDocking |
		imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoFocusOnAppearing
	imgui.PushStyleColorVec4(imgui.ColBorder, vec(a.ws.Look.Palette.Select))
	seen := imgui.BeginV(tourName, nil, imgui.WindowFlags(flags))
	imgui.PopStyleColor()
	if seen {
		imgui.InternalBringWindowToDisplayFront(imgui.InternalCurrentWindow())
		a.mark(fmt.Sprint("tour target ", t.step), target)
		a.tourText()
		low, size := imgui.WindowPos(), imgui.WindowSize()
		a.mark("tour", scene.Rect{X0: low.X, Y0: low.Y, X1: low.X + size.X, Y1: low.Y + size.Y})
	}
	imgui.End()
}

const tourName = "##tour"

// tourText lays out a step's text and its buttons.
func (a *app) tourText() {
	t := &a.tour
	s := &tourSteps[t.step]
	a.bold(s.title)
	wrapped(s.text(a))
	a.faint(fmt.Sprintf("%d of %d", t.step+1, len(tourSteps)))
	imgui.BeginDisabledV(t.step == 0)
	if imgui.Button("Back") {
		t.step--
	}
	imgui.EndDisabled()
	a.mark("tour back", lastItem())
	tip("The step before.")
	imgui.SameLine()
	last := t.step == len(tourSteps)-1
	label := "Next"
	if last {
		label = "Done"
	}
	if imgui.Button(label) {
		if last {
			a.endTour(true)
		} else {
			t.step++
		}
	}
	a.mark("tour next", lastItem())
	tip("The next step, and in the end back to work.")
	imgui.SameLine()
	if imgui.Button("Not again") {
		a.endTour(true)
	}
	a.mark("tour never", lastItem())
	tip("Do not show the tour at the start any more. It stays under Help. Esc: not now.")
}

// endTour closes the tour. If forGood is set, it does not open at the next
// start.
func (a *app) endTour(forGood bool) {
	a.tour.on = false
	if forGood && !a.prefs.TourDone {
		a.prefs.TourDone = true
		a.savePrefs()
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

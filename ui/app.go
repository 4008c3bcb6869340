package ui

import (
	"errors"
	"fmt"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/internal/task"
	"tiv/render"
	"tiv/workspace"
)

// app is one window: its loop, its tabs, and everything that is laid out in it.
type app struct {
	*host
	options Options
	window  *window
	pace    pace
	freeing *task.Task[struct{}] // returns memory to the system; nil before the first time

	tabs       tabs
	stage      stage
	mouse      sceneMouse
	dock       dock
	comparison comparison
	menus      menus
	bars       statusBars
	focus      panelFocus
	exporter   exporter
	start      startPage
	dialogs    dialogs
}

// newApp returns a window that is not open yet. It reads the user's settings.
func newApp(o Options) *app {
	h := &host{ui: &widgets{}, messages: &messages{}, prefs: &preferences{}, input: &recorder{}, alarm: &alarm{}, delay: o.Delay, choose: o.Choose}
	h.keys = newBindings(&h.prefs.Prefs)
	a := &app{host: h, options: o, stage: stage{host: h}, mouse: sceneMouse{host: h}, dock: dock{host: h}, focus: panelFocus{host: h}}
	a.tabs = tabs{host: h, options: &a.options, step: stepField{host: h}, onShow: a.shown}
	a.comparison = comparison{host: h, tabs: &a.tabs}
	a.comparison.differences = differencesPanel{host: h, comparison: &a.comparison}
	a.tabs.comparison, a.focus.comparison = &a.comparison, &a.comparison
	a.bars = statusBars{h, &a.pace}
	a.exporter = exporter{host: h, version: o.Version, sources: a.tabs.sources, scale: 1}
	a.dialogs = newDialogs(a)
	a.menus = menus{h, &a.focus, a, a.dialogs.open.openAll, func() { compareMenu(a) }}
	a.mouse.tips = sceneTips{host: h}
	a.start = startPage{host: h, demos: o.Demos, open: a.dialogs.open.openAll, ask: a.dialogs.open.ask, attach: a.dialogs.attach.ask}
	h.editNote, h.openContext, h.locks = a.dialogs.note.edit, a.dialogs.context.open, &a.dialogs.lock
	h.functions, h.flames = &a.dialogs.function, &a.dialogs.flame
	h.resetPanels = a.dock.reset
	a.messages.fail(h.prefs.load(o.Config))
	if !h.prefs.TourDone && o.Config != "" {
		a.dialogs.tour.begin()
	}
	a.messages.fail(h.keys.Rebuild())
	return a
}

// build creates the renderers and fonts of the window.
func (a *app) build(w *window) error {
	a.window, a.dock.window, a.exporter.window = w, w, w
	a.alarm.ready.Store(true)
	a.parent = portalParent(w.glfw)
	if err := a.stage.open(); err != nil {
		return err
	}
	if a.options.GLDebug {
		logf("drawn by %s", render.Driver())
	}
	a.ui.fonts = loadFonts()
	a.dock.load()
	a.prefs.layout = a.dock.saved
	return nil
}

// panels returns the panels of the shown tab.
func (a *app) panels() *panels { return a.tabs.shown.panels }

// shown follows the tabs to another document.
func (a *app) shown() {
	a.mouse.reset()
	if a.window != nil {
		a.window.glfw.SetTitle(windowTitle(a.ws.Name))
	}
	if isBlank(a.document) {
		a.start.refresh()
	}
}

// firstPicture is the longest time that the window shows nothing of a trace, so that a
// small one appears at its opening and does not jump there.
const firstPicture = 500 * time.Millisecond

// update shows the loader's latest snapshot, of both sides of a comparison.
func (a *app) update() (err error) {
	a.comparison.each(func() { err = errors.Join(err, updateTrace(a)) })
	return err
}

// updateTrace shows the latest snapshot of the trace.
func updateTrace(a *app) error {
	if isBlank(a.document) {
		return nil
	}
	now := a.loader.Current()
	if now == nil || now == a.seen {
		return nil
	}
	first := a.seen == nil
	if first && !now.Searched && !now.Growing && a.ws.Opens() && time.Since(a.begun) < firstPicture {
		return nil
	}
	a.seen = now
	a.ws.UpdateLoaded(now)
	a.stale = true
	if !now.Searched {
		return nil
	}
	if now.Timeline.Counts.Events == 0 {
		_, err := a.loader.Wait()
		if first && a.pace.drawn == 0 {
			return fmt.Errorf("%w (%s)", err, a.ws.Name)
		}
		a.dialogs.open.fail(err)
	}
	if why := a.ws.Opening.Shown(a.ws.Look.Moment); why != "" && !first && !a.comparison.visible() {
		a.messages.add(message{text: "Opened " + why + ".", label: "Go to the end", tip: withKey("Goes to the end of the trace", a.keys.Keys("end")),
			do: func() { a.send(workspace.SeekEnd{}) }})
	}
	return nil
}

// updateMouse translates the mouse input in the scene. In a comparison, a press in the
// inactive side makes it the active one.
func updateMouse(a *app) {
	if c := &a.comparison; c.visible() && a.mouse.drag == noDrag {
		over := false
		c.inOther(func() { over = a.mouse.overScene(a.mouse.pointer()) })
		if over && pressedAny() {
			c.activate()
		} else {
			c.inOther(a.mouse.update)
		}
	}
	a.mouse.update()
}

// pressedAny reports whether a button of the mouse has just been pressed.
func pressedAny() bool {
	return imgui.IsMouseClickedBool(imgui.MouseButtonLeft) || imgui.IsMouseClickedBool(imgui.MouseButtonRight) || imgui.IsMouseClickedBool(imgui.MouseButtonMiddle)
}

// layOut lays out everything but the scene, in the order of the picture: bars
// around the edge, docked panels, and windows on top.
func (a *app) layOut() {
	if isBlank(a.document) {
		layOutStart(a)
		return
	}
	a.tabs.watch()
	a.focus.update(a.dialogs.keys.pending != "")
	a.menus.layOut()
	a.tabs.layOut()
	a.bars.banner()
	a.bars.status()
	folded := a.comparison.folds()
	legendStrip{&a.panels().legend}.layOut(folded)
	a.comparison.layOutBar()
	a.dock.layOut()
	a.comparison.divide()
	a.panels().layOut(folded)
	a.comparison.layOut()
	a.comparison.each(a.dock.explainEmpty)
	if !a.exporter.waiting() {
		a.dialogs.progress.layOut()
		a.messages.layOut(a.host) // below the progress
		if !a.options.ExitAfterLoad {
			sceneHints(a.host)
		}
	}
	updateMouse(a)
	a.dispatchKeys()
	a.focus.outline()
	a.dialogs.open.openDropped()
	a.dialogs.all().layOut()
	a.ui.notePopups()
}

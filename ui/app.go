package ui

import (
	"errors"
	"fmt"
	"time"

	"tiv/internal/task"
	"tiv/render"
	"tiv/ui/keys"
	"tiv/workspace"
)

// app is one window: its loop, its tabs, and everything that is laid out in it.
type app struct {
	*services
	*shownTrace
	options Options
	window  *window
	pace    pace
	freeing *task.Task[struct{}] // returns memory to the system; nil before the first time

	tabs       tabs
	paintings  paintings
	dock       dock
	comparison comparison
	menus      menus
	bars       statusBars
	hints      sceneHints
	focus      panelFocus
	exporter   exporter
	start      startPage
	dialogs    dialogs
	progress   progressWindow
}

// newApp returns a window that is not open yet. It reads the user's settings.
func newApp(o Options) *app {
	s := newServices(&o)
	ui := s.shown.ui
	a := &app{services: s, shownTrace: s.shown, options: o, dock: dock{ui: ui, prefs: s.prefs}}
	maker := &tabMaker{s, &a.dialogs, a.dock.reset}
	a.tabs = tabs{ui: ui, keys: s.keys, messages: s.messages, prefs: s.prefs, alarm: s.alarm, options: &a.options,
		newTab: maker.newTab, onShow: a.showTab, comparison: &a.comparison}
	a.comparison = comparison{ui: ui, keys: s.keys, messages: s.messages, tabs: &a.tabs}
	a.comparison.differences = differencesPanel{ui: ui, alarm: s.alarm, comparison: &a.comparison}
	a.focus = panelFocus{shownTrace: s.shown, prefs: s.prefs, comparison: &a.comparison}
	a.bars = statusBars{shownTrace: s.shown, keys: s.keys, prefs: s.prefs, pace: &a.pace}
	a.progress = progressWindow{s.shown, &a.tabs}
	a.hints = sceneHints{s.shown, s.keys, s.prefs}
	a.exporter = exporter{shownTrace: s.shown, jobs: s.jobs, version: o.Version, sources: a.tabs.sources, scale: 1}
	a.dialogs = newDialogs(a)
	a.menus = menus{shownTrace: s.shown, keys: s.keys, prefs: s.prefs, focus: &a.focus, commands: a,
		open: a.dialogs.open.openAll, compare: func() { compareMenu(a) }}
	a.start = startPage{ui: ui, keys: s.keys, messages: s.messages, prefs: s.prefs, alarm: s.alarm,
		demos: o.Demos, open: a.dialogs.open.openAll, ask: a.dialogs.open.ask, attach: a.dialogs.attach.ask}
	a.messages.fail(s.prefs.load(o.Config))
	if !s.prefs.TourDone && o.Config != "" {
		a.dialogs.tour.begin()
	}
	a.messages.fail(s.keys.Rebuild())
	return a
}

// build creates the renderers and fonts of the window.
func (a *app) build(w *window) error {
	a.window, a.dock.window, a.exporter.window = w, w, w
	a.alarm.ready.Store(true)
	a.desktop.parent = portalParent(w.glfw)
	if err := a.paintings[0].open(); err != nil {
		return err
	}
	if a.options.GLDebug {
		logf("drawn by %s", render.Driver())
	}
	a.ui.LoadFonts()
	a.dock.load()
	a.prefs.layout = a.dock.saved
	return nil
}

// panels returns the panels of the shown tab.
func (a *app) panels() *panels { return a.tabs.shown.panels }

// showTab follows the tabs to another document.
func (a *app) showTab() {
	a.shownTrace.document = a.tabs.shown.document
	a.tabs.shown.mouse.reset()
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
	a.comparison.each(func(t *tab) { err = errors.Join(err, a.updateTrace(t)) })
	return err
}

// updateTrace shows the latest snapshot of a trace.
func (a *app) updateTrace(t *tab) error {
	if isBlank(t.document) {
		return nil
	}
	now := t.loader.Current()
	if now == nil || now == t.seen {
		return nil
	}
	first := t.seen == nil
	if first && !now.Searched && !now.Growing && t.ws.Opens() && time.Since(t.begun) < firstPicture {
		return nil
	}
	t.seen = now
	t.ws.UpdateLoaded(now)
	t.stale = true
	if !now.Searched {
		return nil
	}
	if now.Timeline.Counts.Events == 0 {
		_, err := t.loader.Wait()
		if first && a.pace.drawn == 0 {
			return fmt.Errorf("%w (%s)", err, t.ws.Name)
		}
		a.dialogs.open.fail(err)
	}
	if why := t.ws.Opening.Shown(t.ws.Look.Moment); why != "" && !first && !a.comparison.visible() {
		a.messages.add(message{text: "Opened " + why + ".", label: "Go to the end",
			tip: keys.WithKey("Goes to the end of the trace", a.keys.Keys("end")),
			do:  func() { t.send(workspace.SeekEnd{}) }})
	}
	return nil
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
	a.area = a.dock.layOut(a.area)
	a.comparison.divide()
	a.panels().layOut(folded)
	a.comparison.layOut()
	a.comparison.each(func(t *tab) { a.dock.explainEmpty(t.document) })
	if !a.exporter.waiting() {
		a.progress.layOut()
		a.messages.layOut(a.area) // below the progress
		if !a.options.ExitAfterLoad {
			a.hints.layOut()
		}
	}
	a.tabs.updateMouse()
	a.dispatchKeys()
	a.focus.outline()
	a.dialogs.open.openDropped()
	a.dialogs.all().layOut()
	a.ui.NotePopups()
}

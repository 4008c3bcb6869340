package ui

import (
	"errors"
	"fmt"

	"tiv/command"
	"tiv/internal/background"
	"tiv/render"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/ui/files"
	"tiv/ui/panel"
	"tiv/ui/picture"
	"tiv/ui/present"
	"tiv/workspace"
)

// app is one window: its loop, its tabs, and everything that is laid out in it.
type app struct {
	*panel.Services
	*panel.Trace
	options Options
	window  *window
	alarm   *alarm // wakes it
	pace    pace
	freeing *background.Job[struct{}] // returns memory to the system; nil before the first time

	tabs        tabs
	paintings   paintings
	dock        dock
	comparison  *session.Comparison
	sides       comparisonBar
	differences differencesPanel
	messageList messageList
	menus       menus
	bars        statusBars
	hints       picture.Hints
	taskBar     picture.TaskBar
	focus       panelFocus
	exporter    files.Exporter
	start       startPage
	dialogs     dialogs
	progress    progressWindow
	shows       present.Mode
}

// newApp returns a window that is not open yet. It reads the user's settings.
func newApp(o Options) *app {
	wakes := &alarm{}
	s := newServices(&o, wakes.ring)
	ui := s.Shown.UI
	a := &app{Services: s, Trace: s.Shown, options: o, alarm: wakes, dock: dock{ui: ui, prefs: s.Prefs},
		shows: present.Mode{UI: ui, Keys: s.Keys}}
	s.Do = func(c command.Command) { carryOut(a, c) }
	maker := &tabMaker{s, &a.dialogs, a.dock.reset}
	a.tabs = tabs{ui: ui, keys: s.Keys, session: s.Session, newTab: maker.newTab, list: map[*session.Trace]*tab{}}
	s.Session.OnShow, s.Session.OnClose = a.showTab, a.tabs.remove
	a.comparison = &s.Session.Comparison
	a.sides, a.differences = comparisonBar{ui, s.Keys, s.Session, a.comparison}, differencesPanel{ui, s.Session, a.comparison}
	a.messageList = messageList{ui: ui, keys: s.Keys, launcher: s.Launcher, do: s.Do, Messages: s.Messages, shown: s.Shown}
	a.focus = panelFocus{Trace: s.Shown, prefs: s.Prefs, comparison: a.comparison, shows: &a.shows}
	a.bars = statusBars{Trace: s.Shown, keys: s.Keys, prefs: s.Prefs, pace: &a.pace}
	a.progress = progressWindow{s.Shown, s.Session}
	a.hints = picture.NewHints(s, func() { s.Session.Do(command.SetKeyHints{}) })
	a.taskBar = picture.NewTaskBar(s, &a.hints)
	a.exporter = files.Exporter{Exporter: s.Session.Exporter}
	a.exporter.Copy, s.Session.Clipboard.SetText, s.Session.Clipboard.Text = copyPNG, setText, clipboardText
	a.dialogs = newDialogs(a)
	s.Session.Opener.OnOpen = a.dialogs.files.Open.Opened
	a.menus = menus{Trace: s.Shown, keys: s.Keys, prefs: s.Prefs, focus: &a.focus, commands: a,
		open: a.dialogs.files.Open.OpenAll, compare: func() { compareMenu(a) }}
	a.start = startPage{ui: ui, keys: s.Keys, do: s.Do, prefs: s.Prefs, wake: s.Wake,
		demos: o.Demos, open: a.dialogs.files.Open.OpenAll, ask: a.dialogs.files.Open.Ask, attach: a.dialogs.attach.ask}
	a.Messages.Fail(s.Prefs.Load(o.Config))
	if !s.Prefs.TourDone && o.Config != "" {
		a.dialogs.tour.begin()
	}
	a.Messages.Fail(s.Keys.Rebuild())
	return a
}

// build creates the renderers and fonts of the window.
func (a *app) build(w *window) error {
	a.window, a.dock.window, a.exporter.Window, a.shows.Window = w, w, w, w
	a.alarm.ready.Store(true)
	a.Desktop.Parent = portalParent(w.glfw)
	if err := a.paintings[0].open(); err != nil {
		return err
	}
	if a.options.GLDebug {
		logf("drawn by %s", render.Driver())
	}
	a.UI.LoadFonts()
	a.dock.load()
	a.Prefs.PanelLayout = a.dock.saved
	return nil
}

// panels returns the panels of the shown tab.
func (a *app) panels() *panels { return a.tabs.shown().panels }

// showTab follows the tabs to another document.
func (a *app) showTab() {
	a.Trace.Document = a.Session.Shown.Document
	a.tabs.shown().mouse.Reset()
	if a.window != nil {
		a.window.glfw.SetTitle(windowTitle(a.Workspace.Name))
	}
	if session.IsBlank(a.Document) {
		a.start.refresh()
	}
}

// update shows the loaders' latest snapshots. The error says that the first trace is empty.
func (a *app) update() (err error) {
	a.Session.Update(func(t *session.Trace, first bool, why error) {
		if first && a.pace.drawn == 0 {
			err = errors.Join(err, fmt.Errorf("%w (%s)", why, t.Workspace.Name))
			return
		}
		a.dialogs.files.Open.Fail(why)
	})
	return err
}

// layOut lays out everything but the scene, in the order of the picture: bars
// around the edge, docked panels, and windows on top.
func (a *app) layOut() {
	if session.IsBlank(a.Document) {
		layOutStart(a)
		return
	}
	a.focus.update(a.dialogs.keys.Waiting())
	folded := a.comparison.Folds()
	if a.shows.Presenting() {
		a.shows.Caption(a.panels().slide())
	} else {
		a.menus.layOut()
		a.tabs.layOut()
		a.bars.banner()
		a.bars.status()
	}
	if !a.shows.Hides() {
		picture.Strip{Legend: &a.panels().legend}.LayOut(folded)
		a.taskBar.LayOut()
	}
	a.sides.layOut()
	a.Area = a.dock.layOut(a.Session.Shown, a.panels().findings.Near, a.Area)
	a.sides.divide()
	if a.Tables.Hidden = true; !a.shows.Hides() {
		a.panels().layOut(folded)
	}
	if a.comparison.Compares() && !a.shows.Hides() {
		a.differences.layOut()
	}
	a.comparison.Each(func(t *session.Trace) { a.dock.explainEmpty(t.Document) })
	if !a.exporter.Waiting() {
		a.progress.layOut()
		top := picture.BelowSentence(a.Trace)
		if !a.options.ExitAfterLoad && !a.shows.Presenting() {
			top = a.hints.LayOut()
		}
		a.messageList.layOut(a.Area, top) // below the progress
	}
	if !a.shows.Still() {
		a.tabs.updateMouse()
	} else if a.Workspace.Look.Hovered != (shape.PickID{}) {
		a.Send(workspace.Hover{})
	}
	a.dispatchKeys()
	a.focus.outline()
	a.dialogs.files.Open.OpenDropped()
	a.dialogs.all().LayOut()
	a.UI.NotePopups()
}

package ui

import (
	"strings"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/workspace/prefs"
)

// saveAfter is how long after the last change a workspace is saved.
const saveAfter = time.Second

// keep saves what has changed and is not changing any more.
func (a *app) keep() {
	for _, t := range a.tabs {
		if !t.changed.IsZero() && time.Since(t.changed) >= saveAfter {
			t.save(a)
		}
	}
}

// unsaved reports whether something is to be saved soon.
func (a *app) unsaved() bool { return !a.changed.IsZero() }

// save saves a tab's workspace, once all of its trace is known.
func (t *tab) save(a *app) {
	if !t.ws.Timeline.Complete {
		return
	}
	t.changed = time.Time{}
	if t.keeper != nil {
		a.messages.fail(t.keeper.Save(t.ws))
	}
}

// panelsVersion is counted up when a layout of panels that was saved before
// does not fit any more.
const panelsVersion = "tiv-panels 4\n"

// loadPrefs takes over what the user wished for earlier.
func (a *app) loadPrefs() {
	p, err := prefs.Load(a.options.Config)
	a.messages.fail(err)
	a.prefs = p
	if !p.TourDone && a.options.Config != "" {
		a.tour.begin()
	}
	a.makeKeymap()
	a.settings.eased = !p.Abrupt
	if p.Scale > 0 {
		a.settings.scale = p.Scale
	}
}

// loadPanels puts the panels where they were when the window was closed last.
func (a *app) loadPanels() {
	if layout, ok := strings.CutPrefix(a.prefs.Layout, panelsVersion); ok {
		imgui.LoadIniSettingsFromMemory(layout)
		a.laidOut = true
	}
}

// saveAll saves what is to be found again when the window is opened the next
// time.
func (a *app) saveAll() error {
	for _, t := range a.tabs {
		t.save(a)
	}
	return a.savePrefs()
}

// savePrefs saves what the user wishes for.
func (a *app) savePrefs() error {
	a.prefs.Abrupt, a.prefs.Scale = !a.settings.eased, a.settings.scale
	if a.laidOut && a.window != nil {
		a.squeeze.release()
		a.prefs.Layout = panelsVersion + imgui.SaveIniSettingsToMemory()
	}
	return a.prefs.Save(a.options.Config)
}

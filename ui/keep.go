package ui

import (
	"errors"
	"strings"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/workspace/prefs"
)

// saveAfter is how long after the last change a workspace is saved.
const saveAfter = time.Second

// keep saves what has changed and is not changing any more, and tells what could
// not be saved.
func (a *app) keep() {
	a.messages.fail(a.settingsSaver.look(a.alarm.ring))
	for _, t := range a.tabs {
		a.messages.fail(t.saver.look(a.alarm.ring))
		if !t.changed.IsZero() && time.Since(t.changed) >= saveAfter {
			t.save(a)
		}
	}
}

// unsaved reports whether something is to be saved soon.
func (a *app) unsaved() bool { return !a.changed.IsZero() }

// save lets a tab's workspace be saved, once all of its trace is known.
func (t *tab) save(a *app) {
	if !t.ws.Timeline.Complete {
		return
	}
	t.changed = time.Time{}
	if t.keeper != nil {
		now := *t.ws // nothing that it points to is ever changed
		t.saver.save(a.alarm.ring, func() error { return t.keeper.Save(&now) })
	}
}

// saveNow saves a tab's workspace and waits until it is.
func (t *tab) saveNow(a *app) error {
	t.save(a)
	return t.saver.finish()
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
	var err error
	for _, t := range a.tabs {
		err = errors.Join(err, t.saveNow(a))
	}
	a.savePrefs()
	return errors.Join(err, a.settingsSaver.finish())
}

// savePrefs lets what the user wishes for be saved.
func (a *app) savePrefs() {
	a.prefs.Abrupt, a.prefs.Scale = !a.settings.eased, a.settings.scale
	if a.laidOut && a.window != nil {
		a.squeeze.release()
		a.prefs.Layout = panelsVersion + imgui.SaveIniSettingsToMemory()
	}
	now := a.prefs // nothing that it points to is ever changed
	a.settingsSaver.save(a.alarm.ring, func() error { return now.Save(a.options.Config) })
}

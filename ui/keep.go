package ui

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/workspace/prefs"
)

// saveAfter is the time between the last change of a workspace and saving it.
const saveAfter = time.Second

// keep saves settled changes, and shows errors of saving.
func (a *app) keep() {
	a.messages.fail(a.settingsSaver.Poll(a.alarm.ring))
	for _, t := range a.tabs {
		a.messages.fail(t.saver.Poll(a.alarm.ring))
		if !t.changed.IsZero() && time.Since(t.changed) >= saveAfter {
			t.save(a)
		}
	}
}

// unsaved reports whether something is to be saved soon.
func (a *app) unsaved() bool { return !a.changed.IsZero() }

// save queues a tab's workspace for saving, once all of its trace has been
// read.
func (t *tab) save(a *app) {
	if !t.ws.Timeline.Complete {
		return
	}
	t.changed = time.Time{}
	if t.store != nil {
		now := *t.ws // a shallow copy; the data it points to never changes. Fork would lose the record of changes
		t.saver.Save(func() error { return t.store.Save(&now) }, a.alarm.ring)
	}
}

// saveNow saves a tab's workspace and waits until it is.
func (t *tab) saveNow(a *app) error {
	t.save(a)
	return t.saver.Finish()
}

// panelsVersion is counted up when a layout of panels that was saved before
// does not fit any more.
const panelsVersion = "tiv-panels 5, scale "

// loadPrefs loads the user's settings.
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

// loadPanels restores the layout of the panels.
func (a *app) loadPanels() {
	if scale, layout, ok := savedPanels(a.prefs.Layout); ok {
		imgui.LoadIniSettingsFromMemory(layout)
		a.laidOut, a.squeeze.scale = true, scale
	}
}

// savedPanels parses a saved layout of panels, and returns the scale of its
// screen.
func savedPanels(saved string) (scale float32, layout string, ok bool) {
	rest, ok := strings.CutPrefix(saved, panelsVersion)
	number, layout, whole := strings.Cut(rest, "\n")
	x, err := strconv.ParseFloat(number, 32)
	if !ok || !whole || err != nil || !(x >= 0.1 && x <= 100) {
		return 0, "", false
	}
	return float32(x), layout, true
}

// saveAll saves the state that the next window restores.
func (a *app) saveAll() error {
	var err error
	for _, t := range a.tabs {
		err = errors.Join(err, t.saveNow(a))
	}
	a.savePrefs()
	return errors.Join(err, a.settingsSaver.Finish())
}

// savePrefs queues the user's settings for saving.
func (a *app) savePrefs() {
	a.prefs.Abrupt, a.prefs.Scale = !a.settings.eased, a.settings.scale
	if a.laidOut && a.window != nil {
		a.squeeze.release()
		a.prefs.Layout = fmt.Sprintf("%s%g\n%s", panelsVersion, a.window.scale(), imgui.SaveIniSettingsToMemory())
	}
	now := a.prefs // nothing that it points to is ever changed
	a.settingsSaver.Save(func() error { return now.Save(a.options.Config) }, a.alarm.ring)
}

package ui

import (
	"context"

	"tiv/internal/portal"
)

// services are the parts of the window that its panels and dialogs share. Each of these is
// made with those that it uses.
type services struct {
	shown    *shownTrace
	ui       *widgets
	keys     *bindings
	messages *messages
	prefs    *preferences
	input    *recorder
	alarm    *alarm // wakes the window
	jobs     *jobs
	launcher *launcher
	desktop  *desktop
}

// newServices returns the services of a window that is not open yet.
func newServices(o *Options) *services {
	s := &services{shown: &shownTrace{}, ui: &widgets{}, prefs: &preferences{}, input: &recorder{}, alarm: &alarm{},
		desktop: &desktop{choose: o.Choose}}
	s.launcher = &launcher{wake: s.alarm.ring}
	s.messages = &messages{ui: s.ui, launcher: s.launcher}
	s.jobs = &jobs{s.messages, s.alarm, o.Delay}
	s.keys = newBindings(&s.prefs.Prefs)
	return s
}

// shownTrace is the trace of the tab that is shown, whichever that is. Dialogs and bars are
// about it; a panel has the trace of its own tab.
type shownTrace struct{ *document }

// desktop shows dialogs of the desktop.
type desktop struct {
	choose func(context.Context, portal.Request) ([]string, error) // nil for none
	parent string                                                  // the window
}

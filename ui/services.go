package ui

import (
	"context"

	"tiv/internal/portal"
	"tiv/ui/keys"
	"tiv/ui/widget"
)

// services are the parts of the window that its panels and dialogs share. Each of these is
// made with those that it uses.
type services struct {
	shown    *shownTrace
	keys     *keys.Bindings
	messages *messages
	prefs    *preferences
	input    *keys.Recorder
	alarm    *alarm // wakes the window
	jobs     *jobs
	launcher *launcher
	desktop  *desktop
}

// newServices returns the services of a window that is not open yet.
func newServices(o *Options) *services {
	s := &services{shown: &shownTrace{ui: &widget.Kit{}}, prefs: &preferences{}, input: &keys.Recorder{}, alarm: &alarm{},
		desktop: &desktop{choose: o.Choose}}
	s.launcher = &launcher{wake: s.alarm.ring}
	s.messages = &messages{ui: s.shown.ui, launcher: s.launcher}
	s.jobs = &jobs{s.messages, s.alarm, o.Delay}
	s.keys = keys.New(&s.prefs.Prefs)
	return s
}

// shownTrace is a trace on the screen, and the widgets that show it. A panel has that of its
// tab; dialogs and bars share the one of the tab that is shown, whichever that is.
type shownTrace struct {
	*document
	ui *widget.Kit
}

// desktop shows dialogs of the desktop.
type desktop struct {
	choose func(context.Context, portal.Request) ([]string, error) // nil for none
	parent string                                                  // the window
}

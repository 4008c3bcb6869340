package ui

import (
	"context"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/internal/portal"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/widget"
)

// services are the parts of the window that its panels and dialogs share. Each of these is
// made with those that it uses.
type services struct {
	shown    *shownTrace
	keys     *keys.Bindings
	session  *session.Session
	messages *session.Messages
	prefs    *preferences
	input    *keys.Recorder
	alarm    *alarm // wakes the window
	jobs     *session.Jobs
	launcher *launcher
	desktop  *desktop
}

// newServices returns the services of a window that is not open yet.
func newServices(o *Options) *services {
	s := &services{shown: &shownTrace{ui: &widget.Kit{}}, prefs: &preferences{}, input: &keys.Recorder{}, alarm: &alarm{},
		desktop: &desktop{choose: o.Choose}}
	s.launcher = &launcher{wake: s.alarm.ring}
	s.session = session.New(o.Options, &s.prefs.Prefs, s.alarm.ring, newJobPainter)
	s.messages, s.jobs = s.session.Messages, s.session.Jobs
	s.keys = keys.New(&s.prefs.Prefs)
	return s
}

// shownTrace is a trace on the screen, and the widgets that show it. A panel has that of its
// tab; dialogs and bars share the one of the tab that is shown, whichever that is.
type shownTrace struct {
	*session.Document
	ui *widget.Kit
}

// desktop shows dialogs of the desktop.
type desktop struct {
	choose func(context.Context, portal.Request) ([]string, error) // nil for none
	parent string                                                  // the window
}

// inWindow converts a pixel of the scene's picture to window coordinates.
func (s *shownTrace) inWindow(p mgl32.Vec2) imgui.Vec2 {
	k := imgui.CurrentIO().DisplayFramebufferScale()
	return imgui.Vec2{X: (p[0] + s.Area.X0) / k.X, Y: (p[1] + s.Area.Y0) / k.Y}
}

// rectInWindow is inWindow for a rectangle.
func (s *shownTrace) rectInWindow(r shape.Rect) shape.Rect {
	low, high := s.inWindow(mgl32.Vec2{r.X0, r.Y0}), s.inWindow(mgl32.Vec2{r.X1, r.Y1})
	return shape.Rect{X0: low.X, Y0: low.Y, X1: high.X, Y1: high.Y}
}

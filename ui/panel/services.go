// Package panel is the base of all panels and dialogs: the services of the window that each is
// given, the trace that it shows, how it is laid out, waited for and closed, and the words and
// links that several panels have. A panel never has the state of another one.
package panel

import (
	"context"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/command"
	"tiv/internal/portal"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/launch"
	"tiv/ui/widget"
)

// Services are what each panel and dialog is given: the parts of the window that they share.
// Each keeps those that it uses.
type Services struct {
	Shown    *Trace            // the trace of the tab that is shown, whichever that is
	Keys     *keys.Bindings    // of commands
	Session  *session.Session  // the visit
	Do       Doer              // set before the first frame
	Messages *session.Messages // of the session
	Prefs    *Preferences      // the user's
	Input    *keys.Recorder    // what is pressed and typed
	Wake     func()            // wakes the window, from any goroutine
	Jobs     *session.Jobs     // of the session
	Launcher *launch.Launcher  // starts programs
	Desktop  *Desktop          // shows its dialogs
}

// Doer carries out a command, in the session or in the window.
type Doer func(command.Command)

// Trace is a trace on the screen, and the widgets that show it. A panel has that of its
// tab; dialogs and bars share the one of the tab that is shown, whichever that is.
type Trace struct {
	*session.Document
	UI *widget.Kit // in the style of the window
}

// Desktop shows dialogs of the desktop.
type Desktop struct {
	// Choose asks for files, see portal.Choose; nil if there is no desktop.
	Choose func(context.Context, portal.Request) ([]string, error)
	// Parent is the window, in the words of the desktop.
	Parent string
}

// InWindow converts a pixel of the scene's picture to window coordinates.
func (s *Trace) InWindow(p mgl32.Vec2) imgui.Vec2 {
	k := imgui.CurrentIO().DisplayFramebufferScale()
	return imgui.Vec2{X: (p[0] + s.Area.X0) / k.X, Y: (p[1] + s.Area.Y0) / k.Y}
}

// RectInWindow is InWindow for a rectangle.
func (s *Trace) RectInWindow(r shape.Rect) shape.Rect {
	low, high := s.InWindow(mgl32.Vec2{r.X0, r.Y0}), s.InWindow(mgl32.Vec2{r.X1, r.Y1})
	return shape.Rect{X0: low.X, Y0: low.Y, X1: high.X, Y1: high.Y}
}

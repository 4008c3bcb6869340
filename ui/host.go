package ui

import (
	"context"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/internal/portal"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// host is the access of panels and dialogs to the rest of the window. There is
// one in a window; its document changes with the tab that is shown.
type host struct {
	*document
	ui          *widgets
	keys        *bindings
	messages    *messages
	prefs       *preferences
	input       *recorder
	alarm       *alarm          // wakes the window
	area        scene.Rect      // the scene's rectangle, in pixels of the framebuffer
	editNote    func(index int) // writes the text of a note; below 0 of a new one
	resetPanels func()          // puts all panels back
	// openContext opens the menu of a thing, at a time of the trace.
	openContext func(scene.PickID, tracefeed.Time)
	locks       *lockMenu
	functions   *functionMenu
	flames      *flameDialog
	slices      *sliceTools
	choose      func(context.Context, portal.Request) ([]string, error) // shows a dialog of the desktop; nil for none
	parent      string                                                  // the window, for such a dialog
	delay       func(context.Context)                                   // called before each job works or reads a folder; nil for nothing
	launcher    launcher
	closing     bool // the window is to be closed
}

// inWindow converts a pixel of the scene's picture to window coordinates.
func (h *host) inWindow(p mgl32.Vec2) imgui.Vec2 {
	k := imgui.CurrentIO().DisplayFramebufferScale()
	return imgui.Vec2{X: (p[0] + h.area.X0) / k.X, Y: (p[1] + h.area.Y0) / k.Y}
}

// rectInWindow is inWindow for a rectangle.
func (h *host) rectInWindow(r scene.Rect) scene.Rect {
	low, high := h.inWindow(mgl32.Vec2{r.X0, r.Y0}), h.inWindow(mgl32.Vec2{r.X1, r.Y1})
	return scene.Rect{X0: low.X, Y0: low.Y, X1: high.X, Y1: high.Y}
}

// keysChanged applies the keys in the settings, and saves them.
func keysChanged(h *host) {
	h.messages.fail(h.keys.Rebuild())
	h.prefs.save(h.alarm.ring)
}

// closablePanel lays out a docked panel that the user opens and closes.
func closablePanel(h *host, name string, body func()) {
	open := h.ws.Panels[name]
	if !open {
		return
	}
	if beginPanel(name, &open, 0) {
		body()
	}
	imgui.End()
	if !open {
		h.send(workspace.OpenPanel{Name: name})
	}
}

package workspace

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
)

// Commands that move the camera.
type (
	// Orbit turns the free view, in radians.
	Orbit struct{ Yaw, Pitch float32 }
	// PanBy moves the picture, as a part of the scene's height.
	PanBy struct{ X, Y float32 }
	// ZoomBy enlarges the picture by a factor.
	ZoomBy struct{ Factor float32 }
	// FitAll resets the camera, and shows the whole trace, so that everything is visible.
	FitAll struct{}
	// Focus brings the selected thread to the middle and keeps it there.
	Focus struct{}
	// Highlight makes all categories of bars faint except one, given by its name; if there
	// is none of that name, none is faint.
	Highlight struct{ Layer string }
	// Hover sets the thing under the mouse.
	Hover struct{ Pick shape.PickID }
)

func (c Orbit) apply(w *Workspace) {
	cam := &w.Look.Camera
	cam.Yaw += c.Yaw
	cam.Pitch = view.Tilt(cam.Pitch + c.Pitch)
}

func (c PanBy) apply(w *Workspace) {
	w.Look.Camera.Pan = w.Look.Camera.Pan.Add(mgl32.Vec2{c.X, c.Y})
}

// The limits of the zoom.
const (
	minZoom = 1.0 / 8
	maxZoom = 1000
)

func (c ZoomBy) apply(w *Workspace) {
	cam := &w.Look.Camera
	cam.Zoom = min(max(cam.Zoom*c.Factor, minZoom), maxZoom)
}

func (FitAll) apply(w *Workspace) {
	fitThreads(w)
	if from, to := w.Look.Window(); from > 0 || to < w.Timeline.End {
		FitTime{}.apply(w)
		if !w.ownHistory {
			w.Look.History = view.StartHistory(w.Look.Steps)
		}
	}
}

// fitThreads resets the camera so that all threads are visible.
func fitThreads(w *Workspace) { w.Look.Camera = view.LookAt(&timeline.Timeline{}).Camera }

func (Focus) apply(w *Workspace) {
	cam := &w.Look.Camera
	cam.Target, cam.Pan = w.Look.Selected, mgl32.Vec2{}
}

func (c Highlight) apply(w *Workspace) { w.Look.Highlighted = c.Layer }

func (c Highlight) on(w *Workspace) bool { return w.Look.Highlighted == c.Layer }

func (c Hover) apply(w *Workspace) { w.Look.Hovered = c.Pick }

func (Orbit) Info() Info     { return Info{label: "move camera", run: "move camera", Effects: Undoable} }
func (PanBy) Info() Info     { return Info{label: "move camera", run: "move camera", Effects: Undoable} }
func (ZoomBy) Info() Info    { return Info{label: "move camera", run: "move camera", Effects: Undoable} }
func (FitAll) Info() Info    { return Info{label: "fit all", Effects: Undoable | MovesCamera | Jumps} }
func (Focus) Info() Info     { return Info{label: "focus", Effects: Undoable | MovesCamera | Jumps} }
func (Highlight) Info() Info { return Info{label: "highlight a state"} }
func (Hover) Info() Info     { return Info{label: "hover", Effects: Passive} }

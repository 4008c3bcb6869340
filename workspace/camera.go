package workspace

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
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
	// FitAll resets the camera so that everything is visible.
	FitAll struct{}
	// Focus brings the selected thread to the middle and keeps it there.
	Focus struct{}
	// Hover sets the thing under the mouse.
	Hover struct{ Pick scene.PickID }
	// GoTo shows a finding: its moment, its threads.
	GoTo struct{ Finding int }
)

func (c Orbit) apply(w *Workspace) {
	cam := &w.Look.Camera
	cam.Yaw += c.Yaw
	cam.Pitch = min(max(cam.Pitch+c.Pitch, -scene.MaxPitch), scene.MaxPitch)
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
	w.Look.Camera = scene.LookAt(&timeline.Timeline{}).Camera
}

func (Focus) apply(w *Workspace) {
	cam := &w.Look.Camera
	cam.Target, cam.Pan = w.Look.Selected, mgl32.Vec2{}
}

func (c Hover) apply(w *Workspace) { w.Look.Hovered = c.Pick }

func (c GoTo) apply(w *Workspace) {
	if c.Finding < 0 || c.Finding >= len(w.Report.Findings) {
		return
	}
	f := w.Report.Findings[c.Finding]
	// Show some time after the begin of the finding, so that the begin is
	// visible, and some before.
	after := max((f.End-f.Start)/5, min(10*w.Look.Step, f.End-f.Start))
	moment := f.Start + after
	from := max(0, f.Start-max(after, w.Timeline.End/20))
	SeekTo{moment}.apply(w)
	w.Look.Step, w.Look.Steps = scene.Steps(moment - from)
	w.Look.History = max(1, w.Look.Steps/10)
	if len(f.Threads) > 0 {
		Select{f.Threads[0]}.apply(w)
	}
	FitAll{}.apply(w)
}

func (Orbit) Info() Info  { return Info{Label: "move camera", Run: "move camera", Effects: Undoable} }
func (PanBy) Info() Info  { return Info{Label: "move camera", Run: "move camera", Effects: Undoable} }
func (ZoomBy) Info() Info { return Info{Label: "move camera", Run: "move camera", Effects: Undoable} }
func (FitAll) Info() Info { return Info{Label: "fit all", Effects: Undoable | MovesCamera} }
func (Focus) Info() Info  { return Info{Label: "focus", Effects: Undoable | MovesCamera | Jumps} }
func (GoTo) Info() Info   { return Info{Label: "go to finding", Effects: Undoable | MovesCamera | Jumps} }
func (Hover) Info() Info  { return Info{Label: "hover", Effects: Passive} }

package ui

import (
	"tiv/session"
)

// exporter takes pictures of the window, besides what the session saves.
type exporter struct {
	*session.Exporter
	session *session.Session
	window  *window
	// pending is a pending picture of the window, and framesLeft the number of frames
	// to wait: the widget that requested it must have vanished.
	pending    *session.Destination
	framesLeft int
}

// framesBeforeShot is the number of frames until a menu or dialog has vanished.
const framesBeforeShot = 3

// takePicture takes a picture, of the scene at a scale or of the whole window.
func (x *exporter) takePicture(to session.Destination, scale int) {
	if scale == 0 {
		x.pending, x.framesLeft = &to, framesBeforeShot
		return
	}
	x.TakeScene(to, x.Canvas(float32(scale)))
}

// waiting reports whether a picture of the window is pending.
func (x *exporter) waiting() bool { return x.pending != nil }

// takeWindow takes the pending picture of the window, as it is drawn now, unless
// something still moves in it.
func (x *exporter) takeWindow(moving bool) {
	if x.framesLeft--; x.framesLeft > 0 || moving {
		return
	}
	x.SaveImage(*x.pending, x.window.capture(), x.Scale)
	x.pending = nil
}

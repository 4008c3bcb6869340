package files

import (
	"image"

	"tiv/scene"
	"tiv/session"
)

// Exporter takes pictures of the window, besides what the session saves.
type Exporter struct {
	*session.Exporter
	// Window is what pictures are taken of. It is set before the first frame.
	Window interface {
		// FramebufferSize returns its size in pixels.
		FramebufferSize() (wide, high int)
		// Capture returns what has been drawn.
		Capture() *image.NRGBA
	}
	// pending is a pending picture of the window, and framesLeft the number of frames
	// to wait: the widget that requested it must have vanished.
	pending    *session.Destination
	framesLeft int
}

// framesBeforeShot is the number of frames until a menu or dialog has vanished.
const framesBeforeShot = 3

// extent is a choice of the size of a picture, or an animation.
type extent struct {
	name string
	// factor is of the scene in the window. If it is 0, width and height are in pixels; if these
	// are 0 too, it is the whole window.
	factor        float32
	width, height int
}

// The sizes of slides and screens.
var slide, fourK, square = extent{"16:9", 0, 1920, 1080}, extent{"4K", 0, 3840, 2160}, extent{"Square", 0, 1080, 1080}

// canvas returns the canvas of a picture of the scene. The whole window has none.
func (e *extent) canvas(x *Exporter) scene.Canvas {
	if e.factor > 0 {
		return x.Canvas(e.factor)
	}
	return scene.CanvasOf(e.width, e.height)
}

// takePicture takes a picture, of the scene or of the whole window.
func (x *Exporter) takePicture(to session.Destination, size *extent) {
	if *size == (extent{name: size.name}) {
		x.pending, x.framesLeft = &to, framesBeforeShot
		return
	}
	x.TakeScene(to, size.canvas(x))
}

// Waiting reports whether a picture of the window is pending.
func (x *Exporter) Waiting() bool { return x.pending != nil }

// TakeWindow takes the pending picture of the window, as it is drawn now, unless
// something still moves in it.
func (x *Exporter) TakeWindow(moving bool) {
	if x.framesLeft--; x.framesLeft > 0 || moving {
		return
	}
	x.SaveImage(*x.pending, x.Window.Capture(), x.Scale)
	x.pending = nil
}

package files

import (
	"image"

	"tiv/command"
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

// extent is a choice of the size of a picture, or an animation; without a size it is the whole
// window.
type extent struct {
	name string
	session.Extent
}

// The sizes of slides and screens.
var slide, fourK, square = pixels("16:9", 1920, 1080), pixels("4K", 3840, 2160), pixels("Square", 1080, 1080)

func pixels(name string, width, height int) extent {
	return extent{name, session.Extent{Pixels: command.Size{Width: width, Height: height}}}
}

func scene(name string, factor float32) extent { return extent{name, session.Extent{Factor: factor}} }

// takePicture takes a picture, of the scene or of the whole window.
func (x *Exporter) takePicture(to session.Destination, size *extent) {
	if size.Extent == (session.Extent{}) {
		x.pending, x.framesLeft = &to, framesBeforeShot
		return
	}
	x.TakeScene(to, x.Canvas(size.Extent))
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

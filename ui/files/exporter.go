package files

import (
	"image"

	"tiv/command"
	"tiv/report/shot"
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
	command.Size
}

// The sizes of slides and screens.
var slide, fourK, square = pixels("16:9", 1920, 1080), pixels("4K", 3840, 2160), pixels("Square", 1080, 1080)

func pixels(name string, width, height int) extent {
	return extent{name, command.Size{Width: width, Height: height}}
}

func scene(name string, percent int) extent { return extent{name, command.Size{Percent: percent}} }

// takePicture takes a picture, of the scene or of the whole window.
func (x *Exporter) takePicture(to session.Destination, size *extent) {
	if size.Size == (command.Size{}) {
		x.TakeWindow(to)
		return
	}
	x.TakeScene(to, x.Canvas(size.Size))
}

// TakeWindow takes a picture of the whole window, once the widget that asked for it has
// vanished.
func (x *Exporter) TakeWindow(to session.Destination) {
	x.pending, x.framesLeft = &to, framesBeforeShot
}

// Waiting reports whether a picture of the window is pending.
func (x *Exporter) Waiting() bool { return x.pending != nil }

// SaveWindow saves a picture of the whole window in a file.
func (x *Exporter) SaveWindow(path string) {
	if path, ok := x.Target(path, ".png", shot.Kind); ok {
		x.TakeWindow(session.Destination{Path: path})
	}
}

// TakePending takes the pending picture of the window, as it is drawn now, unless
// something still moves in it.
func (x *Exporter) TakePending(moving bool) {
	if x.framesLeft--; x.framesLeft > 0 || moving {
		return
	}
	x.SaveImage(*x.pending, x.Window.Capture(), x.Scale)
	x.pending = nil
}

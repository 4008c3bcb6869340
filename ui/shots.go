package ui

import (
	"bytes"
	"fmt"
	"image"
	"os"
	"path/filepath"

	"tiv/internal/replace"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/timeline"
	"tiv/tracefeed"
)

// shots is the state of taking pictures.
type shots struct {
	scale  int    // of the scene; 0 is the whole window as it is
	folder string // of the last picture; "" before the first
	// wanted is a pending picture of the window, and after the number of frames
	// to wait: the widget that requested it must have vanished.
	wanted *shotWish
	after  int
}

// shotWish is the destination of a picture: a file, or "" for the clipboard.
type shotWish struct{ path string }

// beforeShot is the number of frames until a menu or dialog has vanished.
const beforeShot = 3

// largest is the longest side of a picture, in pixels.
const largest = 16384

// quickShot takes a picture of the scene into a file that it finds a name for.
func quickShot(a *app) { a.shoot(shotWish{a.shotPath(a.ws.Look.Moment)}, max(a.shots.scale, 1)) }

// copyShot copies a picture of the scene.
func copyShot(a *app) { a.shoot(shotWish{}, max(a.shots.scale, 1)) }

// shotPath returns the default path of a picture of some moments.
func (a *app) shotPath(moments ...tracefeed.Time) string {
	return a.freePath(pictureName(a.ws.Name, moments...))
}

// freePath returns a default path for a file: in the folder of the last file
// written, or beside the trace.
func (a *app) freePath(name string) string {
	dir := a.shots.folder
	if dir == "" {
		dir = pictureFolder(a.path)
	}
	return unused(filepath.Join(dir, name))
}

// shoot takes a picture, of the scene at a scale or of the whole window.
func (a *app) shoot(w shotWish, scale int) {
	if scale == 0 {
		a.shots.wanted, a.shots.after = &w, beforeShot
		return
	}
	tl, look, canvas, q := a.ws.Timeline, a.shotLook(), a.shotCanvas(float32(scale)), a.ws.FilterQuery()
	e := a.envelope(w.path, canvas.Scale)
	a.start("The picture", func(m *maker) (message, error) {
		m.applyFilter(q, &look)
		img, err := m.picture(&scene.Builder{}, tl, &look, canvas)
		if err != nil {
			return message{}, err
		}
		return w.keep(img, e)
	})
}

// takeWanted takes the picture of the window that is wanted, as it is drawn now.
func (a *app) takeWanted() {
	s := &a.shots
	if s.wanted == nil {
		return
	}
	a.pace.again = max(a.pace.again, 1)
	if s.after--; s.after > 0 || a.onTheWay() {
		return
	}
	img, e, w := a.window.read(), a.envelope(s.wanted.path, a.scale()), *s.wanted
	s.wanted = nil
	a.start("The picture", func(*maker) (message, error) { return w.keep(img, e) })
}

// envelope returns the metadata of a picture at path.
func (a *app) envelope(path string, scale float32) *shot.Envelope {
	return shot.Of(a.ws, shot.TraceAt(a.path, path), scale, a.options.Version)
}

// shotLook returns the look of a picture: that of the window, with a caption.
func (a *app) shotLook() scene.Look {
	look := a.ws.Look
	look.Caption, look.Hovered = true, scene.PickID{}
	if a.frame != nil {
		look.Level = a.frame.Level
	}
	if !a.ws.Timeline.Complete {
		look.Caveats = joined(look.Caveats, fmt.Sprintf("only part of the trace has been read, up to %v", a.ws.Timeline.End))
	}
	return look
}

func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + " · " + b
}

// shotCanvas returns a canvas of the scene's size in the window, times a
// factor, with room for a caption.
func (a *app) shotCanvas(factor float32) scene.Canvas {
	canvas := scene.Canvas{Scale: a.scale() * factor}
	above, below := scene.CaptionRoom(canvas.Scale)
	canvas.Width = int(a.area.Width()*factor + 0.5)
	canvas.Height = int(a.area.Height()*factor + above + below + 0.5)
	canvas.Width, canvas.Height = min(max(canvas.Width, 64), largest), min(max(canvas.Height, 64), largest)
	return canvas
}

// keep writes a picture to its destination, and returns a confirmation.
func (w shotWish) keep(img image.Image, e *shot.Envelope) (message, error) {
	var b bytes.Buffer
	if err := shot.Encode(&b, img, e); err != nil {
		return message{}, err
	}
	size := fmt.Sprintf("%d×%d", img.Bounds().Dx(), img.Bounds().Dy())
	if w.path == "" {
		return message{text: "Copied the picture (" + size + ")."}, copyPNG(b.Bytes())
	}
	if err := replace.Bytes(w.path, b.Bytes()); err != nil {
		return message{}, fmt.Errorf("write picture: %s: %w", w.path, err)
	}
	return message{text: "Saved " + w.path + " (" + size + ")", label: "Copy", tip: "Puts the picture into the clipboard too.", do: func(a *app) {
		a.start("The picture", func(*maker) (message, error) {
			return message{text: "Copied " + filepath.Base(w.path)}, copyPNG(b.Bytes())
		})
	}}, nil
}

// film writes an animation of the playback.
func (a *app) film(path string, film shot.Film, factor float32) {
	look, canvas, first := a.shotLook(), a.shotCanvas(factor), *a.ws
	first.Look.Moment = film.From
	e := shot.Of(&first, shot.TraceAt(a.path, path), canvas.Scale, a.options.Version)
	tl, q := a.ws.Timeline, a.ws.FilterQuery()
	a.start("The film", func(m *maker) (message, error) {
		m.applyFilter(q, &look)
		err := replace.File(path, func(f *os.File) error { return m.film(f, film, e, tl, look, canvas) })
		if err != nil {
			return message{}, fmt.Errorf("write film: %s: %w", path, err)
		}
		st, err := os.Stat(path)
		if err != nil {
			return message{}, err
		}
		return message{text: fmt.Sprintf("Saved %s (%d×%d, %d frames, %.1f MB)", path, canvas.Width, canvas.Height,
			film.Frames(), float64(st.Size())/1e6)}, nil
	})
}

func (m *maker) film(f *os.File, film shot.Film, e *shot.Envelope, tl *timeline.Timeline, look scene.Look, canvas scene.Canvas) error {
	to, err := shot.NewAnimation(f, film.Frames(), e)
	if err != nil {
		return err
	}
	var b scene.Builder
	for i := range film.Frames() {
		look.Moment = film.Moment(i)
		img, err := m.picture(&b, tl, &look, canvas)
		if err == nil {
			err = to.Add(img, film.Shown())
		}
		if err != nil {
			return err
		}
		m.tell(float64(i+1) / float64(film.Frames()))
	}
	return to.Close()
}

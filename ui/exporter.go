package ui

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"os"
	"path/filepath"

	"tiv/internal/replace"
	"tiv/lod"
	"tiv/report/contents"
	"tiv/report/formats"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/timeline"
	"tiv/workspace"
)

// exporter takes pictures and animations of the scene, and writes reports.
type exporter struct {
	*shownTrace
	jobs    *jobs
	window  *window
	version string                  // of the program
	sources func() []replace.Source // the files that must not be replaced
	scale   int                     // of the scene; 0 is the whole window as it is
	folder  string                  // of the last picture; "" before the first
	// wanted is a pending picture of the window, and after the number of frames
	// to wait: the widget that requested it must have vanished.
	pending    *destination
	framesLeft int
}

// destination is the destination of a picture: a file, a new file in the default folder,
// or the clipboard.
type destination struct {
	path string // of the file
	name string // of the new file
}

// framesBeforeShot is the number of frames until a menu or dialog has vanished.
const framesBeforeShot = 3

// maxPictureSide is the longest side of a picture, in pixels.
const maxPictureSide = 16384

// savePicture takes a picture of the scene into a file that it finds a name for.
func savePicture(a *app) {
	x := &a.exporter
	x.takePicture(destination{name: pictureName(x.ws.Name, x.ws.Look.Moment)}, max(x.scale, 1))
}

// copyPicture copies a picture of the scene.
func copyPicture(a *app) { a.exporter.takePicture(destination{}, max(a.exporter.scale, 1)) }

// freePath returns a function that finds a default path for a file: in the folder of the
// last file written, or beside the trace. It reads the disk, so it is for the background.
func (x *exporter) freePath(name string) func() string {
	dir, trace := x.folder, x.path
	return func() string {
		if dir == "" {
			dir = pictureFolder(trace)
		}
		return unusedPath(filepath.Join(dir, name))
	}
}

// takePicture takes a picture, of the scene at a scale or of the whole window.
func (x *exporter) takePicture(to destination, scale int) {
	if scale == 0 {
		x.pending, x.framesLeft = &to, framesBeforeShot
		return
	}
	x.takeScene(to, x.canvas(float32(scale)))
}

// takeScene takes a picture of the scene.
func (x *exporter) takeScene(to destination, canvas scene.Canvas) {
	tl, look, q := x.ws.Timeline, x.look(), pendingOf(x.ws)
	settle := x.settle(to, canvas.Scale)
	x.jobs.start(x.document, "The picture", func(w *worker) (message, error) {
		w.complete(q, &look)
		img, err := w.picture(&scene.Builder{}, tl, &look, canvas)
		if err != nil {
			return message{}, err
		}
		return x.deliver(img, settle)
	})
}

// waiting reports whether a picture of the window is pending.
func (x *exporter) waiting() bool { return x.pending != nil }

// takeWindow takes the pending picture of the window, as it is drawn now, unless
// something still moves in it.
func (x *exporter) takeWindow(moving bool) {
	if x.framesLeft--; x.framesLeft > 0 || moving {
		return
	}
	img, settle := x.window.capture(), x.settle(*x.pending, x.ui.Scale)
	x.pending = nil
	x.jobs.start(x.document, "The picture", func(*worker) (message, error) { return x.deliver(img, settle) })
}

// settle returns a function that settles the path of a picture, "" for the clipboard, and
// makes its metadata, of the view as it is now. It reads the disk, so it is for the
// background.
func (x *exporter) settle(to destination, scale float32) func() (path string, e *shot.Envelope) {
	ws, trace, free := x.ws.Clone(), x.path, x.freePath(to.name)
	return func() (string, *shot.Envelope) {
		path := to.path
		if to.name != "" {
			path = free()
		}
		return path, shot.Of(ws, shot.TraceAt(trace, path), scale, x.version)
	}
}

// look returns the look of a picture: that of the window, with a caption.
func (x *exporter) look() scene.Look {
	look := x.ws.Look
	look.Caption, look.Hovered = true, scene.PickID{}
	if x.frame != nil && x.frame.Level == lod.Crowd {
		look.Level = lod.Crowd
	}
	if !x.ws.Timeline.Complete {
		look.MinorCaveats = false
		look.Caveats = joinCaveats(look.Caveats, fmt.Sprintf("the trace has been read only up to %v", x.ws.Timeline.End))
	}
	return look
}

func joinCaveats(a, b string) string {
	if a == "" {
		return b
	}
	return a + " · " + b
}

// canvas returns a canvas of the scene's size in the window, times a
// factor, with room for a caption.
func (x *exporter) canvas(factor float32) scene.Canvas {
	canvas := scene.Canvas{Scale: x.ui.Scale * factor}
	above, below := scene.CaptionRoom(canvas.Scale)
	canvas.Width = int(x.area.Width()*factor + 0.5)
	canvas.Height = int(x.area.Height()*factor + above + below + 0.5)
	canvas.Width, canvas.Height = min(max(canvas.Width, 64), maxPictureSide), min(max(canvas.Height, 64), maxPictureSide)
	return canvas
}

// deliver writes a picture to its settled destination, and returns a confirmation.
func (x *exporter) deliver(img image.Image, settle func() (string, *shot.Envelope)) (message, error) {
	var b bytes.Buffer
	path, e := settle()
	if err := shot.Encode(&b, img, e); err != nil {
		return message{}, err
	}
	size := fmt.Sprintf("%d×%d", img.Bounds().Dx(), img.Bounds().Dy())
	if path == "" {
		return message{text: "Copied the picture (" + size + ")."}, copyPNG(b.Bytes())
	}
	if err := replace.Bytes(path, b.Bytes()); err != nil {
		return message{}, fmt.Errorf("write picture: %s: %w", path, err)
	}
	return message{text: "Saved " + path + " (" + size + ")", file: path, label: "Copy",
		tip: "Copies the picture to the clipboard.", do: func() {
			x.jobs.start(x.document, "The picture", func(*worker) (message, error) {
				return message{text: "Copied " + filepath.Base(path)}, copyPNG(b.Bytes())
			})
		}}, nil
}

// animation writes an animation of the playback.
func (x *exporter) animation(path string, animation shot.Animation, factor float32) {
	look, canvas, first := x.look(), x.canvas(factor), x.ws.Clone()
	first.Look.Moment = animation.From
	tl, q, trace := x.ws.Timeline, pendingOf(x.ws), x.path
	x.jobs.start(x.document, "The animation", func(w *worker) (message, error) {
		w.complete(q, &look)
		e := shot.Of(first, shot.TraceAt(trace, path), canvas.Scale, x.version)
		err := replace.File(path, func(f *os.File) error { return w.animation(f, path, animation, e, tl, look, canvas) })
		if err != nil {
			return message{}, fmt.Errorf("write animation: %s: %w", path, err)
		}
		st, err := os.Stat(path)
		if err != nil {
			return message{}, err
		}
		return message{text: fmt.Sprintf("Saved %s (%d×%d, %d frames, %.1f MB)", path, canvas.Width, canvas.Height,
			animation.Frames(), float64(st.Size())/1e6), file: path}, nil
	})
}

func (w *worker) animation(f *os.File, path string, animation shot.Animation, e *shot.Envelope, tl *timeline.Timeline,
	look scene.Look, canvas scene.Canvas) error {
	to, err := shot.NewEncoder(f, path, animation.Frames(), e)
	if err != nil {
		return err
	}
	var b scene.Builder
	for i := range animation.Frames() {
		look.Moment = animation.Moment(i)
		img, err := w.picture(&b, tl, &look, canvas)
		if err == nil {
			err = to.Add(img, animation.Shown())
		}
		if err != nil {
			return err
		}
		w.progress(float64(i+1) / float64(animation.Frames()))
	}
	return to.Close()
}

// report writes a report of the trace with the present view, in a format, perhaps with
// other names.
func (x *exporter) report(path string, format formats.Format, anonymous bool) {
	of := x.path
	doc := contents.Report{Workspace: x.ws.Clone(), Kept: true, Version: x.version}
	if x.warning != "" {
		doc.Remarks = append(doc.Remarks, x.warning)
	}
	if format.Name == "pdf" {
		doc.Workspace.Do(workspace.SetPalette{Palette: scene.Light()})
	}
	x.jobs.start(x.document, "The report", func(w *worker) (message, error) {
		doc.Progress = w.progress
		if err := workspace.SlicingOf(doc.Workspace).Sync(w.ctx); err != nil {
			return message{}, err
		}
		trace := shot.TraceAt(of, path)
		doc.Draw = func(ws *workspace.Workspace) ([]byte, error) {
			c := contents.Canvas()
			img, err := w.picture(&scene.Builder{}, ws.Timeline, &ws.Look, c)
			if err != nil {
				return nil, err
			}
			if anonymous {
				return shot.Small(img, nil)
			}
			return shot.Small(img, shot.Of(ws, trace, c.Scale, doc.Version))
		}
		err := saveReport(w.ctx, &doc, path, format, anonymous)
		if err != nil {
			return message{}, fmt.Errorf("write report: %s: %w", path, err)
		}
		st, err := os.Stat(path)
		if err != nil {
			return message{}, err
		}
		return message{text: fmt.Sprintf("Saved %s (%.1f MB)", path, float64(st.Size())/1e6), file: path}, nil
	})
}

func saveReport(ctx context.Context, doc *contents.Report, path string, format formats.Format, anonymous bool) error {
	if anonymous {
		if err := doc.Anonymize(ctx); err != nil {
			return err
		}
	}
	d, err := doc.Make(ctx)
	if err != nil {
		return err
	}
	return format.Save(path, d)
}

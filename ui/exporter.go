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
	"tiv/session"
	"tiv/timeline"
	"tiv/workspace"
)

// exporter takes pictures and animations of the scene, and writes reports.
type exporter struct {
	*shownTrace
	jobs    *session.Jobs
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
	x.takePicture(destination{name: pictureName(x.Workspace.Name, x.Workspace.Look.Moment)}, max(x.scale, 1))
}

// copyPicture copies a picture of the scene.
func copyPicture(a *app) { a.exporter.takePicture(destination{}, max(a.exporter.scale, 1)) }

// freePath returns a function that finds a default path for a file: in the folder of the
// last file written, or beside the trace. It reads the disk, so it is for the background.
func (x *exporter) freePath(name string) func() string {
	dir, trace := x.folder, x.Path
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
	tl, look, q := x.Workspace.Timeline, x.look(), session.PendingOf(x.Workspace)
	settle := x.settle(to, canvas.Scale)
	x.jobs.Start(x.Document, "The picture", func(w *session.Worker) (session.Message, error) {
		w.Complete(q, &look)
		img, err := w.Picture(&scene.Builder{}, tl, &look, canvas)
		if err != nil {
			return session.Message{}, err
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
	x.jobs.Start(x.Document, "The picture", func(*session.Worker) (session.Message, error) { return x.deliver(img, settle) })
}

// settle returns a function that settles the path of a picture, "" for the clipboard, and
// makes its metadata, of the view as it is now. It reads the disk, so it is for the
// background.
func (x *exporter) settle(to destination, scale float32) func() (path string, e *shot.Envelope) {
	ws, trace, free := x.Workspace.Clone(), x.Path, x.freePath(to.name)
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
	look := x.Workspace.Look
	look.Caption, look.Hovered = true, scene.PickID{}
	if x.Frame != nil && x.Frame.Level == lod.Crowd {
		look.Level = lod.Crowd
	}
	if !x.Workspace.Timeline.Complete {
		look.MinorCaveats = false
		look.Caveats = joinCaveats(look.Caveats, fmt.Sprintf("the trace has been read only up to %v", x.Workspace.Timeline.End))
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
	canvas.Width = int(x.Area.Width()*factor + 0.5)
	canvas.Height = int(x.Area.Height()*factor + above + below + 0.5)
	canvas.Width, canvas.Height = min(max(canvas.Width, 64), maxPictureSide), min(max(canvas.Height, 64), maxPictureSide)
	return canvas
}

// deliver writes a picture to its settled destination, and returns a confirmation.
func (x *exporter) deliver(img image.Image, settle func() (string, *shot.Envelope)) (session.Message, error) {
	var b bytes.Buffer
	path, e := settle()
	if err := shot.Encode(&b, img, e); err != nil {
		return session.Message{}, err
	}
	size := fmt.Sprintf("%d×%d", img.Bounds().Dx(), img.Bounds().Dy())
	if path == "" {
		return session.Message{Text: "Copied the picture (" + size + ")."}, copyPNG(b.Bytes())
	}
	if err := replace.Bytes(path, b.Bytes()); err != nil {
		return session.Message{}, fmt.Errorf("write picture: %s: %w", path, err)
	}
	return session.Message{Text: "Saved " + path + " (" + size + ")", File: path, Label: "Copy",
		Tip: "Copies the picture to the clipboard.", Do: func() {
			x.jobs.Start(x.Document, "The picture", func(*session.Worker) (session.Message, error) {
				return session.Message{Text: "Copied " + filepath.Base(path)}, copyPNG(b.Bytes())
			})
		}}, nil
}

// animation writes an animation of the playback.
func (x *exporter) animation(path string, animation shot.Animation, factor float32) {
	look, canvas, first := x.look(), x.canvas(factor), x.Workspace.Clone()
	first.Look.Moment = animation.From
	tl, q, trace := x.Workspace.Timeline, session.PendingOf(x.Workspace), x.Path
	x.jobs.Start(x.Document, "The animation", func(w *session.Worker) (session.Message, error) {
		w.Complete(q, &look)
		e := shot.Of(first, shot.TraceAt(trace, path), canvas.Scale, x.version)
		err := replace.File(path, func(f *os.File) error { return drawAnimation(w, f, path, animation, e, tl, look, canvas) })
		if err != nil {
			return session.Message{}, fmt.Errorf("write animation: %s: %w", path, err)
		}
		st, err := os.Stat(path)
		if err != nil {
			return session.Message{}, err
		}
		return session.Message{Text: fmt.Sprintf("Saved %s (%d×%d, %d frames, %.1f MB)", path, canvas.Width, canvas.Height,
			animation.Frames(), float64(st.Size())/1e6), File: path}, nil
	})
}

func drawAnimation(w *session.Worker, f *os.File, path string, animation shot.Animation, e *shot.Envelope, tl *timeline.Timeline,
	look scene.Look, canvas scene.Canvas) error {
	to, err := shot.NewEncoder(f, path, animation.Frames(), e)
	if err != nil {
		return err
	}
	var b scene.Builder
	for i := range animation.Frames() {
		look.Moment = animation.Moment(i)
		img, err := w.Picture(&b, tl, &look, canvas)
		if err == nil {
			err = to.Add(img, animation.Shown())
		}
		if err != nil {
			return err
		}
		w.Progress(float64(i+1) / float64(animation.Frames()))
	}
	return to.Close()
}

// report writes a report of the trace with the present view, in a format, perhaps with
// other names.
func (x *exporter) report(path string, format formats.Format, anonymous bool) {
	of := x.Path
	doc := contents.Report{Workspace: x.Workspace.Clone(), Kept: true, Version: x.version}
	if x.Warning != "" {
		doc.Remarks = append(doc.Remarks, x.Warning)
	}
	if format.Name == "pdf" {
		doc.Workspace.Do(workspace.SetPalette{Palette: scene.Light()})
	}
	x.jobs.Start(x.Document, "The report", func(w *session.Worker) (session.Message, error) {
		doc.Progress = w.Progress
		if err := workspace.SlicingOf(doc.Workspace).Sync(w.Ctx); err != nil {
			return session.Message{}, err
		}
		trace := shot.TraceAt(of, path)
		doc.Draw = func(ws *workspace.Workspace) ([]byte, error) {
			c := contents.Canvas()
			img, err := w.Picture(&scene.Builder{}, ws.Timeline, &ws.Look, c)
			if err != nil {
				return nil, err
			}
			if anonymous {
				return shot.Small(img, nil)
			}
			return shot.Small(img, shot.Of(ws, trace, c.Scale, doc.Version))
		}
		err := saveReport(w.Ctx, &doc, path, format, anonymous)
		if err != nil {
			return session.Message{}, fmt.Errorf("write report: %s: %w", path, err)
		}
		st, err := os.Stat(path)
		if err != nil {
			return session.Message{}, err
		}
		return session.Message{Text: fmt.Sprintf("Saved %s (%.1f MB)", path, float64(st.Size())/1e6), File: path}, nil
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

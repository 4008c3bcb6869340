package session

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tiv/command"
	"tiv/internal/background"
	"tiv/internal/replace"
	"tiv/lod"
	"tiv/report/contents"
	"tiv/report/formats"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/workspace"
)

// Exporter saves pictures, animations, reports and other files about the trace that is shown.
type Exporter struct {
	Folder string // of the last file; "" before the first
	// Scale is the scale of the screen, relative to a common one.
	Scale float32
	// Copy puts a PNG into the clipboard. It is called from any goroutine.
	Copy    func(png []byte) error
	session *Session
	version string // of the program, for pictures
}

// Destination is the destination of a picture: a file, a new file in the default folder,
// or the clipboard.
type Destination struct {
	Path string // of the file
	name string // of the new file
}

// maxPictureSide is the longest side of a picture, in pixels.
const maxPictureSide = 16384

// FreePath returns a function that finds a default path for a file: in the folder of the
// last file written, or beside the trace. It reads the disk, so it is for the background.
func (x *Exporter) FreePath(name string) func() string {
	dir, trace := x.Folder, x.session.Shown.Path
	return func() string {
		if dir == "" {
			dir = pictureFolder(trace)
		}
		return unusedPath(filepath.Join(dir, name))
	}
}

// start begins a job about the trace that is shown.
func (x *Exporter) start(name string, do func(*Worker) (Message, error)) {
	x.session.Jobs.Start(x.session.Shown.Document, name, do)
}

// TakeScene takes a picture of the scene.
func (x *Exporter) TakeScene(to Destination, canvas shape.Canvas) {
	tl, look, q := x.session.Shown.Workspace.Timeline, x.look(), pendingOf(x.session.Shown.Workspace)
	settle := x.settle(to, canvas.Scale)
	x.start("The picture", func(w *Worker) (Message, error) {
		w.complete(q, &look)
		img, err := w.picture(&scene.Builder{}, tl, &look, canvas)
		if err != nil {
			return Message{}, err
		}
		return x.deliver(img, settle)
	})
}

// quickPicture saves a picture of the scene, at twice its pixels, in a file of a free name.
func (x *Exporter) quickPicture() {
	ws := x.session.Shown.Workspace
	x.TakeScene(Destination{name: PictureName(ws.Name, ws.Look.Moment)}, x.Canvas(PictureSize))
}

// copyPicture copies a picture of the scene.
func (x *Exporter) copyPicture(size command.Size) {
	x.TakeScene(Destination{}, x.Canvas(cmp.Or(size, PictureSize)))
}

// SaveImage saves a picture that is drawn already, at a scale.
func (x *Exporter) SaveImage(to Destination, img image.Image, scale float32) {
	settle := x.settle(to, scale)
	x.start("The picture", func(*Worker) (Message, error) {
		return x.deliver(img, settle)
	})
}

// settle returns a function that settles the path of a picture, "" for the clipboard, and
// makes its metadata, of the view as it is now. It reads the disk, so it is for the
// background.
func (x *Exporter) settle(to Destination, scale float32) func() (path string, e *shot.Envelope) {
	ws, trace, free := x.session.Shown.Workspace.Clone(), x.session.Shown.Path, x.FreePath(to.name)
	return func() (string, *shot.Envelope) {
		path := to.Path
		if to.name != "" {
			path = free()
		}
		return path, shot.Of(ws, shot.TraceAt(trace, path), scale, x.version)
	}
}

// look returns the look of a picture: as in the window, with a caption.
func (x *Exporter) look() view.Look {
	shown := x.session.Shown
	look := shown.Workspace.Look
	look.Caption, look.Hovered = true, shape.PickID{}
	if shown.Frame != nil && shown.Frame.Level == lod.Crowd {
		look.Level = lod.Crowd
	}
	if tl := shown.Workspace.Timeline; !tl.Complete {
		look.MinorCaveats = false
		look.Caveats = joinCaveats(look.Caveats, fmt.Sprintf("the trace has been read only up to %v", tl.End))
	}
	return look
}

func joinCaveats(a, b string) string {
	if a == "" {
		return b
	}
	return a + " · " + b
}

// The sizes of pictures and animations for which no other one is chosen.
var (
	PictureSize   = command.Size{Percent: 200}
	AnimationSize = command.Size{Percent: 100}
)

// Canvas returns the canvas of a picture. One of a share of the scene's size has room for a
// caption besides.
func (x *Exporter) Canvas(size command.Size) shape.Canvas {
	if size.Percent == 0 {
		return shape.CanvasOf(min(size.Width, maxPictureSide), min(size.Height, maxPictureSide))
	}
	factor := float32(size.Percent) / 100
	canvas := shape.Canvas{Scale: x.Scale * factor}
	above, below := scene.CaptionRoom(canvas.Scale)
	canvas.Width = int(x.session.Shown.Area.Width()*factor + 0.5)
	canvas.Height = int(x.session.Shown.Area.Height()*factor + above + below + 0.5)
	canvas.Width, canvas.Height = min(max(canvas.Width, 64), maxPictureSide), min(max(canvas.Height, 64), maxPictureSide)
	return canvas
}

// deliver writes a picture to its settled destination, and returns a confirmation.
func (x *Exporter) deliver(img image.Image, settle func() (string, *shot.Envelope)) (Message, error) {
	var b bytes.Buffer
	path, e := settle()
	if err := shot.Encode(&b, img, e); err != nil {
		return Message{}, err
	}
	size := fmt.Sprintf("%d×%d", img.Bounds().Dx(), img.Bounds().Dy())
	if path == "" {
		return Message{Text: "Copied the picture (" + size + ")."}, x.Copy(b.Bytes())
	}
	if err := replace.Bytes(path, b.Bytes()); err != nil {
		return Message{}, fmt.Errorf("write picture: %s: %w", path, err)
	}
	return Message{Text: "Saved " + path + " (" + size + ")", File: path, Label: "Copy",
		Tip: "Copies the picture to the clipboard.", Do: func() {
			x.start("The picture", func(*Worker) (Message, error) {
				return Message{Text: "Copied " + filepath.Base(path)}, x.Copy(b.Bytes())
			})
		}}, nil
}

// Animation writes an animation of the playback.
func (x *Exporter) Animation(path string, animation shot.Animation, size command.Size) {
	look, canvas, first := x.look(), x.Canvas(size), x.session.Shown.Workspace.Clone()
	first.Look.Moment = animation.From
	tl, q, trace := x.session.Shown.Workspace.Timeline, pendingOf(x.session.Shown.Workspace), x.session.Shown.Path
	x.start("The animation", func(w *Worker) (Message, error) {
		w.complete(q, &look)
		e := shot.Of(first, shot.TraceAt(trace, path), canvas.Scale, x.version)
		err := replace.File(path, func(f *os.File) error { return drawAnimation(w, f, path, animation, e, tl, look, canvas) })
		if err != nil {
			return Message{}, fmt.Errorf("write animation: %s: %w", path, err)
		}
		st, err := os.Stat(path)
		if err != nil {
			return Message{}, err
		}
		return Message{Text: fmt.Sprintf("Saved %s (%d×%d, %d frames, %.1f MB)", path, canvas.Width, canvas.Height,
			animation.Frames(), float64(st.Size())/1e6), File: path}, nil
	})
}

// saveAnimation writes the animation of a command, with the usual values for what it leaves out.
func (x *Exporter) saveAnimation(c command.SaveAnimation) {
	ws := x.session.Shown.Workspace
	from, to := ws.Look.Counted()
	if c.To != 0 {
		from, to = c.From, c.To
	}
	a := shot.Animation{From: from, To: to, Seconds: cmp.Or(c.Seconds, shot.AnimationSeconds), Rate: cmp.Or(c.Rate, shot.AnimationRate)}
	if err := a.Check(ws.Timeline.End); err != nil {
		x.session.Messages.Fail(fmt.Errorf("save animation: %w", err))
		return
	}
	path := c.Path
	ext := extensionOf(path, []string{".png", ".gif"})
	if path, ok := x.Target(path, ext, shot.KindOf(path)); ok {
		x.Animation(path, a, cmp.Or(c.Size, AnimationSize))
	}
}

func drawAnimation(w *Worker, f *os.File, path string, animation shot.Animation, e *shot.Envelope, tl *timeline.Timeline,
	look view.Look, canvas shape.Canvas) error {
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

// Report writes a report of the trace with the present view, in a format, perhaps with
// other names.
func (x *Exporter) Report(path string, format formats.Format, anonymous bool) {
	of := x.session.Shown.Path
	doc := contents.Report{Workspace: x.session.Shown.Workspace.Clone(), Kept: true, Version: x.version}
	if x.session.Shown.Warning != "" {
		doc.Remarks = append(doc.Remarks, x.session.Shown.Warning)
	}
	if format.Name == "pdf" {
		doc.Workspace.Do(workspace.SetPalette{Palette: paint.Light()})
	}
	x.start("The report", func(w *Worker) (Message, error) {
		doc.Progress = w.progress
		if err := workspace.SlicingOf(doc.Workspace).SyncPicture(w.ctx); err != nil {
			return Message{}, err
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
			return Message{}, fmt.Errorf("write report: %s: %w", path, err)
		}
		return savedFile(path)
	})
}

// savedFile returns the confirmation of a saved file.
func savedFile(path string) (Message, error) {
	st, err := os.Stat(path)
	if err != nil {
		return Message{}, err
	}
	return Message{Text: fmt.Sprintf("Saved %s (%.1f MB)", path, float64(st.Size())/1e6), File: path}, nil
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

// savePicture saves a picture of the scene in a file.
func (x *Exporter) savePicture(path string, size command.Size) {
	x.TakeScene(Destination{Path: path}, x.Canvas(cmp.Or(size, PictureSize)))
}

// extensionOf returns the extension that the path of a file has, or is to have.
func extensionOf(path string, known []string) string {
	for _, e := range known {
		if strings.HasSuffix(strings.ToLower(path), e) {
			return filepath.Ext(path)
		}
	}
	return known[0]
}

// targetTime is the longest time that a frame waits for the check of a path.
const targetTime = 500 * time.Millisecond

// Target returns the file that the path of a command means, with an extension if it has none.
// ok is false, and the reason is said, if it may not be written; see CheckPath. A file of the
// same kind is replaced without a question.
func (x *Exporter) Target(path, ext string, kind replace.Kind) (file string, ok bool) {
	path = ResolvePath(path, "", ext)
	ctx, cancel := context.WithTimeout(context.Background(), targetTime)
	defer cancel()
	sources := x.session.Sources()
	c, err := background.Detach(ctx, func() (PathCheck, error) { return CheckPath(path, kind, sources), nil }, nil)
	switch {
	case err != nil:
		x.session.Messages.Say("The disk does not answer: " + path)
	case c.Problem != "":
		x.session.Messages.Fail(errors.New(c.Problem))
	}
	return c.Path, err == nil && c.Problem == ""
}

// canReport reports whether all is known that a report needs, and names the missing part.
func (x *Exporter) canReport() bool { return x.hasAll("A report") }

// hasAll reports whether all of the trace is known, which something needs, and names the missing
// part.
func (x *Exporter) hasAll(what string) bool {
	switch {
	case !x.session.Shown.Workspace.Timeline.Complete:
		x.session.Messages.Say("The trace is still being read. " + what + " needs all of it.")
	case !x.session.Shown.Searched():
		x.session.Messages.Say("The search for problems is still running. " + what + " needs its results.")
	default:
		return true
	}
	return false
}

package session

import (
	"image"

	"tiv/command"
	"tiv/report/shot"
	"tiv/report/storyboard"
	"tiv/scene"
	"tiv/scene/shape"
	"tiv/workspace"
)

// saveStoryboard saves a storyboard in the file of a command, or in a new one.
func (x *Exporter) saveStoryboard(c command.SaveStoryboard) {
	if !x.hasAll("A storyboard") {
		return
	}
	to := Destination{name: PictureName(x.session.Shown.Workspace.Name + "-storyboard")}
	if c.Path != "" {
		path, ok := x.Target(c.Path, ".png", shot.Kind)
		if !ok {
			return
		}
		to = Destination{Path: path}
	}
	size := c.Size
	if size == (command.Size{}) {
		size = command.Size{Width: storyboard.Width, Height: storyboard.Height}
	}
	canvas, ws, q := x.Canvas(size), x.session.Shown.Workspace.Clone(), pendingOf(x.session.Shown.Workspace)
	settle := x.settle(to, canvas.Scale)
	x.start("The storyboard", func(w *Worker) (Message, error) {
		w.complete(q, &ws.Look)
		board, err := storyboard.New(w.ctx, ws)
		if err != nil {
			return Message{}, err
		}
		done := 0
		img, err := board.Sheet(canvas, func(ws *workspace.Workspace, canvas shape.Canvas) (*image.NRGBA, error) {
			img, err := w.picture(&scene.Builder{}, ws.Timeline, &ws.Look, canvas)
			done++
			w.progress(float64(done) / float64(len(board.Pictures)))
			return img, err
		})
		if err != nil {
			return Message{}, err
		}
		return x.deliver(img, settle)
	})
}

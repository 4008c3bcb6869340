package ui

import (
	"context"
	"errors"
	"image"
	"time"

	"tiv/internal/task"
	"tiv/render"
	"tiv/scene"
	"tiv/timeline"
	"tiv/workspace"
)

// job makes a picture in a goroutine of its own, out of frames that the window
// draws for it between two of its own frames. It belongs to a tab, whose trace
// it reads.
type job struct {
	name string // for people: the file being made
	task *task.Task[message]
	*worker
	began  time.Time
	render *render.Renderer // of its own, because it cannot distinguish frames of several builders
	canvas *render.Picture  // the target of render
}

// worker is the interface of a job's goroutine to the window.
type worker struct {
	ctx      context.Context
	progress func(share float64) // reports progress
	wake     func()              // wakes the window
	requests chan *scene.Frame   // to be drawn
	replies  chan drawing        // the frames drawn
	then     workspace.Command   // to be carried out when it has ended; nil for none
}

// drawing is a frame that was drawn.
type drawing struct {
	img *image.NRGBA
	err error
}

// jobs starts jobs.
type jobs struct {
	messages *messages
	alarm    *alarm                // wakes the window
	delay    func(context.Context) // called before each job works; nil for nothing
}

// start begins a job for a trace, which has one job at a time.
func (j *jobs) start(d *document, name string, do func(*worker) (message, error)) {
	if d.job != nil {
		j.messages.say(d.job.name + " is not finished yet.")
		return
	}
	w := &worker{wake: j.alarm.ring, requests: make(chan *scene.Frame, 1), replies: make(chan drawing, 1)}
	d.job = &job{name: name, worker: w, began: time.Now()}
	d.job.task = task.Start(func(ctx context.Context, progress func(float64)) (message, error) {
		w.ctx, w.progress = ctx, progress
		if j.delay != nil {
			j.delay(ctx)
		}
		return do(w)
	}, w.wake)
}

// serve draws the frames that jobs request, and shows the messages of finished
// jobs. It never blocks.
func (s *tabs) serve() {
	for _, t := range s.list {
		j := t.job
		if j == nil {
			continue
		}
		select {
		case f := <-j.requests:
			img, err := j.draw(f)
			j.replies <- drawing{img, err}
		default:
		}
		if !j.task.Done() {
			continue
		}
		switch message, err := j.task.Result(); {
		case errors.Is(err, context.Canceled):
			s.messages.say(j.name + " was cancelled.")
		case err != nil:
			s.messages.fail(err)
		case j.then != nil:
			t.commands, t.glides = append(t.commands, j.then), true
			fallthrough
		default:
			if message.text != "" {
				s.messages.add(message)
			}
		}
		t.endJob()
	}
}

// draw draws a frame. It runs on the window's thread.
func (j *job) draw(f *scene.Frame) (*image.NRGBA, error) {
	if j.render == nil {
		r, err := render.New()
		if err != nil {
			return nil, err
		}
		j.render, j.canvas = r, render.NewPicture()
	}
	// Smooth edges take four times the memory; large pictures do without.
	const large = 10_000_000 // pixels
	j.canvas.Samples = render.Smooth
	if f.Width*f.Height > large {
		j.canvas.Samples = 1
	}
	if err := j.canvas.Draw(j.render, f); err != nil {
		return nil, err
	}
	return j.canvas.Read(), nil
}

// endJob cancels the job of a tab, if there is one, and waits for its goroutine
// to end.
func (t *tab) endJob() {
	j := t.job
	if j == nil {
		return
	}
	j.task.Stop()
	if j.render != nil {
		j.canvas.Release()
		j.render.Release()
	}
	t.job = nil
}

// picture makes an exact picture, however long that takes. The builder's cache
// is reused.
func (w *worker) picture(b *scene.Builder, tl *timeline.Timeline, look *scene.Look, canvas scene.Canvas) (*image.NRGBA, error) {
	b.MaxEvents = scene.MaxEvents // or it could not be cancelled
	f, err := w.exact(b, tl, look, canvas)
	if err != nil {
		return nil, err
	}
	w.requests <- f
	w.wake()
	select {
	case p := <-w.replies:
		return p.img, p.err
	case <-w.ctx.Done():
		return nil, w.ctx.Err()
	}
}

// exact makes a frame that is no draft.
func (w *worker) exact(b *scene.Builder, tl *timeline.Timeline, look *scene.Look, canvas scene.Canvas) (*scene.Frame, error) {
	defer b.Stop()
	better := make(chan struct{}, 1)
	notify := func() {
		select {
		case better <- struct{}{}:
		default:
		}
	}
	for {
		f := b.Frame(tl, look, canvas)
		if !f.Approximate && !f.LinksPartial && !f.Calls.Pending || w.ctx.Err() != nil {
			return f, w.ctx.Err()
		}
		b.Refine(notify)
		select {
		case <-better:
			b.Refine(notify)
		case <-w.ctx.Done():
		}
	}
}

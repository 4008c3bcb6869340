package ui

import (
	"context"
	"errors"
	"image"
	"sync/atomic"

	"tiv/render"
	"tiv/scene"
	"tiv/timeline"
)

// job makes a picture in a goroutine of its own, out of frames that the window
// draws for it between two of its own frames. It belongs to a tab, whose trace
// it reads.
type job struct {
	name   string // for people: what is being done
	ctx    context.Context
	cancel context.CancelFunc
	ring   func()            // wakes the window
	frames chan *scene.Frame // to be drawn
	drawn  chan pixels       // what was
	part   atomic.Uint32     // of 1000
	result chan ending       // what to tell in the end
	over   chan struct{}     // closed when the goroutine ends
	render *render.Renderer  // of its own: frames of several builders look alike to one
	canvas *render.Picture   // where it draws
}

// pixels is a frame that was drawn.
type pixels struct {
	img *image.NRGBA
	err error
}

// ending is how a job ended: with what to tell, or an error.
type ending struct {
	message
	err error
}

// start begins a job for the tab that is shown. A tab does one at a time.
func (a *app) start(name string, do func(*job) (message, error)) {
	if a.job != nil {
		a.messages.say(a.job.name + " is not finished yet.")
		return
	}
	j := &job{name: name, ring: a.alarm.ring, frames: make(chan *scene.Frame, 1), drawn: make(chan pixels, 1),
		result: make(chan ending, 1), over: make(chan struct{})}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	a.job = j
	go func() {
		defer close(j.over)
		m, err := do(j)
		j.result <- ending{m, err}
		j.ring()
	}()
}

// serve draws what jobs ask for, and tells how they ended. It never waits.
func (a *app) serve() {
	for _, t := range a.tabs {
		j := t.job
		if j == nil {
			continue
		}
		select {
		case f := <-j.frames:
			img, err := j.draw(f)
			j.drawn <- pixels{img, err}
		case e := <-j.result:
			switch {
			case errors.Is(e.err, context.Canceled):
				a.messages.say(j.name + " was cancelled.")
			case e.err != nil:
				a.messages.fail(e.err)
			default:
				a.messages.add(e.message)
			}
			t.endJob()
		default:
		}
	}
}

// draw draws a frame. It runs where the window is drawn.
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

// endJob stops the job of a tab, if there is one, and waits until it has.
func (t *tab) endJob() {
	j := t.job
	if j == nil {
		return
	}
	j.cancel()
	<-j.over
	if j.render != nil {
		j.canvas.Release()
		j.render.Release()
	}
	t.job = nil
}

// picture makes a picture, to which the builder brings what it can use again.
// It is exact, however long that takes.
func (j *job) picture(b *scene.Builder, tl *timeline.Timeline, look *scene.Look, canvas scene.Canvas) (*image.NRGBA, error) {
	f, err := j.exact(b, tl, look, canvas)
	if err != nil {
		return nil, err
	}
	j.frames <- f
	j.ring()
	select {
	case p := <-j.drawn:
		return p.img, p.err
	case <-j.ctx.Done():
		return nil, j.ctx.Err()
	}
}

// exact makes a frame that is no draft.
func (j *job) exact(b *scene.Builder, tl *timeline.Timeline, look *scene.Look, canvas scene.Canvas) (*scene.Frame, error) {
	b.MostEvents = scene.MostEvents
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
		if !f.Draft || j.ctx.Err() != nil {
			return f, j.ctx.Err()
		}
		b.Refine(notify)
		select {
		case <-better:
			b.Refine(notify)
		case <-j.ctx.Done():
		}
	}
}

// tell says how far the job has come.
func (j *job) tell(n, of int) { j.part.Store(uint32(1000 * n / of)) }

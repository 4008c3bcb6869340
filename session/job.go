package session

import (
	"context"
	"errors"
	"image"
	"time"

	"tiv/internal/background"
	"tiv/scene"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/workspace"
	"tiv/workspace/idling"
	"tiv/workspace/tasking"
)

// Job makes a file or a command in a goroutine of its own. It belongs to a document, whose
// trace it reads.
type Job struct {
	Name  string // for people: the file being made
	Began time.Time
	*background.Job[Message]
	worker  *Worker
	painter Painter // nil before its first picture
}

// Painter draws frames of any size as pictures. It is used by one goroutine.
type Painter interface {
	Draw(*scene.Frame) (*image.NRGBA, error)
	// Release frees all resources.
	Release()
}

// cancel ends the opening of a trace, or else the job of the shown one, or the evaluation of its filter.
func cancel(m *Messages, o *Opener, d *Document) {
	switch opening := o.Opening(); {
	case opening != nil:
		opening.cancel()
	case d.Job != nil:
		d.Job.Cancel()
	case d.FilterRun != nil:
		d.Send(revertFilter(d.Workspace))
	default:
		m.Say("There is nothing to cancel.")
	}
}

// Worker is the interface of a job's goroutine to the session.
type Worker struct {
	ctx      context.Context
	progress func(share float64) // reports progress
	then     workspace.Command   // to be carried out when the job has ended; nil for none

	wake     func()
	requests chan *scene.Frame // to be drawn
	replies  chan drawing      // the frames drawn
}

// drawing is a frame that was drawn.
type drawing struct {
	img *image.NRGBA
	err error
}

// Jobs starts and serves jobs.
type Jobs struct {
	messages *Messages
	wake     func()                // called, from any goroutine, when Serve has something to do
	delay    func(context.Context) // called before each job works; nil for nothing
	// newPainter makes the painter of the pictures of a job, in the goroutine of Serve.
	newPainter func() (Painter, error)
}

// Start begins a job for a document. A document has one job at a time. The message of do is shown
// when the job has ended.
func (j *Jobs) Start(d *Document, name string, do func(*Worker) (Message, error)) {
	if d.Job != nil {
		j.messages.Say(d.Job.Name + " is not finished yet.")
		return
	}
	w := &Worker{wake: j.wake, requests: make(chan *scene.Frame, 1), replies: make(chan drawing, 1)}
	d.Job = &Job{Name: name, Began: time.Now(), worker: w}
	d.Job.Job = background.Start(func(ctx context.Context, progress func(float64)) (Message, error) {
		w.ctx, w.progress = ctx, progress
		if j.delay != nil {
			j.delay(ctx)
		}
		return do(w)
	}, w.wake)
}

// serve draws the frame that the job of a document requests, and shows the message of a
// finished one. It never blocks.
func (j *Jobs) serve(d *Document) {
	job := d.Job
	if job == nil {
		return
	}
	select {
	case f := <-job.worker.requests:
		img, err := j.draw(job, f)
		job.worker.replies <- drawing{img, err}
	default:
	}
	if !job.Done() {
		return
	}
	switch message, err := job.Result(); {
	case errors.Is(err, context.Canceled):
		j.messages.Say(job.Name + " was cancelled.")
	case err != nil:
		j.messages.Fail(err)
	case job.worker.then != nil:
		d.Glide(job.worker.then)
		fallthrough
	default:
		if message.Text != "" {
			j.messages.add(message)
		}
	}
	endJob(d)
}

func (j *Jobs) draw(job *Job, f *scene.Frame) (img *image.NRGBA, err error) {
	if job.painter == nil {
		if job.painter, err = j.newPainter(); err != nil {
			return nil, err
		}
	}
	return job.painter.Draw(f)
}

// endJob cancels the job of a document, if there is one, and waits for its goroutine to end.
func endJob(d *Document) {
	if d.Job == nil {
		return
	}
	d.Job.Stop()
	if d.Job.painter != nil {
		d.Job.painter.Release()
	}
	d.Job = nil
}

// picture makes an exact picture, however long that takes. The builder's cache
// is reused.
func (w *Worker) picture(b *scene.Builder, tl *timeline.Timeline, look *view.Look, canvas shape.Canvas) (*image.NRGBA, error) {
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
func (w *Worker) exact(b *scene.Builder, tl *timeline.Timeline, look *view.Look, canvas shape.Canvas) (*scene.Frame, error) {
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

// Pending is the filter, the tasks, the slices and the idle threads that a look still waits for.
type Pending struct {
	filter *workspace.FilterQuery
	tasks  *tasking.Query
	// timeline is searched for tasks.
	timeline *timeline.Timeline
	slices   *workspace.SliceQuery
	idle     *idling.Query
}

// pendingOf returns the pending computations of a workspace.
func pendingOf(ws *workspace.Workspace) Pending {
	return Pending{workspace.FilteringOf(ws).Awaited(), ws.Tasking.Query(), ws.Timeline, workspace.SlicingOf(ws).Query(), ws.Idling.Query()}
}

// complete ends the pending computations of a look.
func (w *Worker) complete(q Pending, look *view.Look) {
	if q.tasks != nil {
		if result, err := q.tasks.Run(w.ctx); err == nil {
			workspace.ShowTasks(q.timeline, look, result)
			if q.filter != nil {
				q.filter.ShowTasks(result)
			}
		}
	}
	if q.filter != nil {
		if found, ok := q.filter.Run(w.ctx, w.progress); ok {
			q.filter.Apply(found, look)
		}
	}
	if q.idle != nil {
		if found, err := q.idle.Run(w.ctx); err == nil {
			look.Idle = found
		}
	}
	if q.slices != nil {
		if result, err := q.slices.Run(w.ctx); err == nil {
			look.Slicing = result
		}
	}
}

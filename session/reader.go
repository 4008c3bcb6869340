package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"tiv/report"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/scene/paint"
	"tiv/task/definition"
	"tiv/tracefeed"
	"tiv/workspace"
)

// openedFile is a trace that was opened and is not in the list yet.
type openedFile struct {
	*Trace
	at      string  // of a list of the request's traces; "" for others
	made    bool    // the list was written for the request
	remarks []error // about its view
	err     error   // if it could not be opened
}

// reader opens traces. It is a copy, for any goroutine.
type reader struct {
	Options
	wake    func()
	palette string
}

func (o *Opener) reader() reader {
	return reader{o.options, o.session.wake, o.session.settings.Palette}
}

// read opens the trace at path, or the trace of the picture at path; see shot.Open. It
// restores the saved view, unless the trace is read again. It may wait for the disk.
func (r *reader) read(path, trace string, again bool) (f openedFile) {
	picture, err := shot.Open(path, trace)
	if err != nil {
		return openedFile{err: err}
	}
	t := &Trace{Document: &Document{Path: path, Wake: r.wake, Begun: time.Now(), Picture: Picture{Stale: true}}}
	if picture != nil {
		t.Path, t.picturePath, t.Warning = picture.At, path, picture.Warning()
	}
	before, _ := stateOf(t.Path)
	if t.Loader, err = r.Open(t.Path, r.wake); err != nil {
		return openedFile{err: err}
	}
	if t.file.read = before; len(t.Loader.Files.List()) > 0 {
		t.file.read, _ = stateOf(t.Path, t.Loader.Files.List()...)
	}
	t.Workspace = workspace.New(report.Safe(tracefeed.Title(t.Path)))
	t.Workspace.MaxFilterEvents = cmp.Or(r.MostEvents, scene.MaxEvents)
	t.Builder.MaxEvents = t.Workspace.MaxFilterEvents
	if p, ok := paint.PaletteNamed(r.palette); ok {
		t.Workspace.Look.Palette = p
	}
	f.remarks = append(f.remarks, r.define(t.Workspace, t.Path))
	for _, x := range r.Demos {
		if x.Path == path {
			workspace.OfferSlices(t.Workspace, x.Slices)
		}
	}
	f.Trace = t
	switch {
	case picture != nil: // a picture's view is not the user's work, so it is not saved
		f.remarks = append(f.remarks, picture.Show(t.Workspace))
	case r.Keep:
		t.store = workspace.NewStore(path, r.Config)
		if !again {
			f.remarks = append(f.remarks, t.store.Restore(t.Workspace))
		}
	}
	return f
}

// define sets the definitions of tasks of a workspace.
func (r *reader) define(w *workspace.Workspace, trace string) error {
	sources, err := definition.LoadSources(trace, r.Tasks.Files)
	_, unknown := sources.All().OfTypes(r.Tasks.Types)
	types := r.Tasks.Types
	if unknown != nil {
		types = nil
	}
	w.Tasking.Define(sources, types, r.Tasks.Rules)
	if err = errors.Join(err, unknown); err != nil {
		return fmt.Errorf("tasks: %w", err)
	}
	return nil
}

// attach begins to record a process, and opens the trace.
func (r *reader) attach(ctx context.Context, pid int, tasks bool) openedFile {
	x, err := r.Attach(ctx, pid, tasks)
	if err != nil {
		return openedFile{err: err}
	}
	f := r.read(x.Path, "", false)
	if f.err != nil {
		x.Stop()
		return f
	}
	f.recording = x
	return f
}

// serve opens the traces of a request, until ctx is done.
func (r *reader) serve(ctx context.Context, q *Request) (files []openedFile) {
	switch {
	case q.pid != 0:
		files = append(files, r.attach(ctx, q.pid, q.tasks))
	case q.join:
		files = append(files, r.join(ctx, q.Paths))
	default:
		for _, path := range q.Paths {
			files = append(files, r.read(path, q.Trace, q.again != nil))
		}
	}
	return files
}

// discard closes opened traces that nothing shows, and removes the lists that were written for them.
func discard(files []openedFile) (err error) {
	for _, f := range files {
		if f.err == nil {
			f.recording.end()
			err = errors.Join(err, f.Loader.Close(), f.removeList())
		}
	}
	return err
}

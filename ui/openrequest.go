package ui

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"tiv/internal/task"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
)

// openRequest asks for traces or pictures in tabs. The first of all requests is served in
// the background, because the disk can be slow.
type openRequest struct {
	paths []string
	trace string           // of the picture at the only path; "" if it is not known
	pid   int              // of the process to record instead, which the only path names; 0 for none
	view  []byte           // to be shown instead of the saved one; nil for none
	then  func(openErrors) // called when all have been tried
}

// openErrors are the errors of the paths of a request; nil for a path that was opened.
type openErrors []error

// openedFile is a trace that was opened and has no tab yet.
type openedFile struct {
	*document
	store   *workspace.Store
	remarks []error // about its view
	err     error   // if it could not be opened
}

// read opens the trace at path, or the trace of the picture at path; see shot.Open. It
// restores the saved view, or, if it is not nil, another one. It may wait for the disk, and
// runs in any goroutine: settings are copies.
func (o *Options) read(path, trace string, view []byte, palette string, wake func()) (f openedFile) {
	picture, err := shot.Open(path, trace)
	if err != nil {
		return openedFile{err: err}
	}
	d := &document{path: path, begun: time.Now(), stale: true}
	if picture != nil {
		d.path, d.picture, d.warning = picture.At, path, picture.Warning()
	}
	d.file.read, _ = stateOf(d.path)
	if d.loader, err = o.Open(d.path, wake); err != nil {
		return openedFile{err: err}
	}
	d.ws = workspace.New(widget.OneLine(tracefeed.Title(d.path)))
	d.ws.MaxFilterEvents = cmp.Or(o.MostEvents, scene.MaxEvents)
	d.builder.MaxEvents = d.ws.MaxFilterEvents
	if p, ok := scene.PaletteNamed(palette); ok {
		d.ws.Look.Palette = p
	}
	for _, x := range o.Demos {
		if x.Path == path {
			workspace.OfferSlices(d.ws, x.Slices)
		}
	}
	f.document = d
	switch {
	case picture != nil: // a picture's view is not the user's work, so it is not saved
		f.remarks = append(f.remarks, picture.Show(d.ws))
	case o.Keep:
		f.store = workspace.NewStore(path, o.Config)
		if view == nil {
			f.remarks = append(f.remarks, f.store.Restore(d.ws))
		}
	}
	if view != nil {
		f.remarks = append(f.remarks, d.ws.Restore(view, workspace.Identity{}))
	}
	return f
}

// request opens traces in the background. The work of tabs that show them already is saved
// before.
func (s *tabs) request(r openRequest) {
	for _, t := range s.list {
		if slices.Contains(r.paths, t.opened()) {
			t.save(s.alarm.ring)
		}
	}
	s.requests = append(s.requests, r)
	s.serveRequests()
}

// serveRequests starts the first request, and shows the traces of a finished one. It does
// not wait.
func (s *tabs) serveRequests() {
	if s.opening != nil && s.opening.Done() {
		files, err := s.opening.Result()
		r := s.requests[0]
		s.opening, s.requests = nil, s.requests[1:]
		if err == nil {
			r.then(s.showAll(r.paths, files))
		}
	}
	if s.opening != nil || len(s.requests) == 0 {
		return
	}
	r := s.requests[0]
	for _, t := range slices.Concat(s.list, s.closed) {
		if slices.Contains(r.paths, t.opened()) && !t.saver.Idle() {
			return
		}
	}
	s.began = time.Now()
	options, palette, wake := s.options, s.prefs.Palette, s.alarm.ring
	s.opening = task.Start(func(ctx context.Context, _ func(float64)) ([]openedFile, error) {
		return task.Detach(ctx, func() (files []openedFile, err error) {
			if r.pid != 0 {
				files = append(files, options.attach(ctx, r.pid, palette, wake))
			} else {
				for _, path := range r.paths {
					files = append(files, options.read(path, r.trace, r.view, palette, wake))
				}
			}
			if ctx.Err() != nil {
				err = closeAll(files)
			}
			return files, err
		})
	}, wake)
}

// closeAll closes traces that get no tab.
func closeAll(files []openedFile) (err error) {
	for _, f := range files {
		if f.err == nil {
			f.attached.stop()
			err = errors.Join(err, f.loader.Close())
		}
	}
	return err
}

// showAll shows opened traces in tabs, and returns the errors of the others.
func (s *tabs) showAll(paths []string, files []openedFile) (wrong openErrors) {
	for i, f := range files {
		if f.err == nil && f.attached != nil {
			s.add(f.attached.Path, f)
			s.messages.say(f.attached.About)
		} else if f.err == nil {
			s.add(paths[i], f)
		}
		wrong = append(wrong, f.err)
	}
	return wrong
}

// openingName returns the name of the trace that is being opened; ok is false if there is
// none, or only for a moment.
func (s *tabs) openingName() (name string, ok bool) {
	if s.opening == nil || time.Since(s.began) < showJobAfter {
		return "", false
	}
	return widget.OneLine(filepath.Base(s.requests[0].paths[0])), true
}

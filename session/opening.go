package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"tiv/execution/slice"
	"tiv/internal/background"
	"tiv/report"
	"tiv/task"
	"tiv/tracefeed"
	"tiv/tracefeed/live/roster"
	"tiv/workspace/loader"
	"tiv/workspace/saved"
)

// Options are the options of a session.
type Options struct {
	// Version is the version of the program, for pictures.
	Version string
	// Open starts to read a trace. The loader calls notify, from any goroutine,
	// whenever it has a new snapshot. The session closes the loader.
	Open func(path string, notify func()) (*loader.Loader, error)
	// Attach begins to record a running program, and returns once its trace has begun; nil
	// if that is impossible. With tasks, the work of threads for tasks is recorded, too.
	Attach func(ctx context.Context, pid int, tasks bool) (*Recording, error)
	// Record begins to run and record a program, by the words of its command line; its Path is that
	// of the trace that it will have. It is nil if that is impossible.
	Record func(words []string) (*Recording, error)
	// Senders are the programs that send their traces, and Sent is the path of the trace of all of
	// them; nil if none can.
	Senders roster.Programs
	Sent    string
	// Demos are the traces that are part of the program.
	Demos []Demo
	// Keep keeps the workspace of each trace in a file beside it.
	Keep bool
	// Config is the folder of the user's own files; "" if nothing is to be read
	// or written there.
	Config string
	// Tasks says how tasks are found.
	Tasks Tasking
	// MostEvents is the number of events to read between two frames; 0 for as
	// many as take about a hundredth of a second.
	MostEvents int
	// Delay is called in the goroutine of each job before it begins to work; nil for nothing.
	Delay func(context.Context)
}

// Tasking says how the tasks of traces are found.
type Tasking struct {
	// Files are paths of definitions, besides the project's and the built-in ones. If there are
	// Types, only definitions of these count.
	Files, Types []string
	Rules        task.Tracking
}

// Demo is a trace that is part of the program.
type Demo struct {
	Path  string // for Options.Open
	Name  string // a few words
	Story string // the behaviour of the program, and its visible effects
	// Slices are in the view until the user has saved another one.
	Slices []slice.Definition
}

// Request asks for traces or pictures to be opened. The first of all requests is served in
// the background, because the disk can be slow.
type Request struct {
	Paths []string
	Trace string        // of the picture at the only path; "" if it is not known
	pid   int           // of the process to record instead, whose name is the only path; 0 for none
	tasks bool          // of that process are recorded
	join  bool          // the paths are traces to be opened as one
	Then  func([]error) // called when all have been tried, with an error or nil for each path
	again *Trace        // to be read again, as long as it is open; nil for none
	// beside is a trace to compare the only one with; nil for none.
	beside *Trace
}

// Opener opens the traces of a session in the background, one request after the other.
type Opener struct {
	// OnOpen is called when all paths of a command that opens traces have been tried, with an
	// error or nil for each; nil to show the errors as messages.
	OnOpen func(Request, []error)

	session  *Session
	options  Options
	requests []Request                     // the first is being opened
	opening  *background.Job[[]openedFile] // nil if there is none
	began    time.Time                     // when opening began
}

// Open shows a trace, or the view of a picture, and waits for the disk. If trace is not "",
// it is the picture's trace.
func (s *Session) Open(path, trace string) error {
	r := s.Opener.reader()
	f := r.read(path, trace, false)
	if f.err == nil {
		s.add(path, f)
	}
	return f.err
}

// add shows an opened trace, in place of an older one of the same file.
func (s *Session) add(path string, f openedFile) {
	for _, err := range f.remarks {
		s.Messages.Fail(err)
	}
	t := f.Trace
	i := slices.IndexFunc(s.Traces, func(t *Trace) bool { return t.Opened() == path })
	if i < 0 {
		s.Traces = append(s.Traces, t)
	} else {
		old := s.Traces[i]
		s.Comparison.replace(old, t)
		t.recording, old.recording = old.recording, nil
		s.Messages.Fail(s.end(old))
		s.Traces[i] = t
	}
	if !tracefeed.IsStream(path) {
		s.settings.Open(path)
	}
	s.Show(t)
}

// Request opens traces in the background. The work on traces that are open already is saved
// before.
func (o *Opener) Request(r Request) {
	for _, t := range o.session.Traces {
		if slices.Contains(r.Paths, t.Opened()) {
			t.save()
		}
	}
	o.requests = append(o.requests, r)
	o.serve()
}

// serve starts the first request, and shows the traces of a finished one. It does
// not wait.
func (o *Opener) serve() {
	if o.opening != nil && o.opening.Done() {
		files, err := o.opening.Result()
		r := o.requests[0]
		o.opening, o.requests = nil, o.requests[1:]
		switch {
		case err != nil:
		case r.again != nil && !slices.Contains(o.session.Traces, r.again): // closed since then
			o.session.Messages.Fail(discard(files))
		default:
			r.Then(o.showAll(&r, files))
		}
	}
	if o.opening != nil || len(o.requests) == 0 {
		return
	}
	q := o.requests[0]
	for _, t := range slices.Concat(o.session.Traces, o.session.leaving) {
		if slices.Contains(q.Paths, t.Opened()) && !t.saver.Idle() {
			return
		}
	}
	r := o.reader()
	o.began = time.Now()
	o.opening = background.Start(func(ctx context.Context, _ func(float64)) ([]openedFile, error) {
		drop := func(files []openedFile) { discard(files) }
		files, err := background.Detach(ctx, func() ([]openedFile, error) { return r.serve(ctx, &q), nil }, drop)
		if err == nil && ctx.Err() != nil {
			return nil, errors.Join(ctx.Err(), discard(files))
		}
		return files, err
	}, o.session.wake)
}

// stop ends opening, and closes the opened traces.
func (o *Opener) stop() error {
	if o.opening == nil {
		return nil
	}
	o.opening.Stop()
	files, _ := o.opening.Result()
	return discard(files)
}

// showAll shows opened traces, and returns the errors of the others.
func (o *Opener) showAll(r *Request, files []openedFile) (wrong []error) {
	for i, f := range files {
		if f.err == nil && f.recording != nil {
			o.session.add(f.recording.Path, f)
			o.session.Messages.Say(f.recording.About)
		} else if f.err == nil {
			if old := r.again; old != nil { // its view as it is now, all commands carried out
				old.CarryOut(o.session.Jobs, o.session.settings)
				f.Workspace.Defined, f.Definitions = old.Workspace.Defined, old.Definitions
				f.remarks = append(f.remarks, f.Workspace.Restore(old.Workspace.Save(saved.Identity{}), saved.Identity{}))
			}
			o.session.add(cmp.Or(f.at, r.Paths[i]), f)
		}
		wrong = append(wrong, f.err)
	}
	return wrong
}

// Opening is a trace that is being opened.
type Opening struct {
	Name   string
	Began  time.Time
	cancel func()
}

// Opening returns the trace that is being opened; nil for none.
func (o *Opener) Opening() *Opening {
	if o.opening == nil {
		return nil
	}
	return &Opening{report.Safe(filepath.Base(o.requests[0].Paths[0])), o.began, o.opening.Cancel}
}

// NoAttaching says why no running program can be recorded.
const NoAttaching = "TIV can attach to processes on Linux only."

// attach records a running program for a command.
func (o *Opener) attach(pid int, tasks bool) {
	if o.options.Attach == nil {
		o.session.Messages.Say(NoAttaching)
		return
	}
	o.Attach("process", pid, tasks, o.session.Messages.Fail)
}

// Attach records a running program, by its name and number, in a trace that is followed, with its tasks or without. then is
// called with an error, or nil when the recording has begun.
func (o *Opener) Attach(name string, pid int, tasks bool, then func(error)) {
	o.Request(Request{Paths: []string{fmt.Sprintf("%s (%d)", name, pid)}, pid: pid, tasks: tasks,
		Then: func(wrong []error) { then(wrong[0]) }})
}

// open is Request for a command: the errors go to OnOpen.
func (o *Opener) open(r Request) {
	r.Then = func(wrong []error) {
		if r.beside != nil && wrong[0] == nil {
			o.session.CompareWith(r.beside)
		}
		if o.OnOpen != nil {
			o.OnOpen(r, wrong)
			return
		}
		o.fail(wrong)
	}
	o.Request(r)
}

// fail shows errors as messages.
func (o *Opener) fail(wrong []error) { o.session.Messages.Fail(errors.Join(wrong...)) }

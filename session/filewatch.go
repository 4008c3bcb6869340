package session

import (
	"context"
	"errors"
	"os"
	"time"

	"tiv/internal/task"
)

// fileState is a file as far as a look at its folder shows; the zero value is no
// file.
type fileState struct {
	size    int64
	written time.Time
}

// stateOf returns the state of a trace's file. There is none of a demo, a stream,
// or a file that is about to be written.
func stateOf(path string) (fileState, error) {
	st, err := os.Stat(path)
	if err != nil {
		return fileState{}, err
	}
	if !st.Mode().IsRegular() {
		return fileState{}, errors.New("not a file")
	}
	return fileState{st.Size(), st.ModTime()}, nil
}

// fileWatch notices in the background that the file of a complete trace is another
// than the one that was read.
type fileWatch struct {
	read fileState            // before it was opened; none if it was read while it grew
	task *task.Task[struct{}] // ends at a change; nil before the trace is complete
}

// checkEvery is the interval of looks at a file. Polling notices changes in
// folders of a network, too.
const checkEvery = time.Second

// start watches the file from now on. wake is called at a change.
func (w *fileWatch) start(path string, wake func()) {
	state := w.read
	w.task = task.Start(func(ctx context.Context, _ func(float64)) (struct{}, error) {
		t := time.NewTicker(checkEvery)
		defer t.Stop()
		look := func() (fileState, error) { return stateOf(path) }
		return struct{}{}, untilChanged(ctx, look, state, t.C)
	}, wake)
}

// untilChanged returns when a file differs from its state, and has the same new
// state at two looks: a program may still write it. Without a state, the first
// look gives it.
func untilChanged(ctx context.Context, look func() (fileState, error), state fileState, tick <-chan time.Time) error {
	last := state
	for {
		select {
		case <-tick:
		case <-ctx.Done():
			return ctx.Err()
		}
		now, err := task.Detach(ctx, look, nil)
		if err != nil { // there is no file at the moment
			continue
		}
		if state == (fileState{}) {
			state = now
		}
		if now != state && now == last {
			return nil
		}
		last = now
	}
}

// watch offers to read the trace again when its file has changed.
func (t *Trace) watch(m *Messages, reload func()) {
	w := &t.file
	reading := !t.Workspace.Timeline.Complete || t.Workspace.Growing()
	switch {
	case reading || t.Outdated:
	case w.task == nil:
		if _, grew := t.Loader.Grown(); grew {
			w.read = fileState{}
		}
		w.start(t.Path, t.Wake)
	case w.task.Done():
		t.Outdated = true
		m.Add(Message{Text: t.Workspace.Name + " has changed on disk.", Label: "Reload",
			Tip: "Reads the trace again and keeps the view", Entry: "reload", Do: reload})
	}
}

// Reload reads the shown trace again. It keeps the moment, the camera, the
// selection and all settings of the view.
func (s *Session) Reload() {
	name := s.Shown.Workspace.Name
	s.Opener.Request(Request{Paths: []string{s.Shown.Opened()}, again: s.Shown, Then: func(wrong []error) {
		if wrong[0] != nil {
			s.Messages.Fail(wrong[0])
			return
		}
		s.Messages.Withdraw("Reload")
		s.Messages.Chose("Reloaded " + name)
	}})
}

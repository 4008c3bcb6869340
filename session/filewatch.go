package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"tiv/internal/background"
)

// fileState is the files of a trace as far as a look at their folders shows; "" is no file.
type fileState string

// stateOf returns the state of a trace's file, and of the parts of a list. There is none of a demo, a
// stream, or a file that is about to be written; parts of these kinds are left out.
func stateOf(path string, parts ...string) (fileState, error) {
	var all strings.Builder
	for i, path := range append([]string{path}, parts...) {
		st, err := os.Stat(path)
		switch {
		case err == nil && st.Mode().IsRegular():
			fmt.Fprintln(&all, path, st.Size(), st.ModTime().UnixNano())
		case i == 0 && err == nil:
			return "", errors.New("not a file")
		case err != nil:
			return "", err
		}
	}
	return fileState(all.String()), nil
}

// fileWatch notices in the background that the file of a complete trace, or a part of a list, is
// another than the one that was read.
type fileWatch struct {
	read fileState                 // before it was opened; none if it was read while it grew
	task *background.Job[struct{}] // ends at a change; nil before the trace is complete
}

// checkEvery is the interval of looks at a file. Polling notices changes in
// folders of a network, too.
const checkEvery = time.Second

// start watches the file from now on. wake is called at a change.
func (w *fileWatch) start(path string, parts []string, wake func()) {
	state := w.read
	w.task = background.Start(func(ctx context.Context, _ func(float64)) (struct{}, error) {
		t := time.NewTicker(checkEvery)
		defer t.Stop()
		look := func() (fileState, error) { return stateOf(path, parts...) }
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
		now, err := background.Detach(ctx, look, nil)
		if err != nil { // there is no file at the moment
			continue
		}
		if state == "" {
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
			w.read = ""
		}
		w.start(t.Path, t.Loader.Files.List(), t.Wake)
	case w.task.Done():
		t.Outdated = true
		m.add(Message{Text: t.Workspace.Name + " has changed on disk.", Label: "Reload",
			Tip: "Reads the trace again and keeps the view", Entry: "reload", Do: reload})
	}
}

// reload reads the shown trace again. It keeps the moment, the camera, the
// selection and all settings of the view.
func (s *Session) reload() {
	name := s.Shown.Workspace.Name
	s.Opener.Request(Request{Paths: []string{s.Shown.Opened()}, again: s.Shown, Then: func(wrong []error) {
		if wrong[0] != nil {
			s.Messages.Fail(wrong[0])
			return
		}
		s.Messages.withdraw("Reload")
		s.Messages.Chose("Reloaded " + name)
	}})
}

// Package visit drives a session with commands as text, without a display, for tests.
package visit

import (
	"errors"
	"fmt"
	"image"
	"os"
	"strings"
	"testing"
	"time"

	"tiv/command"
	"tiv/render/offscreen"
	"tiv/scene"
	"tiv/session"
	"tiv/workspace/loader"
	"tiv/workspace/prefs"
)

// patience is the longest time of a command.
const patience = time.Minute

// Run carries out commands as text, one after the other. Each waits until the one before has
// ended and all shown traces have been read and searched. Any message about a failure is an
// error.
func Run(lines []string) (err error) {
	open := func(path string, notify func()) (*loader.Loader, error) {
		return loader.Open(path, loader.Options{Findings: true, Notify: notify})
	}
	s := session.New(session.Options{Open: open}, &prefs.Prefs{Abrupt: true}, func() {}, newPainter)
	s.ShowStart()
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, line := range lines {
		c, err := command.Parse(line, s.Shown.Workspace.Timeline)
		if err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
		if !s.Do(c) {
			return fmt.Errorf("%s: it needs a window", line)
		}
		if err := rest(s); err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	return nil
}

// rest runs frames until nothing is pending.
func rest(s *session.Session) (err error) {
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		s.Update(func(_ *session.Trace, _ bool, wrong error) { err = errors.Join(err, wrong) })
		s.Serve()
		s.Advance(time.Now(), 0, false)
		for _, m := range s.Messages.List {
			if m.Wrong {
				err = errors.Join(err, errors.New(m.Text))
			}
		}
		if err != nil || !pending(s) {
			return err
		}
		if time.Since(begin) > patience {
			return errors.New("it does not end")
		}
	}
}

// pending reports whether something is going on in a session. Nothing draws its frames, so that each
// is as good as drawn.
func pending(s *session.Session) bool {
	searched := true
	s.Comparison.Each(func(t *session.Trace) {
		t.Frame, t.Stale = &scene.Frame{}, false
		searched = searched && (session.IsBlank(t.Document) || t.Searched())
	})
	return s.Busy() || !searched
}

// painter draws pictures without a display.
type painter struct{}

func newPainter() (session.Painter, error) { return painter{}, nil }

func (painter) Draw(f *scene.Frame) (*image.NRGBA, error) {
	c, err := offscreen.New(f.Width, f.Height)
	if err != nil {
		return nil, err
	}
	defer c.Release()
	return c.Draw(f)
}

func (painter) Release() {}

// Lines reads commands from a file, with the folder of the traces in place of DIR and a folder
// for what is saved in place of OUT.
func Lines(t testing.TB, path, traces, out string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.NewReplacer("DIR", traces, "OUT", out).Replace(string(text))
	return strings.Split(strings.TrimSpace(lines), "\n")
}

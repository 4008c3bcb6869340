package ui

import (
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"

	"tiv/internal/portal"
	"tiv/session"
	"tiv/workspace"
)

// Options are the contents of a window and, for developers and tests, the way
// it runs.
type Options struct {
	// Options are those of the session. Delay is also called for each folder that a dialog
	// reads.
	session.Options
	// Path is the first trace shown, or a picture of one; "" for the start page.
	// Trace is the path of the picture's trace, if it is known.
	Path, Trace string
	// First are commands carried out on the first trace before the first frame.
	First []workspace.Command
	// Beside is a second trace, which is compared with the first; "" for none.
	Beside string
	// Choose shows a file dialog of the desktop; nil if there is none. See
	// portal.Choose.
	Choose func(context.Context, portal.Request) ([]string, error)
	// Processes lists the running programs that Attach can record; both are nil if none can
	// be. They may take their time.
	Processes func() []Process

	// ExitAfterLoad closes the window once the whole trace has been drawn.
	ExitAfterLoad bool
	// Shot is a file that the window is written to as a PNG before
	// ExitAfterLoad closes it.
	Shot string
	// GLDebug prints the name of the renderer, every error of OpenGL, and the
	// duration of slow frames.
	GLDebug bool
	// Quit closes the window when it is closed itself. It may be nil.
	Quit <-chan struct{}
	// Leave is called before the window closes; nil for nothing.
	Leave func() error
	// Observe is called after each frame that was drawn.
	Observe func(Snapshot)
}

// Run opens a window and shows a trace in it until the user closes it. It must
// be called from the program's first thread, which an init function reserves
// with runtime.LockOSThread. The error says that the trace is unreadable, or
// that no window can be opened.
func Run(o Options) (err error) {
	a := newApp(o)
	if o.Path == "" {
		a.Session.ShowStart()
	} else if err := a.Session.Open(o.Path, o.Trace); err != nil {
		return err
	} else if a.Document.Send(o.First...); o.Beside != "" {
		if err := a.Session.Open(o.Beside, ""); err != nil {
			return errors.Join(err, a.Session.Close())
		}
		a.comparison.Begin(a.Session.Traces[0], a.Session.Traces[1])
	}
	w, err := newWindow(o, a.Input)
	if err != nil {
		return errors.Join(err, a.Session.Close())
	}
	defer w.close()
	// Loaders wake the window, so they end first.
	defer func() {
		a.alarm.ready.Store(false)
		err = errors.Join(err, a.Session.Close())
		a.dialogs.all().Close()
		a.Launcher.Close()
		a.start.look.Stop()
		err = errors.Join(err, a.Prefs.Saver.Finish())
		a.freeing.Stop()
	}()
	if err := a.build(w); err != nil {
		return err
	}
	defer a.paintings.release()
	defer wakeOn(o.Quit, a.alarm.ring)()
	if err := a.loop(); err != nil {
		return err
	}
	if err := a.saveAll(); err != nil || o.Leave == nil {
		return err
	}
	return o.Leave()
}

// wakeOn wakes the window once quit is closed, until stop is called.
func wakeOn(quit <-chan struct{}, wake func()) (stop func()) {
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-quit:
			wake()
		case <-over:
		}
	}()
	return func() {
		close(over)
		<-ended
	}
}

// isClosed reports whether a channel without values is closed.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// saveAll saves the state that the next window restores.
func (a *app) saveAll() error {
	err := a.Session.SaveAll()
	a.Prefs.Keep(a.alarm.ring)
	return errors.Join(err, a.Prefs.Saver.Finish())
}

// writeShot writes the contents of the window to a file, unless the path is "".
func (a *app) writeShot(path string) error {
	if path == "" {
		return nil
	}
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write picture of the window: %w", err)
	}
	err = errors.Join(png.Encode(f, a.window.Capture()), f.Close())
	if err != nil {
		return fmt.Errorf("write picture of the window: %s: %w", path, err)
	}
	return nil
}

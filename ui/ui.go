// Package ui is the window: it translates keys, mouse and panels to workspace
// commands, and draws the workspace with render and Dear ImGui.
//
// It is the only package that uses GLFW and Dear ImGui. The states of threads,
// the places of bars and the effects of commands are decided elsewhere.
//
// A window is put together in app.go, construct.go and dialogs.go. Panels and dialogs are
// types of their own, in lists of parts: each is laid out, can be busy, and is closed; the
// window is at rest if none is busy. A panel has the trace of its tab for good, and the
// widgets, messages or menus that it uses as fields, but no other panel's state; a dialog is
// about the trace that is shown. A comparison lays out and draws the scenes of two tabs, one
// after the other; its active side is the tab shown, so panels, keys and dialogs are as for
// any tab. After each frame's commands the side that has changed gives the other its view
// (workspace.MatchView): no command has to know of the comparison, and Undo has the change on
// both sides.
package ui

import (
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"
	"slices"

	"tiv/internal/portal"
	"tiv/workspace"
)

// Options are the contents of a window and, for developers and tests, the way
// it runs.
type Options struct {
	// Path is the first trace shown, or a picture of one; "" for the start page.
	// Trace is the path of the picture's trace, if it is known.
	Path, Trace string
	// Beside is a second trace, which is compared with the first; "" for none.
	Beside string
	// Version is the version of the program, for pictures.
	Version string
	// Open starts to read a trace. The loader calls notify, from any goroutine,
	// whenever it has a new snapshot. The window closes the loader.
	Open func(path string, notify func()) (*workspace.Loader, error)

	// Choose shows a file dialog of the desktop; nil if there is none. See
	// portal.Choose.
	Choose func(context.Context, portal.Request) ([]string, error)
	// Processes lists the running programs that Attach can record; both are nil if none can
	// be. They may take their time.
	Processes func() []Process
	// Attach begins to record a running program, and returns once its trace has begun.
	Attach func(ctx context.Context, pid int) (*Attached, error)
	// Demos are the traces that are part of the program.
	Demos []Demo
	// Keep keeps the workspace of each trace in a file beside it.
	Keep bool
	// Config is the folder of the user's own files; "" if nothing is to be read
	// or written there.
	Config string

	// Width and Height are the size of the window; 0 fits the screen.
	Width, Height int
	// ExitAfterLoad closes the window once the whole trace has been drawn.
	ExitAfterLoad bool
	// Shot is a file that the window is written to as a PNG before
	// ExitAfterLoad closes it.
	Shot string
	// MostEvents is the number of events to read between two frames; 0 for as
	// many as take about a hundredth of a second.
	MostEvents int
	// GLDebug prints the name of the renderer, every error of OpenGL, and the
	// duration of slow frames.
	GLDebug bool
	// Quit closes the window when it is closed itself. It may be nil.
	Quit <-chan struct{}
	// Leave is called before the window closes; nil for nothing.
	Leave func() error
	// Observe is called after each frame that was drawn.
	Observe func(Snapshot)
	// Delay is called in the goroutine of each job, and of each folder that a dialog
	// reads, before it begins to work.
	Delay func(context.Context)
}

// Run opens a window and shows a trace in it until the user closes it. It must
// be called from the program's first thread, which an init function reserves
// with runtime.LockOSThread. The error says that the trace is unreadable, or
// that no window can be opened.
func Run(o Options) (err error) {
	a := newApp(o)
	if o.Path == "" {
		a.tabs.showStart()
	} else if err := a.tabs.open(o.Path, o.Trace); err != nil {
		return err
	} else if o.Beside != "" {
		if err := a.tabs.open(o.Beside, ""); err != nil {
			return errors.Join(err, a.tabs.shown.close())
		}
		a.comparison.begin(a.tabs.list[0], a.tabs.list[1])
	}
	w, err := newWindow(o, a.input)
	if err != nil {
		return errors.Join(err, a.tabs.shown.close())
	}
	defer w.close()
	// Loaders wake the window, so they end first.
	defer func() {
		a.tabs.opening.Stop()
		a.alarm.ready.Store(false)
		a.comparison.end()
		for _, t := range slices.Concat(a.tabs.list, a.tabs.closed) {
			err = errors.Join(err, t.close())
		}
		a.dialogs.all().close()
		a.launcher.close()
		a.start.look.Stop()
		err = errors.Join(err, a.prefs.saver.Finish())
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
	a.comparison.end()
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
	var err error
	for _, t := range a.tabs.list {
		err = errors.Join(err, t.saveNow(a.alarm.ring))
	}
	a.prefs.save(a.alarm.ring)
	return errors.Join(err, a.prefs.saver.Finish())
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
	err = errors.Join(png.Encode(f, a.window.capture()), f.Close())
	if err != nil {
		return fmt.Errorf("write picture of the window: %s: %w", path, err)
	}
	return nil
}

// Package launch starts programs outside of the window: the user's editor at a line of the
// source, and the programs of the desktop for files and addresses. A path of a trace is
// possibly a stranger's: no shell sees it.
package launch

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"

	"tiv/internal/background"
)

// Launcher starts programs outside of the window, such as the user's editor.
type Launcher struct {
	Wake    func() // called, from any goroutine, when a program ends
	running []*background.Job[struct{}]
}

// start starts a program and does not wait for it. The error names a program that
// is missing.
func (l *Launcher) start(argv []string) error {
	cmd := exec.Command(argv[0], argv[1:]...)
	if err := cmd.Start(); errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("the program %s was not found", argv[0])
	} else if err != nil {
		return err
	}
	l.running = append(l.running, background.Start(func(ctx context.Context, _ func(float64)) (struct{}, error) {
		return background.Detach(ctx, func() (struct{}, error) {
			if err := cmd.Wait(); err != nil {
				return struct{}{}, fmt.Errorf("%s ended with an error: %w", argv[0], err)
			}
			return struct{}{}, nil
		}, nil)
	}, l.Wake))
	return nil
}

// Failed returns, once, the errors of programs that have ended with one.
func (l *Launcher) Failed() (err error) {
	l.running = slices.DeleteFunc(l.running, func(t *background.Job[struct{}]) bool {
		ended := t.Done() // asked once: it may end here
		if ended {
			_, wrong := t.Result()
			err = errors.Join(err, wrong)
		}
		return ended
	})
	return err
}

// Close lets the programs go on without the window.
func (l *Launcher) Close() {
	for _, t := range l.running {
		t.Stop()
	}
}

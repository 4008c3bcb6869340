package record

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
)

// runProcess runs cmd to its end and returns its exit code: 128 and the
// signal's number if a signal ended it. Signals that this process receives
// meanwhile are passed on to cmd, or to its whole group if it leads one. The
// terminal sends its own signals to the group itself. If this process is
// killed, cmd is killed too. cmd has the user's streams.
func (r *recording) runProcess(ctx context.Context, cmd *exec.Cmd, leads bool) (int, error) {
	cmd.Stdin, cmd.Stdout, cmd.Stderr = r.Stdin, r.Stdout, r.Stderr
	fromTerminal := inForeground()
	leads = leads && !fromTerminal
	cmd.SysProcAttr = attributes(leads)
	cmd.Cancel = func() error { return send(cmd.Process, leads, os.Interrupt) }
	// The kernel takes the death of the thread that starts cmd for that of the
	// process.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	r.process.Store(0)
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	r.process.Store(int64(cmd.Process.Pid))
	r.signals.goTo(func(s os.Signal) {
		if !fromTerminal || !sentByTerminal(s) {
			send(cmd.Process, leads, s)
		}
	})
	err := cmd.Wait()
	r.signals.goTo(nil)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exitCode(exit), nil
	}
	if ctx.Err() != nil {
		err = nil // the program has ended because of the signal
	}
	return cmd.ProcessState.ExitCode(), err
}

package record

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// runProcess runs cmd to its end and returns its exit code, which is 128 and
// the signal's number where a signal ended it. Signals that this process gets
// meanwhile are passed on: to cmd, or if it leads a group, to all of that.
// The terminal sends its signals to everybody by itself.
func runProcess(ctx context.Context, cmd *exec.Cmd, leads bool) (int, error) {
	fromTerminal := inForeground()
	leads = leads && !fromTerminal
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: leads}
	pass := func(s syscall.Signal) error {
		if leads {
			return syscall.Kill(-cmd.Process.Pid, s)
		}
		return cmd.Process.Signal(s)
	}
	cmd.Cancel = func() error { return pass(syscall.SIGINT) }
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	defer signal.Stop(signals)
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	done := make(chan struct{})
	passed := make(chan struct{})
	go func() {
		defer close(passed)
		for {
			select {
			case s := <-signals:
				if s == syscall.SIGTERM || !fromTerminal {
					pass(s.(syscall.Signal))
				}
			case <-done:
				return
			}
		}
	}()
	err := cmd.Wait()
	close(done)
	<-passed
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exitCode(exit), nil
	}
	if ctx.Err() != nil {
		err = nil // it was asked to end, and did
	}
	return cmd.ProcessState.ExitCode(), err
}

// exitCode is what a shell would show.
func exitCode(exit *exec.ExitError) int {
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return exit.ExitCode()
}

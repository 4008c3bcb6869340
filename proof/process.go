package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"tiv/internal/peak"
)

// Cost is the time and memory of a process. Costs of consecutive processes add
// up.
type Cost struct {
	Wall   float64 `json:"wall_s"`
	User   float64 `json:"user_s"`
	System float64 `json:"system_s"`
	// Peak is the most memory of any of the processes, in bytes.
	Peak int64 `json:"peak_bytes"`
}

func costOf(p *os.ProcessState, start time.Time) Cost {
	return Cost{Wall: time.Since(start).Seconds(), User: p.UserTime().Seconds(), System: p.SystemTime().Seconds(),
		Peak: 1024 * peak.Memory(p)}
}

func (c Cost) processor() float64 { return c.User + c.System }

func (c *Cost) add(d Cost) {
	c.Wall += d.Wall
	c.User += d.User
	c.System += d.System
	c.Peak = max(c.Peak, d.Peak)
}

// job is a command: where it runs, where its output goes, and its bounds.
type job struct {
	args     []string
	dir      string
	env      []string // beside the process's own
	log      string   // gets standard output; log.err gets standard error
	timeout  time.Duration
	watch    string // a folder that must not exceed maxWatch bytes
	maxWatch int64
}

// exitError is the failure of a command that ran to its end.
type exitError struct {
	program string
	code    int
	last    string // the last line of standard error
}

func (e *exitError) Error() string {
	return fmt.Sprintf("%s: exit code %d: %s", e.program, e.code, e.last)
}

// command runs a job to its end. Where a bound is exceeded, the process group is
// terminated, and the error says which bound.
func (b *bench) command(ctx context.Context, j job) (Cost, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, j.timeout, fmt.Errorf("stopped after %v", j.timeout))
	defer cancel()
	ctx, stop := watchFolder(ctx, j.watch, j.maxWatch)
	defer stop()
	cmd := exec.CommandContext(ctx, j.args[0], j.args[1:]...)
	cmd.Dir, cmd.Env = j.dir, append(append(os.Environ(), b.env...), j.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 20 * time.Second
	out, err := os.Create(j.log)
	if err != nil {
		return Cost{}, err
	}
	defer out.Close()
	problems, err := os.Create(j.log + ".err")
	if err != nil {
		return Cost{}, err
	}
	defer problems.Close()
	cmd.Stdout, cmd.Stderr = out, problems
	start := time.Now()
	err = cmd.Run()
	if cmd.ProcessState == nil {
		return Cost{}, err
	}
	cost := costOf(cmd.ProcessState, start)
	if ctx.Err() != nil {
		return cost, fmt.Errorf("%s: %w", j.args[0], context.Cause(ctx))
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = &exitError{filepath.Base(j.args[0]), exit.ExitCode(), lastLine(j.log + ".err")}
	}
	return cost, err
}

// watchFolder cancels the context it returns once folder holds more than limit
// bytes. stop ends the watching.
func watchFolder(ctx context.Context, folder string, limit int64) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if folder == "" {
		return ctx, func() { cancel(nil) }
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			if size := folderSize(folder); size > limit {
				cancel(fmt.Errorf("stopped: traces of %d MB exceed the limit of %d MB", size/1e6, limit/1e6))
			}
			select {
			case <-ctx.Done():
			case <-time.After(500 * time.Millisecond):
			}
		}
	}()
	return ctx, func() { cancel(nil); <-done }
}

// folderSize adds up the files below a folder, in bytes. Files that vanish
// meanwhile do not count.
func folderSize(folder string) int64 {
	sum := int64(0)
	filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			sum += info.Size()
		}
		return nil
	})
	return sum
}

// lastLine returns the last line of a log, for errors.
func lastLine(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	text = bytes.TrimSpace(text)
	return string(text[bytes.LastIndexByte(text, '\n')+1:])
}

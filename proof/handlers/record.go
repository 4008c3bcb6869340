package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"tiv/record"
)

// recordGo runs a program of Go that records itself.
func (b *bench) recordGo(ctx context.Context, command []string, trace string, c *clients) error {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "TIV_TRACE="+trace)
	var stderr strings.Builder
	cmd.Stdout, cmd.Stderr = c, &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%v: %w\n%s", command, err, stderr.String())
	}
	return nil
}

// recordNode runs a program of Node.js, which writes its CPU profile.
func (b *bench) recordNode(ctx context.Context, command []string, length time.Duration, trace string, c *clients) error {
	cmd := exec.CommandContext(ctx, command[0], "--cpu-prof", "--cpu-prof-dir="+filepath.Dir(trace),
		"--cpu-prof-name="+filepath.Base(trace), command[1], fmt.Sprint(length.Milliseconds()))
	var stderr strings.Builder
	cmd.Stdout, cmd.Stderr = c, &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%v: %w\n%s", cmd.Args, err, stderr.String())
	}
	return nil
}

// recordJava records a program of Java with Java Flight Recorder.
func (b *bench) recordJava(ctx context.Context, k kind, command []string, trace string, c *clients) error {
	o := record.Options{Command: command, Out: trace, Java: record.JavaJFR, Stdout: c}
	if k == onDisplay {
		env, err := b.x.Environment(ctx)
		if err != nil {
			return err
		}
		o.Env = env
	}
	_, err := b.tivRecord(ctx, o)
	return err
}

// tivRecord records a command as tiv record does, and returns its output to stderr.
func (b *bench) tivRecord(ctx context.Context, o record.Options) (string, error) {
	var stderr strings.Builder
	o.Stderr = &stderr
	result, err := record.Run(ctx, o)
	if err == nil && result.ExitCode != 0 {
		err = fmt.Errorf("%v: exit code %d\n%s", o.Command, result.ExitCode, stderr.String())
	}
	return stderr.String(), err
}

// recordItself runs a program that writes its stacks into a file.
func (b *bench) recordItself(ctx context.Context, command []string, length time.Duration, c *clients) error {
	return during(ctx, command, "", c, func(*os.Process) error {
		select {
		case <-time.After(length):
		case <-ctx.Done():
		}
		return ctx.Err()
	})
}

// recordByPerf runs a program, and records samples of its code and its switches by perf, with stacks
// that follow the tables for exceptions: most libraries have no frame pointers.
func (b *bench) recordByPerf(ctx context.Context, command []string, address string, length time.Duration, trace string,
	c *clients) error {
	return during(ctx, command, address, c, func(p *os.Process) error {
		data := b.path("perf.data")
		defer os.Remove(data)
		err := execute(exec.CommandContext(ctx, "perf", "record", "-o", data, "-m", "16M", "--call-graph", "dwarf", "-F", "499",
			"-e", "cpu-clock", "-e", "sched:sched_switch", "-p", fmt.Sprint(p.Pid), "--", "sleep", fmt.Sprint(length.Seconds())))
		if err != nil {
			return err
		}
		text, err := os.Create(trace)
		if err != nil {
			return err
		}
		defer text.Close()
		script := exec.CommandContext(ctx, "perf", "script", "-i", data)
		script.Stdout = text
		return script.Run()
	})
}

// during starts a command, does something once its clients have started, and kills it.
func during(ctx context.Context, command []string, address string, c *clients, f func(*os.Process) error) error {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	c.started = make(chan struct{})
	if cmd.Stdout = c; address != "" {
		cmd.Stdout = nil
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	if address != "" {
		time.Sleep(time.Second) // it does not say when it listens
		c.begin(address)
	}
	select {
	case <-c.started:
	case err := <-ended:
		return fmt.Errorf("%v has ended: %w\n%s", command, err, stderr.String())
	}
	err := f(cmd.Process)
	_ = cmd.Process.Signal(syscall.SIGKILL)
	if end := (*exec.ExitError)(nil); !errors.As(<-ended, &end) || end.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		err = errors.Join(err, fmt.Errorf("%v has ended early\n%s", command, stderr.String()))
	}
	return err
}

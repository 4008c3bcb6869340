package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"tiv/record"
	"tiv/record/gobuild"
	"tiv/tracefeed"
	"tiv/tracefeed/live/relay"
	"tiv/tracefeed/live/sender"
)

// sendPatience is the time for which a listener may acknowledge nothing after the end of the program.
const sendPatience = 10 * time.Second

// sentRecording is a recording that is sent to a listener.
type sentRecording struct {
	*relay.Recording
	address string
	// folder is that of the files if the user wants none; "" otherwise.
	folder string
}

// checkTo returns an error if the recording of a program cannot be sent.
func (r *recordCommand) checkTo(program []string) error {
	if r.to == "" {
		return nil
	}
	command, err := gobuild.Parse(program)
	switch {
	case !sender.IsAddress(r.to):
		return fmt.Errorf("--to: %s is no address: want tcp://HOST:PORT, tls://HOST:PORT or unix:PATH", r.to)
	case err == nil && command.OnlyBuilds():
		return errors.New("--to: go build runs no program whose trace could be sent")
	case r.keep >= 0:
		return errors.New("--to: all of the trace is sent; --keep is for a file")
	case r.sched:
		return errors.New("--to: the scheduler events of --sched cannot be sent")
	case r.java == string(record.JavaJFR):
		return errors.New("--to: recordings of Java Flight Recorder cannot be sent; use --java agent")
	}
	return nil
}

// runProgram records the program, and sends the recording to --to.
func (r *recordCommand) runProgram(o record.Options) (record.Result, error) {
	if r.to == "" {
		return record.Run(context.Background(), o)
	}
	s := &sentRecording{address: r.to, Recording: relay.NewRecording(context.Background(), r.to)}
	if !r.named {
		var err error
		if s.folder, err = os.MkdirTemp("", "tiv-sent-"); err != nil {
			return record.Result{}, err
		}
		o.Out, o.OutJFR, o.Merge = filepath.Join(s.folder, "trace.bin"), filepath.Join(s.folder, "trace.jfr"), nil
	}
	o.Growing = func(g record.Growing) {
		s.Follow(g.Path, relay.Process{ID: g.Process, Program: g.Program, Language: g.Language})
	}
	result, err := record.Run(context.Background(), o)
	if !r.named {
		result.Traces = nil // they are for the listener
	}
	if err != nil {
		s.removeFiles()
		return result, err
	}
	if err := s.end(); err != nil {
		if result.ExitCode == 0 {
			return result, err
		}
		fmt.Fprintf(os.Stderr, "tiv: record: %v\n", err) // the exit code is the program's
	}
	return result, nil
}

// removeFiles removes the files that the user has not asked for.
func (s *sentRecording) removeFiles() {
	if s.folder != "" {
		os.RemoveAll(s.folder)
	}
}

// end waits until the listener has all of the recording. If it does not get it, the files stay.
func (s *sentRecording) end() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	n, err := s.Close(ctx, sendPatience)
	if err != nil {
		if s.folder != "" {
			err = fmt.Errorf("%w; the files are in %s", err, s.folder)
		}
		return fmt.Errorf("--to %s: %w", s.address, err)
	}
	s.removeFiles()
	fmt.Fprintf(os.Stderr, "tiv: record: sent %s to %s\n", tracefeed.Plural(n, "trace"), s.address)
	return nil
}

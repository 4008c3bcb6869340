package cli

import (
	"context"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/spf13/cobra"

	"tiv/internal/replace"
	"tiv/record"
)

// recording is the flags of record.
type recording struct {
	out     target
	noOpen  bool
	locks   string
	maxSize sizeFlag
	keep    timeFlag
}

func (c *call) recordCommand() *cobra.Command {
	r := recording{keep: -1}
	r.out.path = "trace.bin"
	cmd := c.command(&cobra.Command{
		Use:   "record -- go run|build|test …",
		Short: "run a Go program, record its scheduling, locks and lock owners, and open the trace. The exit code is that of the program",
	}, 1, math.MaxInt, func(words []string) error { return c.record(words, r) })
	fs := cmd.Flags()
	fs.SetInterspersed(false)
	r.out.flags(fs)
	fs.Lookup("output").Usage = "write `FILE`" // the recorded program has standard output
	fs.BoolVar(&r.noOpen, "no-open", false, "do not open the trace")
	addWords(fs, &r.locks, "locks", []string{string(record.LocksAll), string(record.LocksAuto), string(record.LocksContended)},
		"uncontended lock operations to record: all; those of locks that are seldom taken (auto, the default); or none (contended)")
	fs.Var(&r.maxSize, "max-size", "stop recording when the trace reaches this size")
	fs.Var(&r.keep, "keep", "keep only the end of the trace: at least the last T, at most twice that")
	return cmd
}

// record runs a program so that it writes a trace, and opens the trace.
func (c *call) record(program []string, r recording) error {
	o := record.Options{Command: program, Out: r.out.path, MaxSize: int64(r.maxSize), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	if r.locks != "" {
		locks, err := record.ParseLocks(r.locks)
		if err != nil {
			return fmt.Errorf("record: --locks: %w", err)
		}
		o.Locks = locks
	}
	if r.keep >= 0 {
		o.Keep = time.Duration(r.keep)
	}
	var sources []replace.Source
	for _, word := range program {
		sources = append(sources, replace.Source{Path: word, What: "source"})
	}
	if r.out.streams() {
		return fmt.Errorf("record: %s: a recording needs a file", r.out.name())
	}
	if err := r.out.check(anyTrace, sources...); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	o.Note = func(s string) { fmt.Fprintf(os.Stderr, "tiv: record: %s\n", s) }
	result, err := record.Run(context.Background(), o)
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	c.exit = result.ExitCode
	for _, t := range result.Traces {
		fmt.Fprintf(os.Stderr, "tiv: record: wrote %s\n", t)
	}
	switch {
	case r.noOpen || len(result.Traces) == 0:
		return nil
	case !haveDisplay():
		fmt.Fprintf(os.Stderr, "tiv: record: no display to open it on; try tiv check %s\n", result.Traces[0])
		return nil
	}
	removeOnSignal()
	return c.openWindow(result.Traces[0])
}

// haveDisplay reports whether a window can be opened.
func haveDisplay() bool {
	return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

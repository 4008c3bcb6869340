package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"tiv/internal/replace"
	"tiv/record"
	"tiv/tracefeed"
)

const recordUsage = "record [-o FILE] [--force] [--no-open] [--locks all|auto|contended] [--max-size SIZE] [--keep TIME] -- go run|build|test …"

// runRecord runs a program so that it writes a trace, and opens the trace. Its
// exit code is the program's.
func runRecord(args []string, _ io.Writer) (int, error) {
	fs := flag.NewFlagSet("record", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	var out target
	out.flags(fs)
	out.path = "trace.bin"
	noOpen := fs.Bool("no-open", false, "")
	o := record.Options{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	fs.Func("locks", "", func(word string) (err error) {
		o.Locks, err = record.ParseLocks(word)
		return err
	})
	fs.Func("max-size", "", func(size string) (err error) {
		o.MaxSize, err = parseBytes(size)
		return err
	})
	fs.Func("keep", "", func(length string) error {
		t, err := tracefeed.ParseTime(length)
		o.Keep = time.Duration(t)
		return err
	})
	if err := fs.Parse(args); err != nil || fs.NArg() == 0 {
		if err == nil {
			err = errors.New("no command to run")
		}
		return exitTrouble, fmt.Errorf("record: %w (usage: tiv %s)", err, recordUsage)
	}
	var sources []replace.Source
	for _, word := range fs.Args() {
		sources = append(sources, replace.Source{Path: word, What: "source"})
	}
	if err := out.check(anyTrace, sources...); err != nil {
		return exitTrouble, fmt.Errorf("record: %w", err)
	}
	o.Command, o.Out = fs.Args(), out.path
	o.Note = func(s string) { fmt.Fprintf(os.Stderr, "tiv: record: %s\n", s) }
	result, err := record.Run(context.Background(), o)
	if err != nil {
		return exitTrouble, fmt.Errorf("record: %w", err)
	}
	for _, t := range result.Traces {
		fmt.Fprintf(os.Stderr, "tiv: record: wrote %s\n", t)
	}
	if *noOpen || len(result.Traces) == 0 {
		return result.ExitCode, nil
	}
	if !haveDisplay() {
		fmt.Fprintf(os.Stderr, "tiv: record: no display to open it on; try: tiv check %s\n", result.Traces[0])
		return result.ExitCode, nil
	}
	if _, err := openWindow(result.Traces[0]); err != nil {
		return exitTrouble, err
	}
	return result.ExitCode, nil
}

// haveDisplay reports whether a window can be opened.
func haveDisplay() bool {
	return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

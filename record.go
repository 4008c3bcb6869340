package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"tiv/internal/replace"
	"tiv/record"
)

const recordUsage = "record [-o FILE] [--force] [--no-open] -- go run|build|test …"

// runRecord runs a program so that it writes a trace, and opens the trace. Its
// exit code is the program's.
func runRecord(args []string, _ io.Writer) (int, error) {
	fs := flag.NewFlagSet("record", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	var out target
	out.flags(fs)
	out.path = "trace.bin"
	noOpen := fs.Bool("no-open", false, "")
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
	result, err := record.Run(context.Background(), record.Options{
		Command: fs.Args(), Out: out.path,
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Note: func(s string) { fmt.Fprintf(os.Stderr, "tiv: record: %s\n", s) },
	})
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

// Command tiv shows why the threads of a program wait.
//
// Package main holds the commands and wiring, nothing else: this file which
// commands there are, the others one command each.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// version is what `tiv --version` says.
const version = "0.1.0"

// Exit codes of all commands but record, which has those of what it runs.
const (
	exitOK       = 0
	exitFindings = 1 // check found what was asked for
	exitTrouble  = 2 // bad input or bad use
)

func init() {
	// OpenGL and the window system require that all calls to them come from
	// the program's first thread.
	runtime.LockOSThread()
	// Most of what loading allocates is kept, so the collector finds little
	// and need not come so often.
	debug.SetGCPercent(200)
}

// command is one word of the command line.
type command struct {
	name string
	run  func(args []string, out io.Writer) (exit int, err error)
}

func commands() []command {
	return []command{
		{"demo", runDemo}, {"info", runInfo}, {"dump", runDump}, {"check", runCheck}, {"snapshot", runSnapshot},
		{"report", runReport}, {"record", runRecord}, {"convert", runConvert}, {"generate", runGenerate}, {"cache", runCache},
	}
}

func main() {
	exit, err := run(os.Args[1:], os.Stdout)
	if err != nil && !errors.Is(err, errShown) {
		fmt.Fprintf(os.Stderr, "tiv: %v\n", err)
	}
	os.Exit(exit)
}

// run carries out a command line.
func run(args []string, out io.Writer) (int, error) {
	if len(args) == 0 {
		fmt.Fprint(os.Stderr, help)
		return exitTrouble, errShown
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		fmt.Fprint(out, helpFor(strings.Join(args[1:], " ")))
		return exitOK, nil
	case "-version", "--version":
		fmt.Fprintf(out, "tiv %s %s %s/%s\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
		return exitOK, nil
	}
	for _, c := range commands() {
		if c.name == args[0] {
			exit, err := c.run(args[1:], out)
			if errors.Is(err, flag.ErrHelp) {
				fmt.Fprint(out, helpFor(c.name))
				return exitOK, nil
			}
			return exit, err
		}
	}
	if _, err := os.Stat(args[0]); err != nil && !strings.ContainsAny(args[0], "./\\-:") {
		return exitTrouble, fmt.Errorf("command line: %s: neither a command nor a file; see tiv --help", args[0])
	}
	return runWindow(args, out)
}

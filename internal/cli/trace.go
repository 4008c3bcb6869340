package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"tiv/demo"
	"tiv/tracefeed"
	"tiv/workspace"
)

// isFile reports whether the word for a trace is the path of a file.
func isFile(word string) bool {
	return !tracefeed.IsStream(word) && !tracefeed.IsDemo(word)
}

// open opens the trace at a path, of a demo, at a URL or from standard input, to read
// its events.
func open(word string) (*tracefeed.Source, error) {
	switch name, isDemo := strings.CutPrefix(word, tracefeed.DemoPrefix); {
	case isDemo && !slices.Contains(demoNames(), name):
		return nil, fmt.Errorf("open trace: %w", unknown("demo", name, demoNames()))
	case isDemo:
		trace, err := demo.Open(name)
		if err != nil {
			return nil, err
		}
		return tracefeed.OpenInput(tracefeed.Input{Name: word, Reader: trace, Size: trace.Size()}, workspace.Formats())
	case word == tracefeed.StandardInput:
		return openInput()
	case tracefeed.IsURL(word):
		return fetch(word, usualLimits)
	}
	return tracefeed.Open(word, workspace.Formats())
}

// shown returns the word for a trace as messages show it.
func shown(word string) string {
	if word == tracefeed.StandardInput {
		return tracefeed.Title(word)
	}
	return word
}

// openInput opens the trace in standard input.
func openInput() (*tracefeed.Source, error) {
	if term.IsTerminal(int(os.Stdin.Fd())) {
		return nil, errors.New("open trace: standard input is a terminal: pipe a trace into tiv, as in gunzip -c x.gz | tiv -")
	}
	// Opened by its name, a pipe can be closed while it is read.
	f, err := tracefeed.OpenPath(os.Stdin.Name())
	if err != nil { // it is a socket, or not ours
		f = os.Stdin
	}
	return tracefeed.OpenFile(f, shown(tracefeed.StandardInput), workspace.Formats())
}

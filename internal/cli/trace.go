package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"tiv/demo"
	"tiv/internal/cli/several"
	"tiv/internal/cli/usage"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// isFile reports whether the word for a trace is the path of a file.
func isFile(word string) bool {
	return !tracefeed.IsStream(word) && !tracefeed.IsDemo(word) && joinedPaths(word) == nil
}

// open opens the trace at a path, of a demo, at a URL or from standard input, to read
// its events.
func open(word string) (*tracefeed.Source, error) {
	if paths := joinedPaths(word); paths != nil {
		return openJoined(paths)
	}
	switch name, isDemo := strings.CutPrefix(word, tracefeed.DemoPrefix); {
	case isDemo && !slices.Contains(demoNames(), name):
		return nil, fmt.Errorf("open trace: %w", usage.Unknown("demo", name, demoNames()))
	case isDemo:
		trace, err := demo.Open(name)
		if err != nil {
			return nil, err
		}
		return tracefeed.OpenInput(tracefeed.Input{Name: word, Reader: trace, Size: trace.Size()}, loader.Formats())
	case word == tracefeed.StandardInput:
		return openInput()
	case tracefeed.IsURL(word):
		return fetch(word, usualLimits)
	}
	return tracefeed.Open(word, loader.Formats())
}

// shown returns the word for a trace as messages show it.
func shown(word string) string {
	if word == tracefeed.StandardInput {
		return tracefeed.Title(word)
	}
	if paths := joinedPaths(word); paths != nil {
		return strings.Join(paths, ", ")
	}
	return word
}

// openInput opens the trace in standard input.
func openInput() (*tracefeed.Source, error) {
	f, err := input()
	if err != nil {
		return nil, err
	}
	return tracefeed.OpenFile(f, shown(tracefeed.StandardInput), loader.Formats())
}

// openStream opens standard input or a URL, and returns the start of reading it as it is
// written.
func openStream(word string) (func(loader.Options) (*loader.Loader, error), error) {
	if tracefeed.IsURL(word) {
		b, stop, err := request(word, usualLimits)
		stop()
		return func(how loader.Options) (*loader.Loader, error) {
			return loader.OpenStream(b, b.from.String(), how), nil
		}, err
	}
	f, err := input()
	return func(how loader.Options) (*loader.Loader, error) {
		return loader.OpenFile(f, shown(word), how)
	}, err
}

// input returns the file of standard input.
func input() (*os.File, error) {
	if term.IsTerminal(int(os.Stdin.Fd())) {
		return nil, errors.New("open trace: standard input is a terminal: pipe a trace into tiv, as in gunzip -c x.gz | tiv -")
	}
	// Opened by its name, a pipe can be closed while it is read.
	f, err := tracefeed.OpenPath(os.Stdin.Name())
	if err != nil { // it is a socket, or not ours
		f = os.Stdin
	}
	return f, nil
}

// joinPrefix begins the word for several traces that are read as one: their paths follow, with
// zero bytes between.
const joinPrefix = "join:\x00"

// asOne returns the word for traces that are read together.
func asOne(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return joinPrefix + strings.Join(words, "\x00")
}

// joinedPaths returns the paths of several traces that are read as one; nil for another word.
func joinedPaths(word string) []string {
	if list, ok := strings.CutPrefix(word, joinPrefix); ok {
		return strings.Split(list, "\x00")
	}
	return nil
}

// openJoined opens several traces as one: as with a list of them in a file.
func openJoined(paths []string) (*tracefeed.Source, error) {
	for _, path := range paths {
		if !isFile(path) {
			return nil, fmt.Errorf("open trace: %s: only files can be read together", shown(path))
		}
	}
	list, err := several.List(paths, nil)
	if err != nil {
		return nil, fmt.Errorf("open trace: %w", err)
	}
	return several.Open(list, strings.Join(paths, ", "), loader.Formats())
}

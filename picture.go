package main

import (
	"errors"
	"fmt"
	"io"

	"tiv/report/shot"
)

// subject is what a word of the command line names: a trace, or a picture and
// the trace that it was made of.
type subject struct {
	trace   string
	picture *shot.Picture // nil for a trace
}

// find finds what a word names; trace is where a picture's trace is, if the user
// says so. The user is told if it is another.
func find(word, trace string, warn io.Writer) (subject, error) {
	p, err := shot.Open(word, trace)
	switch {
	case err != nil:
		return subject{}, lost(err)
	case p == nil:
		return subject{trace: word}, nil
	}
	if w := p.Warning(); w != "" {
		fmt.Fprintf(warn, "tiv: open picture: %s: %s\n", word, w)
	}
	return subject{p.At, p}, nil
}

// lost says what to do about err if the trace of a picture is lost.
func lost(err error) error {
	if errors.Is(err, shot.ErrLost) {
		err = fmt.Errorf("%w; say where it is with --trace PATH", err)
	}
	return err
}

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"tiv/internal/replace"
	"tiv/report/shot"
	"tiv/workspace"
)

// subject is what a command line is about: a trace, or a picture and the trace
// that it was made of, and how that is looked at.
type subject struct {
	path    string        // of the trace
	picture *shot.Picture // nil for a trace
	// What the user says: where the trace of a picture is, and a file with a saved
	// workspace.
	trace, saved string
}

func (s *subject) flags(fs *flag.FlagSet) {
	fs.StringVar(&s.trace, "trace", "", "")
	fs.StringVar(&s.saved, "workspace", "", "")
}

// find finds what a word names. The user is told if a picture's trace is another.
func (s *subject) find(word string, warn io.Writer) error {
	p, err := shot.Open(word, s.trace)
	switch {
	case err != nil:
		return lost(err)
	case p == nil:
		s.path = word
		return nil
	}
	if w := p.Warning(); w != "" {
		fmt.Fprintf(warn, "tiv: open picture: %s: %s\n", word, w)
	}
	s.path, s.picture = p.At, p
	return nil
}

// open makes a workspace of the trace, once that is loaded, and makes it what it
// was in the picture or in the file.
func (s *subject) open(all *workspace.Loaded) (*workspace.Workspace, error) {
	ws := workspace.New(filepath.Base(s.path))
	ws.Update(all.Timeline, all.Report)
	switch p := s.picture; {
	case p != nil && s.saved != "":
		return nil, errors.New("a picture shows a workspace of its own, not one of --workspace")
	case p != nil:
		return ws, p.Show(ws)
	case s.saved != "":
		return ws, ws.RestoreFile(s.saved, workspace.Identify(s.path))
	}
	return ws, nil
}

// sources are the files that are read: word is what the command line names.
func (s *subject) sources(word string) []replace.Source {
	all := []replace.Source{traceAt(s.path), {Path: word, What: "picture"}, {Path: s.saved, What: "workspace"}}
	if s.picture == nil && s.saved == "" {
		all = append(all, replace.Source{Path: s.path + workspace.Suffix, What: "workspace"})
	}
	return all
}

// lost says what to do about err if the trace of a picture is lost.
func lost(err error) error {
	if errors.Is(err, shot.ErrLost) {
		err = fmt.Errorf("%w; say where it is with --trace PATH", err)
	}
	return err
}

package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"tiv/internal/replace"
	"tiv/report/shot"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/loader"
	"tiv/workspace/saved"
)

// subject is the input of a command: a trace, or a picture with its trace and view.
type subject struct {
	path    string        // of the trace
	picture *shot.Picture // nil for a trace
	// Flags: the path of a picture's trace, and that of a saved workspace.
	trace, saved string
}

// flags adds the flags of a subject.
func (s *subject) flags(fs *pflag.FlagSet) {
	fs.StringVar(&s.saved, "workspace", "", "Take notes and view from `FILE`; default: TRACE.workspace.json, where the window saves them")
	fs.StringVar(&s.trace, "trace", "", "`PATH` of the trace of PICTURE.png, if it has moved")
}

// find finds the trace or picture that word names. It warns of a picture whose trace
// has changed.
func (s *subject) find(word string) error {
	if tracefeed.IsStream(word) && s.trace == "" {
		s.path = word
		return nil
	}
	p, err := shot.Open(word, s.trace)
	switch {
	case err != nil:
		return lost(err)
	case p == nil:
		s.path = word
		return nil
	}
	if w := p.Warning(); w != "" {
		fmt.Fprintf(os.Stderr, "tiv: open picture: %s: %s\n", word, w)
	}
	s.path, s.picture = p.At, p
	return nil
}

// open returns a workspace of the loaded trace, with the view of the picture or of
// the saved workspace, or else at the most telling moment.
func (s *subject) open(all *loader.Loaded) (*workspace.Workspace, error) {
	ws := workspace.New(tracefeed.Title(s.path))
	ws.UpdateLoaded(all)
	switch p := s.picture; {
	case p != nil && s.saved != "":
		return nil, errors.New("--workspace cannot be used with a picture, which contains its own")
	case p != nil:
		return ws, p.Show(ws)
	case s.saved != "":
		return ws, ws.RestoreFile(s.saved, saved.Identify(s.path))
	}
	return ws, nil
}

// sources returns the files that are read; word is the argument of the command.
func (s *subject) sources(word string) []replace.Source {
	all := []replace.Source{traceAt(s.path), {Path: word, What: "picture"}, {Path: s.saved, What: "workspace"}}
	if s.picture == nil && s.saved == "" {
		all = append(all, replace.Source{Path: s.path + workspace.Suffix, What: "workspace"})
	}
	return all
}

// lost adds advice to err if the trace of a picture is lost.
func lost(err error) error {
	if errors.Is(err, shot.ErrLost) {
		err = fmt.Errorf("%w; use --trace PATH to name its place", err)
	}
	return err
}

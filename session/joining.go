package session

import (
	"context"
	"errors"
	"io/fs"
	"os"

	joins "tiv/tracefeed/parts"
)

// join writes a list of traces beside the first one, and reads it. Lists among them stand for their
// parts. If they cannot be joined, or once ctx is done meanwhile, a new file is removed.
func (r *reader) join(ctx context.Context, paths []string) openedFile {
	list, err := joins.Named(paths)
	if err != nil {
		return openedFile{err: err}
	}
	path, made, err := WriteList(list)
	if err != nil {
		return openedFile{err: errors.Join(err, removeList(path))}
	}
	if made {
		stop := context.AfterFunc(ctx, func() { removeList(path) }) // reading a part can take long
		defer stop()
	}
	f := r.read(path, "", false)
	if f.at, f.made = path, made; f.err != nil {
		f.err = errors.Join(f.err, f.removeList())
	}
	return f
}

// removeList removes the list that was written for the request, if there is one.
func (f *openedFile) removeList() error {
	if !f.made {
		return nil
	}
	return removeList(f.at)
}

// removeList removes a list if there is one.
func removeList(path string) error {
	if path == "" {
		return nil
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// WriteList writes a list of traces beside the first one, unless it is there already: made says so. An
// incomplete file has a path, too.
func WriteList(list []joins.Part) (path string, made bool, err error) {
	return joins.Keep(list, pictureFolder(list[0].Path))
}

var errOneTrace = errors.New("joining needs two traces: choose several, or open one before")

// join opens traces as one; a single one with the trace shown. It returns false if there are
// none.
func (o *Opener) join(paths []string) bool {
	if shown := o.session.Shown; len(paths) == 1 && !IsBlank(shown.Document) {
		paths = []string{shown.Path, paths[0]}
	}
	switch len(paths) {
	case 0:
		return false
	case 1:
		o.session.Messages.Fail(errOneTrace)
	default:
		o.open(Request{Paths: paths, join: true})
	}
	return true
}

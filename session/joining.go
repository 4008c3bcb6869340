package session

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	joins "tiv/tracefeed/parts"
)

// join writes a list of traces in a file of a free name beside the first one, and reads it. If
// they cannot be joined, or once ctx is done meanwhile, the file is removed.
func (r *reader) join(ctx context.Context, paths []string) openedFile {
	path, err := writeList(paths)
	if err != nil {
		return openedFile{err: errors.Join(err, removeList(path))}
	}
	stop := context.AfterFunc(ctx, func() { removeList(path) }) // reading a part can take long
	defer stop()
	f := r.read(path, "", false)
	if f.at = path; f.err != nil {
		f.err = errors.Join(f.err, removeList(path))
	}
	return f
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

// writeList writes a list of traces. It returns the path of the file, also if that is incomplete; ""
// for none.
func writeList(paths []string) (string, error) {
	first := filepath.Base(paths[0])
	folder := pictureFolder(paths[0])
	var list []joins.Part
	for _, path := range paths {
		abs, err := filepath.Abs(path)
		if err != nil {
			return "", err
		}
		list = append(list, joins.Part{Path: abs})
	}
	path := unusedPath(filepath.Join(folder, fileName(strings.TrimSuffix(first, filepath.Ext(first)))+joins.Extension))
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return "", err
	}
	_, err = f.Write(joins.Append(nil, folder, list))
	return path, errors.Join(err, f.Close())
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

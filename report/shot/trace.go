package shot

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tiv/tracefeed"
	"tiv/workspace/saved"
)

// Trace identifies the trace of a picture, with paths to find it again.
type Trace struct {
	saved.Identity
	// Path is absolute; for a trace that is no file, it is the word by which it
	// was opened.
	Path string `json:"path"`
	// Relative leads from the folder of the picture to the trace, with slashes.
	Relative string `json:"relative,omitempty"`
	// Size is in bytes; 0 if the trace is no file.
	Size int64 `json:"size,omitempty"`
}

// ErrLost says that the trace of a picture was not found.
var ErrLost = errors.New("its trace was not found")

// TraceAt returns the identity of the trace at path, for a picture that will be
// at some path.
func TraceAt(path, picture string) Trace {
	t := Trace{Identity: saved.Identify(path), Path: path}
	st, err := os.Stat(path)
	if err != nil {
		return t
	}
	if st.Mode().IsRegular() {
		t.Size = st.Size()
	}
	if abs, err := filepath.Abs(path); err == nil {
		t.Path = abs
	}
	if dir, err := filepath.Abs(filepath.Dir(picture)); err == nil {
		if rel, err := filepath.Rel(dir, t.Path); err == nil {
			t.Relative = filepath.ToSlash(rel)
		}
	}
	return t
}

// find looks for the trace of the picture at a path: at its former path, in the
// same place relative to the picture, and beside the picture. It prefers the
// file with the same checksum; differs is set if only another file exists. The
// error is an ErrLost.
func (t *Trace) find(picture string) (path string, differs bool, err error) {
	if tracefeed.IsStream(t.Path) { // no picture makes TIV use the network
		return "", false, fmt.Errorf("%w: it came from %s and was not saved", ErrLost, tracefeed.Title(t.Path))
	}
	for _, p := range t.places(picture) {
		switch id := saved.Identify(p); {
		case id.Sum == "": // no file
		case t.Same(id):
			return p, false, nil
		case path == "":
			path, differs = p, true
		}
	}
	switch {
	case path != "":
		return path, differs, nil
	case t.Sum == "" && !filepath.IsAbs(t.Path): // it never was a file
		return t.Path, false, nil
	}
	return "", false, fmt.Errorf("%w: %s, made at %s", ErrLost, t.Name, t.Path)
}

// places lists the possible paths of the trace, the best first.
func (t *Trace) places(picture string) []string {
	dir := filepath.Dir(picture)
	var list []string
	if filepath.IsAbs(t.Path) {
		list = append(list, t.Path)
	}
	if t.Relative != "" {
		list = append(list, filepath.Join(dir, filepath.FromSlash(t.Relative)))
	}
	return append(list, filepath.Join(dir, filepath.Base(t.Name)))
}

// is reports whether the file at path is the trace.
func (t *Trace) is(path string) bool { return t.Same(saved.Identify(path)) }

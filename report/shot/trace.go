package shot

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tiv/workspace/cache"
)

// Trace says which trace a picture shows, and how to find it again.
type Trace struct {
	Name string `json:"name"`
	// Path is absolute; of what is no file, the word by which it was opened.
	Path string `json:"path"`
	// Relative leads from the folder of the picture to the trace, with slashes.
	Relative string `json:"relative,omitempty"`
	// Size and Sum are the trace's length in bytes and checksum (cache.Sum);
	// nothing if it is no file.
	Size int64  `json:"size,omitempty"`
	Sum  string `json:"sum,omitempty"`
}

// ErrLost says that the trace of a picture is not where it was.
var ErrLost = errors.New("its trace is not found")

// TraceAt returns what a picture, which will be at some path, has to say about
// the trace at path.
func TraceAt(path, picture string) Trace {
	t := Trace{Name: filepath.Base(path), Path: path}
	if _, err := os.Stat(path); err != nil {
		return t
	}
	if abs, err := filepath.Abs(path); err == nil {
		t.Path = abs
	}
	if dir, err := filepath.Abs(filepath.Dir(picture)); err == nil {
		if rel, err := filepath.Rel(dir, t.Path); err == nil {
			t.Relative = filepath.ToSlash(rel)
		}
	}
	t.Size, t.Sum, _ = identity(path) // without them, any trace that is there will do
	return t
}

// identity returns a file's size and checksum.
func identity(path string) (size int64, sum string, err error) {
	// A pipe would wait for somebody to write into it.
	if st, err := os.Stat(path); err != nil || !st.Mode().IsRegular() {
		return 0, "", errors.Join(err, errors.New("is no file"))
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return 0, "", err
	}
	sum, err = cache.Sum(f)
	return st.Size(), sum, err
}

// Find looks for the trace of the picture at some path: where it was, in the
// same place relative to the picture, and beside the picture. It prefers the
// file with the same checksum; differs is set if there is only another one. The
// error is an ErrLost.
func (t *Trace) Find(picture string) (path string, differs bool, err error) {
	for _, p := range t.places(picture) {
		_, sum, err := identity(p)
		if err != nil {
			continue
		}
		if t.Sum == "" || sum == t.Sum {
			return p, false, nil
		}
		if path == "" {
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

// places are where the trace may be, the best first.
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

// Is reports whether the file at path is the trace.
func (t *Trace) Is(path string) bool {
	if t.Sum == "" {
		return true
	}
	_, sum, err := identity(path)
	return err == nil && sum == t.Sum
}

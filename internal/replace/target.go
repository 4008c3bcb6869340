package replace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Kind is a kind of file that TIV writes.
type Kind struct {
	// Name is the name in messages, with its article: "a trace.bin".
	Name string
	// Has reports whether the start of a file, up to sniffLen bytes, is that of
	// this kind.
	Has func(start []byte) bool
	// Text is whether a terminal can show the file.
	Text bool
}

// sniffLen is the number of bytes that determine the kind of a file.
const sniffLen = 512

// Magic returns a kind of files that begin with start.
func Magic(name, start string) Kind {
	return Kind{Name: name, Has: func(b []byte) bool { return bytes.HasPrefix(b, []byte(start)) }}
}

// Source is a file that is read.
type Source struct {
	Path string
	// What is the role of the file in messages: "trace".
	What string
}

// ErrForeign is the error for a file of another kind at the target's path.
var ErrForeign = errors.New("choose another name")

// Check returns an error if no file must be written at path: without its folder,
// over a folder, over one of the sources, under any name, or, with an ErrForeign, over a non-empty
// file of another kind. It does not check files that are not regular.
func Check(path string, kind Kind, sources ...Source) error {
	st, err := os.Stat(path)
	switch {
	case err != nil:
		return checkFolder(filepath.Dir(path))
	case st.IsDir():
		return errors.New("is a directory")
	case !st.Mode().IsRegular():
		return nil
	}
	if err := Distinct(st, sources...); err != nil {
		return err
	}
	start, err := begin(path)
	switch {
	case err != nil:
		return fmt.Errorf("cannot be read to determine its kind: %w; %w", Bare(err), ErrForeign)
	case len(start) > 0 && !kind.Has(start):
		return fmt.Errorf("exists and is not %s; %w", kind.Name, ErrForeign)
	}
	return nil
}

// Distinct returns an error if a file is one of the sources.
func Distinct(st os.FileInfo, sources ...Source) error {
	for _, s := range sources {
		if of, err := os.Stat(s.Path); err == nil && os.SameFile(st, of) {
			return fmt.Errorf("is the %s that is read; choose another name", s.What)
		}
	}
	return nil
}

// checkFolder returns an error if dir is no folder.
func checkFolder(dir string) error {
	switch st, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("no such directory")
	case err == nil && !st.IsDir():
		return syscall.ENOTDIR
	default:
		return Bare(err)
	}
}

// begin returns the first bytes of a file.
func begin(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	start := make([]byte, sniffLen)
	n, err := io.ReadFull(f, start)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return start[:n], err
}

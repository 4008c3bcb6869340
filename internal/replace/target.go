package replace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// Kind is a kind of file that TIV writes.
type Kind struct {
	// Name is the name in messages, with its article: "a trace.bin".
	Name string
	// Has reports whether the start of a file, up to sniffLen bytes, is that of
	// this kind.
	Has func(start []byte) bool
}

// sniffLen is the number of bytes that determine the kind of a file.
const sniffLen = 512

// Magic returns a kind of files that begin with start.
func Magic(name, start string) Kind {
	return Kind{name, func(b []byte) bool { return bytes.HasPrefix(b, []byte(start)) }}
}

// Source is a file that is read.
type Source struct {
	Path string
	// What is the role of the file in messages: "trace".
	What string
}

// ErrForeign is the error for a file of another kind at the target's path.
var ErrForeign = errors.New("choose another name")

// Check returns an error if the file at path must not be replaced: one of the
// sources, under any name, or, with an ErrForeign, a non-empty file of another
// kind. It does not check files that are not regular.
func Check(path string, kind Kind, sources ...Source) error {
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() {
		return nil
	}
	for _, s := range sources {
		if of, err := os.Stat(s.Path); err == nil && os.SameFile(st, of) {
			return fmt.Errorf("is the %s that is read; choose another name", s.What)
		}
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

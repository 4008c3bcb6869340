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
	// Name stands in messages, with its article: "a trace.bin".
	Name string
	// Has reports whether a file begins like one of this kind. It gets up to
	// sniffLen bytes.
	Has func(start []byte) bool
}

// sniffLen is how much of a file decides of what kind it is.
const sniffLen = 512

// Magic returns a kind whose files begin with some bytes.
func Magic(name, start string) Kind {
	return Kind{name, func(b []byte) bool { return bytes.HasPrefix(b, []byte(start)) }}
}

// Source is a file that is read.
type Source struct {
	Path string
	// What it is, in messages: "trace".
	What string
}

// ErrForeign says that a file of another kind is where one is to be written.
var ErrForeign = errors.New("choose another name")

// Check returns an error if the file at path must not be replaced: one of the
// sources, under whatever name, or, with an ErrForeign, a file of another kind
// that is not empty. What is no regular file is for others to judge.
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
		return fmt.Errorf("cannot be read to see what it is: %w; %w", Bare(err), ErrForeign)
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

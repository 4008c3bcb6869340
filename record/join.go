package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

const (
	// headerLen is the length of the header of each Go trace, in bytes.
	headerLen = 16
	// partBefore is behind the name of the part before of a recording that keeps
	// only its last part.
	partBefore = "~"
)

// written reports whether a program wrote a trace, or a part of it.
func written(path string) bool {
	for _, p := range []string{path, path + partBefore} {
		if _, err := os.Stat(p); err == nil {
			return true
		}
	}
	return false
}

// join makes one trace of the two parts of a recording that keeps only its last
// part: each generation of a Go trace can be read by itself, so those of the last
// part follow the others. A program that was killed may have left only the part
// before.
func join(path string) error {
	before, err := os.OpenFile(path+partBefore, os.O_WRONLY|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = appendGenerations(before, path)
		err = errors.Join(err, before.Close())
	}
	if err == nil {
		err = os.Rename(path+partBefore, path)
	}
	if err != nil {
		return fmt.Errorf("join the parts of the trace: %w", err)
	}
	return nil
}

// appendGenerations appends the trace at path without its header, if there is one.
func appendGenerations(to io.Writer, path string) error {
	last, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer last.Close()
	if _, err := last.Seek(headerLen, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(to, last)
	return err
}

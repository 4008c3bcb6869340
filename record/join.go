package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
)

const (
	// headerLen is the length of the header of each Go trace, in bytes.
	headerLen = 16
	// partBefore is behind the name of the part before of a recording that keeps
	// only its last part.
	partBefore = ".tiv-before"
)

// parts returns the files that a recording at path consists of while the program
// runs.
func (r *recording) parts(path string) []string {
	if r.Keep > 0 {
		return []string{path, path + partBefore}
	}
	return []string{path}
}

// removeOld removes what an earlier recording left at the name of the trace.
func (r *recording) removeOld() error {
	for _, part := range r.parts(r.out) {
		if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w", err)
		}
	}
	return nil
}

// written reports whether the program wrote a part of the trace at least.
func (r *recording) written() bool {
	return slices.ContainsFunc(r.parts(r.out), func(part string) bool {
		_, err := os.Stat(part)
		return err == nil
	})
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
		err = appendPart(before, path, headerLen)
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

// appendPart appends the file at path without its first bytes, if there is one.
func appendPart(to io.Writer, path string, skipped int64) error {
	last, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer last.Close()
	if _, err := last.Seek(skipped, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(to, last)
	return err
}

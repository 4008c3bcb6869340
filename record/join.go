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
	partBefore = ".tiv-before"
)

// A partedTrace is a trace that a program may write in two parts.
type partedTrace struct {
	path string
	keep bool // only the last part is kept, so there are two
}

// parted returns the trace at a path.
func (o *Options) parted(path string) partedTrace { return partedTrace{path, o.Keep > 0} }

// parts returns the files of the trace while the program runs.
func (p partedTrace) parts() []string {
	if p.keep {
		return []string{p.path, p.path + partBefore}
	}
	return []string{p.path}
}

// remove removes what an earlier recording left at the name of the trace.
func (p partedTrace) remove() error {
	for _, part := range p.parts() {
		if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w", err)
		}
	}
	return nil
}

// written reports whether the program wrote a part of the trace at least.
func (p partedTrace) written() bool {
	for _, part := range p.parts() {
		if _, err := os.Stat(part); err == nil {
			return true
		}
	}
	return false
}

// join makes one trace of the two parts of a recording that keeps only its last
// part: each generation of a Go trace can be read by itself, so those of the last
// part follow the others. A program that was killed may have left only the part
// before.
func (p partedTrace) join() error {
	if !p.keep {
		return nil
	}
	path := p.path
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

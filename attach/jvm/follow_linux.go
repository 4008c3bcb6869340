package jvm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// follower copies the files of a machine's recorder, one after the other, to one file.
// That is a complete recording after each copy.
//
// A file is one chunk. Its header has the length of its valid part, and is
// written anew with each flush; so the header is copied last.
type follower struct {
	folder string
	out    *os.File
	old    map[string]bool // files that are not copied, or not any more
	chunks []*chunk        // in the order of their names, and so of time
	start  int64           // of the first of chunks, in out
}

// chunk is a file that the machine writes. It stays open, because the machine removes it
// when the recording ends.
type chunk struct {
	name string
	file *os.File
	size int64 // copied so far
	done bool  // the machine has completed it
}

// The header of a chunk.
const (
	headerLen = 68
	magic     = "FLR\x00"
	sizeAt    = 8
	// metadataAt is where the position of the descriptions of events is: 0 before the
	// first flush.
	metadataAt = 24
	stateAt    = 64
	complete   = 0   // a state: the chunk is complete
	updating   = 255 // a state: the header is being written
)

// ignorePresent ignores the files of earlier recordings.
func (f *follower) ignorePresent() {
	for _, name := range f.names() {
		f.old[name] = true
	}
}

func (f *follower) names() []string {
	if f.folder == "" {
		return nil
	}
	names, _ := fs.Glob(os.DirFS(f.folder), "*.jfr") // the folder's own name is no pattern
	for i, name := range names {
		names[i] = filepath.Join(f.folder, name)
	}
	slices.Sort(names)
	return names
}

// copied reports whether the file has a part of the recording.
func (f *follower) copied() bool { return f.start > 0 || len(f.chunks) > 0 && f.chunks[0].size > 0 }

// copy copies the new data of the machine.
func (f *follower) copy() error {
	for _, name := range f.names() {
		if f.old[name] {
			continue
		}
		file, err := os.Open(name)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		f.old[name] = true
		f.chunks = append(f.chunks, &chunk{name: name, file: file})
	}
	for len(f.chunks) > 0 {
		c := f.chunks[0]
		if err := c.copyTo(f.out, f.start); err != nil {
			return err
		}
		if len(f.chunks) == 1 || !c.done {
			return nil
		}
		f.next()
	}
	return nil
}

// next leaves the first chunk.
func (f *follower) next() {
	c := f.chunks[0]
	f.start += c.size
	c.file.Close()
	f.chunks = f.chunks[1:]
}

// finish copies the rest, after the recording was stopped or the machine has ended. The
// chunk of a killed machine ends with its last flush.
func (f *follower) finish() error {
	err := f.copy()
	for len(f.chunks) > 0 {
		if err == nil {
			err = f.chunks[0].copyTo(f.out, f.start)
		}
		f.next()
	}
	return err
}

// copyTo copies the new part of the chunk to its place in a file.
func (c *chunk) copyTo(out *os.File, at int64) error {
	var header, again [headerLen]byte
	if n, err := c.file.ReadAt(header[:], 0); n < headerLen {
		if err == io.EOF {
			return nil // not begun
		}
		return err
	}
	long := func(at int) int64 { return int64(binary.BigEndian.Uint64(header[at:])) }
	size := long(sizeAt)
	if string(header[:len(magic)]) != magic || header[stateAt] == updating || long(metadataAt) == 0 || size < max(headerLen, c.size) {
		return nil
	}
	if size > c.size {
		from := max(headerLen, c.size)
		n, err := io.Copy(io.NewOffsetWriter(out, at+from), io.NewSectionReader(c.file, from, size-from))
		if err != nil {
			return err
		}
		if n < size-from {
			return nil // the header is ahead of the file
		}
	}
	if _, err := c.file.ReadAt(again[:], 0); err != nil || !bytes.Equal(header[:], again[:]) {
		return err // it has changed meanwhile: the next time
	}
	c.done = header[stateAt] == complete
	header[stateAt] = complete
	c.size = size
	_, err := out.WriteAt(header[:], at)
	return err
}

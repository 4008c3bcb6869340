package binfeed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"tiv/tracefeed"
)

// Amend changes the names of a trace that its recorder has written: change gets its tables,
// and may replace frames, stacks, threads and monitors of theirs, and add frames. The new names
// follow the other chunks in the file. A trace that lacks its end does so afterwards. The
// error is ErrTooLarge if the file would have more than some bytes, 0 for no limit: then it
// stays as it is.
func Amend(path string, most int64, change func(*tracefeed.Tables)) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	err = amend(file, most, change)
	if e := file.Close(); err == nil {
		err = e
	}
	if err != nil {
		return fmt.Errorf("amend the names of a trace: %w", err)
	}
	return nil
}

// ErrTooLarge is the error for a trace that would exceed a maximum size.
var ErrTooLarge = errors.New("the trace would exceed its maximum size")

func amend(file *os.File, most int64, change func(*tracefeed.Tables)) error {
	st, err := file.Stat()
	if err != nil {
		return err
	}
	f, err := Open(file, st.Size())
	if err != nil {
		return err
	}
	w, flags, err := f.goOn()
	if err != nil {
		return err
	}
	now := f.names.tables
	before := now.Snapshot()
	now.Frames, now.Stacks = slices.Clone(now.Frames), slices.Clone(now.Stacks)
	change(now)
	var added bytes.Buffer
	from := w.offset
	w.w = &added
	if err := w.differences(&before, now, flags); err != nil {
		return err
	}
	if f.complete {
		if err := w.finish(); err != nil {
			return err
		}
	}
	if most > 0 && w.offset > most {
		return ErrTooLarge
	}
	if _, err := file.WriteAt(added.Bytes(), from); err != nil {
		return err
	}
	return file.Truncate(w.offset)
}

// goOn returns a writer of the chunks that follow those of a file, and the flags of their names. It has no
// output yet.
func (f *File) goOn() (w *Writer, flags uint8, err error) {
	w = &Writer{header: f.header, offset: fileHeaderLen}
	for i := range f.places {
		p := &f.places[i]
		if p.gap || p.offset != w.offset || p.sequence != w.sequence || p.kind == chunkIndex || p.kind == chunkEnd {
			return nil, 0, fmt.Errorf("byte %d: chunks are missing", w.offset)
		}
		if p.kind == chunkMeta {
			flags |= p.flags & flagComplete // readers then read no other names
		}
		w.indexed(p.offset, p.append(nil))
		w.offset += p.size()
		w.sequence++
	}
	return w, flags, nil
}

// End writes the index and the end of a trace that lacks them, and is known to be whole. A trace that has
// an end, or lacks chunks, stays as it is.
func End(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(end(file), file.Close())
}

func end(file *os.File) error {
	st, err := file.Stat()
	if err != nil {
		return err
	}
	f, err := Open(file, st.Size())
	if err != nil || f.complete {
		return err
	}
	w, _, err := f.goOn()
	if err != nil || w.offset != st.Size() {
		return nil // readers say what is missing
	}
	w.w = io.NewOffsetWriter(file, w.offset)
	return w.finish()
}

// differences writes the frames, stacks, threads and monitors that changed.
func (w *Writer) differences(before, now *tracefeed.Tables, flags uint8) error {
	r := records{writer: w, flags: flags}
	for id := 1; id < len(now.Frames); id++ {
		if id >= len(before.Frames) || before.Frames[id] != now.Frames[id] {
			r.frame(id, now.Frames[id])
		}
	}
	for id := 1; id < len(now.Stacks); id++ {
		if id >= len(before.Stacks) || !slices.Equal(before.Stacks[id], now.Stacks[id]) {
			r.stack(id, now.Stacks[id])
		}
	}
	for id := 1; id < len(now.Threads); id++ {
		if id >= len(before.Threads) || before.Threads[id] != now.Threads[id] {
			r.thread(id, now.Threads[id])
		}
	}
	for id := 1; id < len(now.Monitors); id++ {
		if id >= len(before.Monitors) || before.Monitors[id] != now.Monitors[id] {
			r.monitor(id, now.Monitors[id])
		}
	}
	return w.meta(&r)
}

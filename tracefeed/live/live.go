package live

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// Options describe the writer of a file. The zero value knows nothing of it.
type Options struct {
	// Finished reports whether the writer has completed a file of size bytes, by
	// its contents. It may be nil.
	Finished func(f io.ReaderAt, size int64) bool
	// PID is the process id of the writer, 0 if unknown. Began is a moment at which
	// the process was running: it distinguishes it from a later process with
	// the same id.
	PID   int
	Began time.Time
	// Quiet is the time without growth until the file counts as ended,
	// unless a process is known to have it open. 0 means DefaultQuiet.
	Quiet time.Duration
}

// DefaultQuiet is the default of Options.Quiet. The recorders of TIV write ten
// times a second even if nothing happens.
const DefaultQuiet = 5 * time.Second

// The intervals of looking for growth follow the time since the last growth.
// After checkAfter without growth, the writer and the file's path are checked
// too.
const (
	shortestPoll = 20 * time.Millisecond
	longestPoll  = time.Second
	pollShare    = 8
	checkAfter   = 500 * time.Millisecond
)

// startLen is the number of bytes that identify a file.
const startLen = 64

// ErrChanged is the error of a file that was truncated or replaced while it was
// read.
var ErrChanged = errors.New("the file changed while it was read")

// Reader reads a growing file from its start. Read blocks at the end of the file
// until it grows, and returns io.EOF when it has ended:
//
//   - at once if Options.Finished says so, or if a process that had the file open
//     is gone;
//   - otherwise after Options.Quiet without growth, unless the writer has the
//     file open.
//
// Read returns an error if the file is truncated or replaced, and the error of the
// context once it is done. A Reader belongs to one goroutine, except for Grown.
type Reader struct {
	Options
	ctx    context.Context
	file   *os.File
	start  []byte       // first bytes of the file
	at     int64        // number of bytes read
	grown  atomic.Int64 // time of the last growth, in nanoseconds since 1970
	writer writer
	waited bool // since the last successful Read
}

// NewReader returns a reader of file. The caller closes the file after the last
// Read. The error is about reading the start of the file.
func NewReader(ctx context.Context, file *os.File, o Options) (*Reader, error) {
	if o.Quiet == 0 {
		o.Quiet = DefaultQuiet
	}
	r := &Reader{Options: o, ctx: ctx, file: file, writer: writer{pid: o.PID, began: o.Began}}
	st, err := file.Stat()
	if err != nil {
		return nil, err
	}
	r.start = make([]byte, min(st.Size(), startLen))
	if _, err := file.ReadAt(r.start, 0); err != nil {
		return nil, err
	}
	r.grown.Store(min(st.ModTime().UnixNano(), time.Now().UnixNano()))
	return r, nil
}

// Grown returns the time of the last growth; before the first, when the file was
// last written. It is safe for concurrent use.
func (r *Reader) Grown() time.Time { return time.Unix(0, r.grown.Load()) }

// Read returns the next bytes.
func (r *Reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for {
		if err := r.ctx.Err(); err != nil {
			return 0, err
		}
		n, err := r.file.ReadAt(p, r.at)
		if n > 0 {
			return r.accept(n)
		}
		if err != io.EOF {
			return 0, err
		}
		if err := r.checkEnd(); err != nil {
			return 0, err
		}
		r.sleep()
	}
}

// accept takes over n bytes that were read. After a wait they may belong to
// another trace, written into the same file.
func (r *Reader) accept(n int) (int, error) {
	if r.waited {
		if err := r.checkStart(); err != nil {
			return 0, err
		}
		r.waited = false
		r.grown.Store(time.Now().UnixNano())
	}
	r.at += int64(n)
	return n, nil
}

func (r *Reader) checkStart() error {
	start := make([]byte, len(r.start))
	if _, err := r.file.ReadAt(start, 0); err != nil && err != io.EOF {
		return err
	}
	if !bytes.Equal(start, r.start) {
		return fmt.Errorf("%w: it was written anew from its start", ErrChanged)
	}
	return nil
}

// checkEnd returns io.EOF if all of the file was read and it has ended, or an
// error if the file has changed; nil if there may be more.
func (r *Reader) checkEnd() error {
	idle := time.Since(r.Grown())
	checked := idle >= checkAfter
	state := unknown
	if checked { // before the size: a writer that is gone has written everything
		state = r.writer.check(r.file)
	}
	st, err := r.file.Stat()
	switch {
	case err != nil:
		return err
	case st.Size() < r.at:
		return r.truncated(st.Size())
	case st.Size() > r.at:
		return nil
	case r.Finished != nil && r.Finished(r.file, st.Size()):
		return io.EOF
	case !checked:
		return nil
	}
	if path, err := os.Stat(r.file.Name()); err == nil && !os.SameFile(path, st) {
		return fmt.Errorf("%w: another file has taken its place", ErrChanged)
	}
	if state == gone || state == unknown && idle >= r.Quiet {
		return io.EOF
	}
	return nil
}

// truncated returns the error of a file that is shorter than the part read of it.
func (r *Reader) truncated(size int64) error {
	return fmt.Errorf("%w: it was cut from %d to %d bytes", ErrChanged, r.at, size)
}

// sleep waits for the next look at the file, or the end of the context.
func (r *Reader) sleep() {
	r.waited = true
	timer := time.NewTimer(min(max(time.Since(r.Grown())/pollShare, shortestPoll), longestPoll))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.ctx.Done():
	}
}

// Resume waits, after Read has returned io.EOF, until the file has grown beyond
// the part read, and returns nil; or the error of ctx, in place of the
// reader's context, or one that says that the file has changed. It costs a system
// call a second.
func (r *Reader) Resume(ctx context.Context) error {
	timer := time.NewTicker(longestPoll)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
		}
		st, err := r.file.Stat()
		switch {
		case err != nil:
			return err
		case st.Size() < r.at:
			return r.truncated(st.Size())
		case st.Size() > r.at:
			return r.checkStart()
		}
	}
}

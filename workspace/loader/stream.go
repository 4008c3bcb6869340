package loader

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"tiv/tracefeed"
)

// slowRead is the time that a read waits for a stream that is written more slowly than it is
// read. Such a stream is followed; another one is a trace like one in a file.
const slowRead = 100 * time.Millisecond

// stream is the growth of bytes that can be read only once: of a pipe, a socket, or the body
// of an answer of HTTP. They are copied to an unnamed file if their format reads a trace as a
// whole.
type stream struct {
	name   string
	source io.Reader
	end    func() error // closes source, once
	in     *bufio.Reader
	// grown is the time of the last bytes, waiting the start of the present read, 0 if there
	// is none; both in nanoseconds since 1970.
	grown, waiting atomic.Int64
	slow           atomic.Bool // a read has waited
	spool          *os.File    // nil if there is none
	// copied is closed once the spool has all bytes; failed is the error before their end.
	copied chan struct{}
	failed error
}

// OpenStream reads a trace from a stream, and closes it in the end. Errors of its contents
// come from Wait. name is its origin, for messages. The caller closes the loader.
func OpenStream(source io.ReadCloser, name string, o Options) *Loader {
	l := newLoader(name, nil, o)
	l.openStream(source)
	go l.run()
	return l
}

// openStream makes a stream the trace of the loader.
func (l *Loader) openStream(source io.ReadCloser) {
	s := &stream{name: l.name, source: source, end: sync.OnceValue(source.Close), copied: make(chan struct{})}
	s.in = bufio.NewReaderSize(s, 1<<16)
	s.grown.Store(time.Now().UnixNano())
	context.AfterFunc(l.ctx, func() { s.end() })
	l.growing = &growing{growth: s}
	l.files = append(l.files, s)
}

// closable returns f such that closing it ends a Read. The system does not end a Read of some
// files that other programs have opened, such as a socket in standard input: for those a
// goroutine reads f, and remains with it until bytes arrive.
func closable(f *os.File) io.ReadCloser {
	if !errors.Is(f.SetReadDeadline(time.Time{}), os.ErrNoDeadline) {
		return f
	}
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, f)
		w.CloseWithError(err)
		f.Close()
	}()
	return r
}

// Read reads the stream.
func (s *stream) Read(p []byte) (int, error) {
	s.waiting.Store(time.Now().UnixNano())
	n, err := s.source.Read(p)
	s.grows() // it may have waited for longer
	s.waiting.Store(0)
	if n > 0 {
		s.grown.Store(time.Now().UnixNano())
	}
	return n, err
}

// Close closes the stream, and its copy.
func (s *stream) Close() error {
	err := s.end()
	if s.spool != nil {
		<-s.copied
		err = errors.Join(err, s.spool.Close())
	}
	return err
}

// Open is described at growth. The stream must not have been opened before.
func (s *stream) Open(ctx context.Context) (*tracefeed.Source, error) {
	context.AfterFunc(ctx, func() { s.end() }) // ends a Read
	return tracefeed.OpenInput(tracefeed.Input{Name: s.name, Reader: s.in, Stream: true}, Formats())
}

// Whole is described at growth. If the copy cannot be made, the trace is shown once it is
// complete.
func (s *stream) Whole() bool {
	start, _ := s.in.Peek(tracefeed.SniffLen)
	if !readsWhole(start) {
		return false
	}
	f, err := unnamedFile()
	if err != nil {
		return false
	}
	s.spool = f
	go func() {
		defer close(s.copied)
		_, s.failed = io.Copy(f, s.in)
	}()
	return true
}

// Now is described at growth.
func (s *stream) Now() (tracefeed.Input, error) {
	ended := s.Finished() // before the size is known
	in, err := soFar(s.name, s.spool)
	if err == nil && ended && s.failed != nil {
		in.Reader, in.At = io.MultiReader(in.Reader, broken{s.failed}), nil
	}
	return in, err
}

// broken is the end of a stream that ends with an error.
type broken struct{ error }

func (b broken) Read([]byte) (int, error) { return 0, b.error }

// Finished is described at growth.
func (s *stream) Finished() bool {
	select {
	case <-s.copied:
		return true
	default:
		return false
	}
}

// Grown is described at growth.
func (s *stream) Grown() time.Time { return time.Unix(0, s.grown.Load()) }

// Resume returns an error: a stream that has ended does not grow.
func (s *stream) Resume(context.Context) error { return errEnded }

func (s *stream) grows() bool {
	if at := s.waiting.Load(); at > 0 && time.Since(time.Unix(0, at)) > slowRead {
		s.slow.Store(true)
	}
	return s.slow.Load()
}

func (s *stream) key() string { return "" }

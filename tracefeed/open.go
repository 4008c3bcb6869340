package tracefeed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
)

// SniffLen is the number of bytes at a file's start that Format.Sniff receives.
const SniffLen = 64

// ReaderVersion is the version of all formats' readers. It grows whenever one
// of them returns other events for the same bytes, so that a cached copy of a
// trace from an older reader is not used.
const ReaderVersion = 2

// Format is one encoding of traces.
type Format struct {
	// Name is short and lower case: "go", "text".
	Name string
	// Sniff reports whether a file is of this format by its first bytes:
	// SniffLen, or fewer in a short file.
	Sniff func(start []byte) bool
	// Open starts to read r. The feed owns nothing but r.
	Open func(r io.Reader) (Feed, error)
}

// Source is an opened trace: its feed, and the number of bytes read.
type Source struct {
	Feed
	// Name is the path or other origin of the trace, for messages.
	Name string
	// Size is the length of the trace in bytes.
	Size   int64
	read   atomic.Int64
	closer io.Closer
}

// Read returns the number of bytes read so far. It is safe for concurrent use.
func (s *Source) Read() int64 { return s.read.Load() }

// Interrupt closes the file that Open opened, so that a Next blocked in reading
// it, as from a pipe, returns an error. It is safe for concurrent use.
func (s *Source) Interrupt() error {
	if s.closer == nil {
		return nil
	}
	if err := s.closer.Close(); !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}

// Close closes the file that Open opened, and the feed.
func (s *Source) Close() error {
	return errors.Join(s.Interrupt(), s.Feed.Close())
}

// Open opens the trace at path with the first format that recognizes its first
// bytes. An error names the path; one about the content is a *Damage.
func Open(path string, formats []Format) (*Source, error) {
	f, err := OpenPath(path)
	if err != nil {
		return nil, err
	}
	return OpenFile(f, formats)
}

// OpenPath opens the file of a trace.
func OpenPath(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open trace: %s: %w", path, bare(err))
	}
	return f, nil
}

// OpenFile opens the trace in f, a file from OpenPath of which nothing has been
// read except by ReadAt. It closes f on an error.
func OpenFile(f *os.File, formats []Format) (*Source, error) {
	s, err := openFile(f.Name(), f, formats)
	if err != nil {
		f.Close()
		return nil, err
	}
	s.closer = f
	return s, nil
}

func openFile(path string, f *os.File, formats []Format) (*Source, error) {
	st, err := f.Stat()
	if err == nil && st.IsDir() {
		err = errors.New("is a directory")
	}
	if err != nil {
		return nil, fmt.Errorf("open trace: %s: %w", path, bare(err))
	}
	return OpenReader(path, f, st.Size(), formats)
}

// OpenReader opens a trace of size bytes from r. The name is used in messages
// only, the size for progress only.
func OpenReader(name string, r io.Reader, size int64, formats []Format) (*Source, error) {
	s := &Source{Name: name, Size: size}
	if err := s.open(r, formats); err != nil {
		return nil, fmt.Errorf("open trace: %s: %w", name, bare(err))
	}
	return s, nil
}

// open detects the format and opens the feed.
func (s *Source) open(r io.Reader, formats []Format) error {
	br := bufio.NewReaderSize(&counter{r, &s.read}, 1<<16)
	start, err := br.Peek(SniffLen)
	if len(start) == 0 {
		if err == io.EOF {
			err = &Damage{Err: errors.New("the file is empty")}
		}
		return err
	}
	for _, format := range formats {
		if !format.Sniff(start) {
			continue
		}
		s.Feed, err = format.Open(br)
		return err
	}
	return &Damage{Err: fmt.Errorf("not a trace: it starts with %q; known formats: %s",
		start[:min(len(start), 16)], names(formats))}
}

func names(formats []Format) string {
	list := make([]string, len(formats))
	for i, f := range formats {
		list[i] = f.Name
	}
	return strings.Join(list, ", ")
}

// bare strips the operation and path that package os puts before the cause,
// because the message already has them.
func bare(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// counter counts the bytes that are read through it.
type counter struct {
	r io.Reader
	n *atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

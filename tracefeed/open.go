package tracefeed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
)

// SniffLen is the number of bytes at a file's start that Format.Sniff receives
// first, SniffFar the number that it receives if no format recognizes those: a
// thread dump can follow other lines of a log.
const (
	SniffLen = 64
	SniffFar = 1 << 20
)

// ReaderVersion is the version of all formats' readers. It grows whenever one
// of them returns other events or names for the same bytes, so that a cached copy of a
// trace from an older reader is not used.
const ReaderVersion = 9

// Input is the bytes of a trace. A format reads them in order, or at random if
// the input can; it closes nothing.
type Input struct {
	// Name is the path or other origin, for messages.
	Name string
	// Reader reads the trace from its start.
	Reader io.Reader
	// At reads Size bytes at random; nil if the input can only be read in
	// order, as a pipe.
	At io.ReaderAt
	// Size is the length in bytes, as far as it is known; it may grow.
	Size int64
	// Stream: the trace comes from a pipe or the like, and may have no end.
	Stream bool
}

// Format is one encoding of traces.
type Format struct {
	// Name is short and lower case: "go", "text".
	Name string
	// Sniff reports whether a file is of this format by its first bytes: SniffLen
	// or SniffFar of them, or fewer in a short file.
	Sniff func(start []byte) bool
	// Whole says that the feed reads all of its input before its first event, so that a
	// growing trace has to be read again.
	Whole bool
	// Random reports by a file's first bytes whether Open needs Input.At; nil if it never
	// does.
	Random func(start []byte) bool
	// Open starts to read a trace. The feed owns nothing but the input.
	Open func(in Input) (Feed, error)
	// Choose returns the format of a trace by its name, too, in place of this one, which is then
	// only a choice of formats; nil for a format with an encoding of its own.
	Choose func(name string, start []byte) (Format, bool)
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
	spool  io.Closer // a copy of the trace; nil if there is none
	// packed is the damage of a compressed file.
	packed atomic.Pointer[Damage]
}

// Batch is that of the feed. If the contents of a compressed file end early, the error says
// why.
func (s *Source) Batch(used []Event) ([]Event, error) {
	events, err := s.Feed.Batch(used)
	if damage := s.packed.Load(); err != nil && damage != nil {
		err = damage
	}
	return events, err
}

// Read returns the number of bytes read so far. It is safe for concurrent use.
func (s *Source) Read() int64 {
	if e, ok := s.Feed.(extended); ok {
		read, _ := e.Extent()
		return read
	}
	return s.read.Load()
}

// extended is the feed of several files.
type extended interface {
	// Extent returns the numbers of bytes read so far, and of all files. It is safe for
	// concurrent use.
	Extent() (read, size int64)
	// Files returns the paths of the files.
	Files() []string
}

// interrupted is a feed that may wait for something else than its input.
type interrupted interface {
	// Interrupt makes a Batch return an error. It is safe for concurrent use.
	Interrupt()
}

// repeated is a feed that may give other events for the same bytes the next time.
type repeated interface{ Varies() bool }

// Varies reports whether the same bytes may give other events the next time, so that what was
// read must not be cached. It is known at the end of the feed.
func (s *Source) Varies() bool {
	r, ok := s.Feed.(repeated)
	return ok && r.Varies()
}

// Files returns the paths of the files that a list of traces names; nil for another trace.
func (s *Source) Files() []string {
	if e, ok := s.Feed.(extended); ok {
		return e.Files()
	}
	return nil
}

// Interrupt closes the file that Open opened, so that a Batch blocked in reading
// it, as from a pipe, returns an error. It is safe for concurrent use.
func (s *Source) Interrupt() error {
	if i, ok := s.Feed.(interrupted); ok {
		i.Interrupt()
	}
	if s.closer == nil {
		return nil
	}
	if err := s.closer.Close(); !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}

// Close closes the file that Open opened, and the feed with all that it needs.
func (s *Source) Close() error {
	err := errors.Join(s.Interrupt(), s.Feed.Close())
	if s.spool != nil {
		err = errors.Join(err, s.spool.Close())
	}
	return err
}

// StandardInput is the name of the trace in standard input.
const StandardInput = "-"

// IsURL reports whether the name of a trace is a URL to fetch it from.
func IsURL(name string) bool {
	return strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://")
}

// IsAddress reports whether the name of a trace is an address at which programs send it.
func IsAddress(name string) bool {
	return strings.HasPrefix(name, "tcp://") || strings.HasPrefix(name, "unix:")
}

// IsStream reports whether a name is that of a trace that can be read only once:
// standard input, a URL, or an address. Open opens none of them.
func IsStream(name string) bool { return name == StandardInput || IsURL(name) || IsAddress(name) }

// DemoPrefix before the name of a demo makes the name of its trace.
const DemoPrefix = "demo:"

// IsDemo reports whether a name is that of a trace bundled with TIV.
func IsDemo(name string) bool { return strings.HasPrefix(name, DemoPrefix) }

// Title returns a short name of a trace for people: the last element of its path,
// or the host of its URL.
func Title(name string) string {
	if name == StandardInput {
		return "standard input"
	}
	if u, err := url.Parse(name); err == nil && IsURL(name) {
		return u.Host
	}
	return filepath.Base(name)
}

// Open opens the trace at path with the first format that recognizes its first
// bytes. An error names the path; one about the content is a *Damage.
func Open(path string, formats []Format) (*Source, error) {
	f, err := OpenPath(path)
	if err != nil {
		return nil, err
	}
	return OpenFile(f, path, formats)
}

// OpenPath opens the file of a trace.
func OpenPath(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, openError(path, err)
	}
	return f, nil
}

// OpenFile opens the trace in f, a file of which nothing has been read except by
// ReadAt. name is the origin of the trace, for messages. It closes f on an error.
func OpenFile(f *os.File, name string, formats []Format) (*Source, error) {
	in := Input{Name: name, Reader: f}
	st, err := f.Stat()
	if err == nil && st.IsDir() {
		err = errors.New("is a directory")
	}
	if err != nil {
		f.Close()
		return nil, openError(in.Name, err)
	}
	in.Size, in.Stream = st.Size(), !st.Mode().IsRegular()
	if !in.Stream {
		in.At = f
	}
	s, err := OpenInput(in, formats)
	if err != nil {
		f.Close()
		return nil, err
	}
	s.closer = f
	return s, nil
}

// OpenInput opens a trace, compressed or not, with the first format that recognizes its
// first bytes. The errors are those of Open.
func OpenInput(in Input, formats []Format) (*Source, error) {
	s := &Source{Name: in.Name, Size: in.Size}
	err := s.open(in, formats)
	if damage := s.packed.Load(); err != nil && damage != nil {
		err = damage
	}
	if err != nil {
		return nil, openError(in.Name, err)
	}
	return s, nil
}

func (s *Source) open(in Input, formats []Format) error {
	text, changed, err := plain(&counter{in.Reader, &s.read}, &s.packed)
	if err != nil {
		return err
	}
	if changed { // the file has other bytes than the trace
		in.At, in.Size = nil, 0
	}
	buffered, format, err := detect(text, in.Name, formats)
	if err != nil {
		return err
	}
	in.Reader = buffered
	if start, _ := buffered.Peek(SniffLen); in.At == nil && format.Random != nil && format.Random(start) {
		var f *os.File
		if in, f, err = spool(in); err != nil {
			return err
		}
		s.spool = f
	}
	if s.Feed, err = format.Open(in); err != nil && s.spool != nil {
		err = errors.Join(err, s.spool.Close())
	}
	if e, ok := s.Feed.(extended); ok && err == nil {
		_, s.Size = e.Extent()
	}
	return err
}

// plain returns the contents of a file: unpacked, and a text in UTF-8. changed: they are other bytes
// than those of the file.
func plain(r io.Reader, damage *atomic.Pointer[Damage]) (text *bufio.Reader, changed bool, err error) {
	contents, packing, err := unpack(bufio.NewReaderSize(r, 1<<16), damage)
	if err != nil {
		return nil, false, err
	}
	text, changed = decode(contents)
	return text, changed || packing != "", nil
}

// Plain returns the contents of a file as formats read them: unpacked, and a text in UTF-8. They end
// where a compressed file is damaged.
func Plain(r io.Reader) (*bufio.Reader, error) {
	text, _, err := plain(r, new(atomic.Pointer[Damage]))
	return text, err
}

// Detect returns the name of the format that a trace has, as OpenInput finds it.
func Detect(in Input, formats []Format) (string, error) {
	text, err := Plain(in.Reader)
	if err != nil {
		return "", err
	}
	_, format, err := detect(text, in.Name, formats)
	return format.Name, err
}

// detect returns the first format that recognizes the name or the first bytes of a trace, and
// a reader that still has those.
func detect(r *bufio.Reader, name string, formats []Format) (*bufio.Reader, Format, error) {
	start, err := r.Peek(SniffLen)
	if len(start) == 0 {
		if err == io.EOF {
			err = &Damage{Err: errors.New("the file is empty")}
		}
		return nil, Format{}, err
	}
	if format, ok := Recognize(name, start, formats); ok {
		return r, format, nil
	}
	r = bufio.NewReaderSize(r, SniffFar)
	if start, _ = r.Peek(SniffFar); len(start) > SniffLen {
		if format, ok := Recognize(name, start, formats); ok {
			return r, format, nil
		}
	}
	if advice := AdviceOn(start); advice != "" {
		return nil, Format{}, &Damage{Err: errors.New("not a trace: " + advice)}
	}
	return nil, Format{}, &Damage{Err: fmt.Errorf("not a trace: it starts with %q; known formats: %s",
		start[:min(len(start), 16)], names(formats))}
}

// Recognize returns the first of formats that recognizes the name or the first bytes of a trace.
// One that Choose has returned is not in the list itself, but has Choose of the one that is.
func Recognize(name string, start []byte, formats []Format) (Format, bool) {
	for _, f := range formats {
		if f.Choose != nil {
			if chosen, ok := f.Choose(name, start); ok {
				chosen.Choose = f.Choose
				return chosen, true
			}
		} else if f.Sniff(start) {
			return f, true
		}
	}
	return Format{}, false
}

func names(formats []Format) string {
	var list []string
	for _, f := range formats {
		if f.Choose == nil {
			list = append(list, f.Name)
		}
	}
	return strings.Join(list, ", ")
}

// openError adds the name of the trace to an error, instead of the operation and
// path that package os puts before the cause.
func openError(name string, err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("open trace: %s: %w", name, err)
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

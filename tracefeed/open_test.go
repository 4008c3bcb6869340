package tracefeed

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakeFeed reads events that are a byte each.
type fakeFeed struct {
	in     Input
	closed error
}

func (f *fakeFeed) Header() Header  { return Header{Format: "fake"} }
func (f *fakeFeed) Tables() *Tables { return NewTables() }
func (f *fakeFeed) Close() error    { return f.closed }
func (f *fakeFeed) Batch([]Event) ([]Event, error) {
	var b [1]byte
	if _, err := io.ReadFull(f.in.Reader, b[:]); err != nil {
		return nil, err
	}
	return []Event{{Time: Time(b[0])}}, nil
}

// fake is a format whose files begin with its name.
func fake(name string) Format {
	return Format{
		Name:  name,
		Sniff: func(start []byte) bool { return bytes.HasPrefix(start, []byte(name)) },
		Open:  func(in Input) (Feed, error) { return &fakeFeed{in: in}, nil },
	}
}

func TestOpenPicksTheFormat(t *testing.T) {
	var sniffed int
	other := fake("a")
	other.Sniff = func(start []byte) bool { sniffed = len(start); return false }
	for _, size := range []int{3, SniffLen - 1, SniffLen, SniffLen + 1, 1 << 17} {
		data := bytes.Repeat([]byte("bcd"), size)[:size]
		s, err := OpenInput(Input{Name: "trace", Reader: bytes.NewReader(data), Size: int64(size)}, []Format{other, fake("bc"), fake("b")})
		if err != nil {
			t.Fatal(err)
		}
		if want := min(size, SniffLen); sniffed != want {
			t.Errorf("of %d bytes the format saw %d, want %d", size, sniffed, want)
		}
		// The sniffed bytes are read again.
		var got []byte
		for ev := range All(s) {
			got = append(got, byte(ev.Time))
		}
		if !bytes.Equal(got, data) {
			t.Errorf("of %d bytes the feed saw %d, or others", size, len(got))
		}
		if s.Read() != int64(size) || s.Size != int64(size) {
			t.Errorf("read %d of %d bytes, want %d", s.Read(), s.Size, size)
		}
	}
}

// A format that no other precedes can recognize a file by a line far from its start.
func TestOpenPicksTheFormatByALaterLine(t *testing.T) {
	late := fake("late")
	late.Sniff = func(start []byte) bool { return bytes.Contains(start, []byte("\nlate")) }
	for _, x := range []struct {
		before int
		known  bool
	}{{SniffLen, true}, {SniffFar - 5, true}, {SniffFar - 4, false}} {
		data := append(bytes.Repeat([]byte("x"), x.before), "\nlate and more"...)
		s, err := OpenInput(Input{Name: "log", Reader: bytes.NewReader(data)}, []Format{fake("a"), late})
		if known := err == nil; known != x.known {
			t.Errorf("after %d bytes: %v", x.before, err)
			continue
		} else if !known {
			continue
		}
		n := 0
		for range All(s) {
			n++
		}
		if n != len(data) || s.Read() != int64(len(data)) {
			t.Errorf("after %d bytes the feed saw %d of %d", x.before, n, len(data))
		}
	}
}

func TestOpenFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte("abc"), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, []Format{fake("a")})
	if err != nil {
		t.Fatal(err)
	}
	in := s.Feed.(*fakeFeed).in
	last := make([]byte, 1)
	if _, err := in.At.ReadAt(last, in.Size-1); err != nil || last[0] != 'c' || s.Size != 3 || in.Name != path {
		t.Errorf("%s of size %d ends with %q, %v", in.Name, s.Size, last, err)
	}
	broken := errors.New("broken")
	s.Feed.(*fakeFeed).closed = broken
	if err := s.Close(); !errors.Is(err, broken) {
		t.Errorf("Close returned %v, want what the feed's Close returned", err)
	}
	if err := s.closer.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("the file was left open: %v", err)
	}
}

func TestOpenPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	w.WriteString("abc")
	w.Close()
	s, err := OpenFile(r, "the pipe", []Format{fake("a")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Name != "the pipe" {
		t.Errorf("its name is %q", s.Name)
	}
	if s.Feed.(*fakeFeed).in.At != nil {
		t.Error("a pipe cannot be read at random")
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	failing := fake("fail")
	failing.Open = func(Input) (Feed, error) { return nil, &Damage{Line: 3, Err: errors.New("bad version")} }
	file := write("file", "fail it")
	for _, x := range []struct {
		path string
		want []string
	}{
		{dir, []string{"is a directory"}},
		{filepath.Join(dir, "none"), []string{"no such file"}},
		{filepath.Join(file, "x"), []string{"not a directory"}},
		{write("empty", ""), []string{"byte 0", "empty"}},
		{write("packed", "\x1f\x8b\b..."), []string{"byte 0", "it is compressed with gzip, but cannot be unpacked"}},
		{write("zeros", "\x00\x01\xff"), []string{"byte 0", "not a trace", `\x00\x01\xff`, "known formats: fail, b"}},
		{file, []string{"line 3: bad version"}},
	} {
		_, err := Open(x.path, []Format{failing, fake("b")})
		if err == nil {
			t.Errorf("%s was opened", x.path)
			continue
		}
		for _, want := range append(x.want, "open trace: "+x.path+": ") {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q does not say %q", err, want)
			}
		}
		if strings.Count(err.Error(), x.path) != 1 {
			t.Errorf("%q names the file more than once", err)
		}
	}
}

func TestOpenInputReturnsReadErrors(t *testing.T) {
	broken := errors.New("cable pulled")
	_, err := OpenInput(Input{Name: "trace", Reader: io.MultiReader(strings.NewReader(""), errReader{broken}), Size: 10},
		[]Format{fake("b")})
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want the reader's error", err)
	}
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

func TestDamage(t *testing.T) {
	cause := errors.New("bad")
	for want, d := range map[string]*Damage{
		"line 12: bad":   {Line: 12, Offset: 99, Err: cause},
		"byte 1024: bad": {Offset: 1024, Err: cause},
		"byte 0: bad":    {Err: cause},
	} {
		if d.Error() != want || !errors.Is(d, cause) {
			t.Errorf("got %q, want %q", d, want)
		}
	}
}

func TestWords(t *testing.T) {
	seen := map[string]bool{}
	for k := range NumKinds {
		seen[k.String()] = true
	}
	if len(seen) != int(NumKinds) || NumKinds.String() != "invalid" {
		t.Errorf("the words of kinds are not unique: %v", seen)
	}
	seen = map[string]bool{}
	for c := range NumCauses {
		seen[c.String()] = true
	}
	if len(seen) != int(NumCauses) || NumCauses.String() != "invalid" {
		t.Errorf("the words of causes are not unique: %v", seen)
	}
}

func TestTablesBeginWithNone(t *testing.T) {
	tables := NewTables()
	if id := tables.AddThread(Thread{ID: "a"}); id != 1 || tables.Threads[id].ID != "a" {
		t.Errorf("the first thread has id %d", id)
	}
	if id := tables.AddMonitor(Monitor{ID: "m"}); id != 1 || tables.Monitors[id].ID != "m" {
		t.Errorf("the first monitor has id %d", id)
	}
	if id := tables.AddStack([]FrameID{0}); id != 1 || len(tables.Stacks[id]) != 1 {
		t.Errorf("the first stack has id %d", id)
	}
	if CPUName(1) != "0" {
		t.Errorf("the first processor is called %s", CPUName(1))
	}
}

func TestTitle(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"/a/b.trace": "b.trace", "demo:deadlock": "demo:deadlock", "-": "standard input", "http://h:1/trace?seconds=5": "h:1",
		"https://h": "h",
		"http:/x":   "x",
	} {
		if got := Title(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

package tracefeed

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// echo is a format whose feed has one event for each byte.
func echo() Format {
	return Format{Name: "echo", Sniff: func(start []byte) bool { return bytes.HasPrefix(start, []byte("echo")) },
		Open: func(in Input) (Feed, error) { return &echoFeed{fakeFeed{in: in}}, nil }}
}

type echoFeed struct{ fakeFeed }

func (f *echoFeed) Batch([]Event) ([]Event, error) {
	var b [1]byte
	if _, err := io.ReadFull(f.in.Reader, b[:]); err != nil {
		return nil, err
	}
	return []Event{{Value: int64(b[0])}}, nil
}

// pack compresses a text.
func pack(t *testing.T, name, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	var w io.WriteCloser
	var err error
	switch name {
	case "gzip":
		w = gzip.NewWriter(&out)
	case "zstd":
		w, err = zstd.NewWriter(&out)
	case "xz":
		w, err = xz.NewWriter(&out)
	case "bzip2": // of "echo hello\n"; Go's library has no writer
		return []byte("BZh91AY&SY " +
			"\xf8=\xc7\x00\x00\x01\xd1\x00\x00\x10@\x00\x0aD\xa0\x001\x0c\x00\xd3G\xa2Tl!Q\xe2\xeeH\xa7\x0a\x12\x04\x1f\x07\xb8\xe0")
	}
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// contents returns the bytes of the events of a trace.
func contents(t *testing.T, data []byte) (string, error) {
	t.Helper()
	s, err := OpenInput(Input{Name: "trace", Reader: bytes.NewReader(data), At: bytes.NewReader(data), Size: int64(len(data))},
		[]Format{echo()})
	if err != nil {
		return "", err
	}
	var text []byte
	for ev, err := range All(s) {
		if err != nil {
			return string(text), err
		}
		text = append(text, byte(ev.Value))
	}
	if s.Read() != int64(len(data)) {
		t.Errorf("%d of %d bytes were read", s.Read(), len(data))
	}
	return string(text), nil
}

// Compressed files open by their contents, also as a part of another.
func TestUnpack(t *testing.T) {
	t.Parallel()
	const text = "echo hello\n"
	for _, name := range []string{"gzip", "zstd", "xz", "bzip2"} {
		packed := pack(t, name, text)
		if got, err := contents(t, packed); got != text || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if got, err := contents(t, pack(t, "gzip", string(packed))); got != text || err != nil {
			t.Errorf("%s in gzip: %q, %v", name, got, err)
		}
		if got, err := contents(t, append(bytes.Clone(packed), packed...)); got != text+text || err != nil {
			t.Errorf("%s twice: %q, %v", name, got, err)
		}
	}
}

// Of a damaged file, the part before the damage is read.
func TestUnpackDamaged(t *testing.T) {
	t.Parallel()
	data := []byte("echo")
	for i := range 200000 {
		data = append(data, byte('a'+i*i%26+i%7))
	}
	text := string(data)
	for _, name := range []string{"gzip", "zstd", "xz"} {
		packed := pack(t, name, text)
		got, err := contents(t, packed[:len(packed)-10])
		var damage *Damage
		if !errors.As(err, &damage) || !strings.Contains(err.Error(), name) || !strings.HasPrefix(text, got) ||
			damage.Offset != int64(len(got)) {
			t.Errorf("%s: %d of %d bytes, %v", name, len(got), len(text), err)
		}
		if name == "gzip" && len(got) < len(text)/2 {
			t.Errorf("%s: only %d of %d bytes", name, len(got), len(text))
		}
		if _, err := contents(t, packed[:7]); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: the error of a start is %v", name, err)
		}
	}
}

// A small file does not command a large amount of memory.
func TestUnpackMemory(t *testing.T) {
	t.Parallel()
	packed := pack(t, "xz", "echo")
	at := bytes.Index(packed[12:], []byte("\x21\x01")) + 14
	packed[at] = 37
	if _, err := contents(t, packed); err == nil || !strings.Contains(err.Error(), "MiB of memory") {
		t.Errorf("a dictionary of a gigabyte: %v", err)
	}
}

// Texts of Windows open as those in UTF-8.
func TestDecode(t *testing.T) {
	t.Parallel()
	const text = "echo hällo, this is a line of some length, as first lines of texts are\r\n"
	wide := func(big bool, text string) string {
		var b strings.Builder
		for _, r := range text {
			if big {
				b.WriteByte(byte(r >> 8))
			}
			b.WriteByte(byte(r))
			if !big {
				b.WriteByte(byte(r >> 8))
			}
		}
		return b.String()
	}
	plain := strings.Replace(text, "ä", "a", 1)
	for name, data := range map[string]string{"UTF-8": "\ufeff" + text, "UTF-16": "\xff\xfe" + wide(false, text),
		"UTF-16, big": "\xfe\xff" + wide(true, text)} {
		if got, err := contents(t, []byte(data)); got != text || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for _, big := range []bool{true, false} {
		if got, err := contents(t, []byte(wide(big, plain))); got != plain || err != nil {
			t.Errorf("without a mark: %q, %v", got, err)
		}
	}
	if r, changed := decode(bufio.NewReader(strings.NewReader(text))); changed {
		t.Errorf("a text in UTF-8 was decoded: %v", r)
	}
}

// A compressed file is a trace without random access.
func TestOpenPacked(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "trace")
	if err := os.WriteFile(path, pack(t, "gzip", "echo"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, []Format{echo()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if in := s.Feed.(*echoFeed).in; in.At != nil || in.Size != 0 || s.Size == 0 {
		t.Errorf("the input is %v, of %d bytes", in, s.Size)
	}
}

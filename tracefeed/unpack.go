package tracefeed

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// packing is a way to compress files, by their first bytes.
type packing struct {
	name, start string
	open        func(*bufio.Reader) (io.Reader, error)
}

var packings = []packing{
	{"gzip", "\x1f\x8b", func(r *bufio.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
	{"zstd", "\x28\xb5\x2f\xfd", openZstd},
	{"xz", "\xfd7zXZ\x00", openXZ},
	{"bzip2", "BZh", func(r *bufio.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }},
}

// The limits of compressed files: the memory for the past of the contents, the size of the
// contents, and how often a file is compressed.
const (
	maxWindow   = 128 << 20
	maxUnpacked = 64 << 30
	maxPackings = 3
)

// openZstd opens a file of zstd. The decoder works in the goroutine of its reader, so
// that it need not be closed.
func openZstd(r *bufio.Reader) (io.Reader, error) {
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
}

// openXZ opens a file of xz. The decoder takes as much memory as the file says.
func openXZ(r *bufio.Reader) (io.Reader, error) {
	const header, filter = 12, "\x21\x01" // of the stream; LZMA2 with one byte
	start, _ := r.Peek(header + 32)
	if i := bytes.Index(start[min(header, len(start)):], []byte(filter)); i >= 0 && header+i+2 < len(start) {
		if bits := start[header+i+2]; int64(2|bits&1)<<(bits/2+11) > maxWindow {
			return nil, fmt.Errorf("it needs more than %d MiB of memory", maxWindow>>20)
		}
	}
	return xz.NewReader(r)
}

// unpacker reads the contents of a compressed file. They end where the file is damaged.
type unpacker struct {
	name string
	in   io.Reader
	read int64
	// damage is why the contents end early. It is set before Read returns io.EOF.
	damage *atomic.Pointer[Damage]
}

// unpack returns the contents of a file, which may be compressed, and the name of the packing,
// "" if there is none. damage receives the error of a damaged file.
func unpack(r *bufio.Reader, damage *atomic.Pointer[Damage]) (*bufio.Reader, string, error) {
	name := ""
	for range maxPackings {
		p := packingOf(r)
		if p == nil {
			break
		}
		in, err := p.open(r)
		if err != nil {
			return nil, "", &Damage{Err: fmt.Errorf("it is compressed with %s, but cannot be unpacked: %w", p.name, err)}
		}
		name = p.name
		r = bufio.NewReaderSize(&unpacker{name: p.name, in: in, damage: damage}, 1<<16)
	}
	return r, name, nil
}

func packingOf(r *bufio.Reader) *packing {
	for i, p := range packings {
		if start, _ := r.Peek(len(p.start)); string(start) == p.start {
			return &packings[i]
		}
	}
	return nil
}

var errTooLarge = errors.New("the contents are too large")

func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.in.Read(p)
	u.read += int64(n)
	if u.read > maxUnpacked {
		err = errTooLarge
	}
	if err != nil && err != io.EOF {
		u.damage.CompareAndSwap(nil, &Damage{Offset: u.read, Err: fmt.Errorf("%s: %w; positions are those of the contents", u.name, err)})
		err = io.EOF
	}
	return n, err
}

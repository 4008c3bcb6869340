package shot

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"tiv/internal/replace"
)

// A PNG is its signature and then chunks: length, kind, data, checksum of kind
// and data. The first is IHDR, which has a fixed length, the last IEND.
const (
	signature   = "\x89PNG\r\n\x1a\n"
	headerChunk = 12 + 13
)

// Kind is the kind of PNG files, with or without a view.
var Kind = replace.Magic("a PNG picture", signature)

// Limits of reading: a chunk takes no more memory than maxChunk, and reading
// always ends.
const (
	maxChunk  = 16 << 20
	maxBytes  = 1 << 30
	maxChunks = 1 << 20
)

// writeChunk writes a chunk, whose data are some parts.
func writeChunk(w io.Writer, kind string, parts ...[]byte) error {
	length := 0
	sum := crc32.ChecksumIEEE([]byte(kind))
	for _, p := range parts {
		length += len(p)
		sum = crc32.Update(sum, crc32.IEEETable, p)
	}
	if length > math.MaxInt32 {
		return fmt.Errorf("write picture: a chunk of %d bytes", length)
	}
	head := append(binary.BigEndian.AppendUint32(nil, uint32(length)), kind...)
	all := append([][]byte{head}, parts...)
	for _, p := range append(all, binary.BigEndian.AppendUint32(nil, sum)) {
		if _, err := w.Write(p); err != nil {
			return err
		}
	}
	return nil
}

// reader reads the chunks of a PNG one after the other. Call data or skip after
// next.
type reader struct {
	r      io.Reader
	kind   string
	length int64
	read   int64 // bytes of the file
	chunks int
}

// newReader reads the signature.
func newReader(r io.Reader) (*reader, error) {
	start := make([]byte, len(signature))
	if _, err := io.ReadFull(r, start); err != nil && !cutShort(err) {
		return nil, err
	}
	if string(start) != signature {
		return nil, errors.New("not a PNG")
	}
	return &reader{r: bufio.NewReader(r), read: int64(len(start))}, nil
}

// next reads the header of the next chunk and returns its kind.
func (r *reader) next() (kind string, err error) {
	first := r.kind == ""
	var head [8]byte
	if _, err := io.ReadFull(r.r, head[:]); err != nil {
		return "", r.wrong(err)
	}
	r.length, r.kind = int64(binary.BigEndian.Uint32(head[:])), string(head[4:])
	if first != (r.kind == "IHDR") {
		return "", r.wrong(errors.New("IHDR is not the first chunk, or not the only one"))
	}
	if r.read+r.length > maxBytes {
		return "", r.wrong(fmt.Errorf("a chunk of %d bytes", r.length))
	}
	if r.chunks++; r.chunks > maxChunks {
		return "", r.wrong(fmt.Errorf("it has more than %d chunks", maxChunks))
	}
	return r.kind, nil
}

// data returns the data of a chunk.
func (r *reader) data() ([]byte, error) {
	if r.length > maxChunk {
		return nil, r.wrong(fmt.Errorf("a chunk %q of %d bytes, more than %d", r.kind, r.length, maxChunk))
	}
	var b bytes.Buffer // grows with the data read, not with the declared length
	err := r.copy(&b)
	return b.Bytes(), err
}

// skip goes to the end of a chunk.
func (r *reader) skip() error { return r.copy(io.Discard) }

func (r *reader) copy(to io.Writer) error {
	sum := crc32.NewIEEE()
	io.WriteString(sum, r.kind)
	if _, err := io.CopyN(io.MultiWriter(sum, to), r.r, r.length); err != nil {
		return r.wrong(err)
	}
	var want [4]byte
	if _, err := io.ReadFull(r.r, want[:]); err != nil {
		return r.wrong(err)
	}
	if sum.Sum32() != binary.BigEndian.Uint32(want[:]) {
		return r.wrong(fmt.Errorf("the checksum of chunk %q is wrong", r.kind))
	}
	r.read += 12 + r.length
	return nil
}

// wrong adds the offset of the chunk to an error.
func (r *reader) wrong(err error) error {
	if cutShort(err) {
		err = errors.New("it is cut short")
	}
	return fmt.Errorf("the picture is damaged: byte %d: %w", r.read, err)
}

func cutShort(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

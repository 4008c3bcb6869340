package perfetto

import (
	"bufio"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
)

// input reads the fields of a file. Packets are fields with a length.
type input struct {
	in     *bufio.Reader
	offset int64
	buffer []byte
}

// next reads a field of the file. One without a length is an error.
func (f *input) next() (protowire.Number, []byte, error) {
	tag, err := f.varint()
	if err != nil {
		return 0, nil, err
	}
	number, kind := protowire.DecodeTag(tag)
	if number < 1 || kind != protowire.BytesType {
		return 0, nil, errPacket
	}
	length, err := f.varint()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return 0, nil, err
	}
	if length > maxPacket {
		return 0, nil, fmt.Errorf("%w: %d bytes", errPacket, length)
	}
	data, err := f.bytes(int(length))
	return number, data, err
}

// bytes reads n bytes, in parts, so that a wrong length takes no memory.
func (f *input) bytes(n int) ([]byte, error) {
	const part = 1 << 20
	f.buffer = f.buffer[:0]
	for len(f.buffer) < n {
		have := len(f.buffer)
		more := min(n-have, max(part, have))
		if cap(f.buffer) < have+more {
			f.buffer = append(make([]byte, 0, have+more), f.buffer...)
		}
		f.buffer = f.buffer[:have+more]
		got, err := io.ReadFull(f.in, f.buffer[have:])
		f.offset += int64(got)
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
	}
	return f.buffer, nil
}

// varint reads a number of variable length.
func (f *input) varint() (v uint64, err error) {
	for shift := 0; shift < 64; shift += 7 {
		b, err := f.in.ReadByte()
		if err == io.EOF && shift > 0 {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, err
		}
		f.offset++
		if v |= uint64(b&0x7f) << shift; b < 0x80 {
			return v, nil
		}
	}
	return 0, errPacket
}

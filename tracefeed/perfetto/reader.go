package perfetto

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"

	"tiv/internal/protobuf"
	"tiv/tracefeed"
	"tiv/tracefeed/slicefeed"
)

// reader reads the packets of a file.
type reader struct {
	in input
	*threads
	clocks    clocks
	tracks    tracks
	sequences map[uint64]*sequence
	event     trackEvent
	trackless track // of an event without a track
	kernel    kernel
}

// The largest packet, and the largest contents of a compressed one.
const (
	maxPacket   = 1 << 26
	maxInflated = 1 << 26
)

func newReader(in io.Reader) *reader {
	return &reader{in: input{in: bufio.NewReaderSize(in, 1<<16)}, sequences: map[uint64]*sequence{}, clocks: newClocks(), tracks: tracks{}}
}

var errPacket = errors.New("not a packet of a trace")

// read reads the file. An error has the position of the first packet that could not be
// read.
func (r *reader) read(l *slicefeed.Log) error {
	r.threads = &threads{log: l, pids: map[int64]int64{}}
	r.kernel.threads = r.threads
	for {
		start := r.in.offset
		field, data, err := r.in.next()
		if err == io.EOF {
			return nil
		}
		if err == nil && field == tracePacket {
			err = r.packet(data)
		}
		switch {
		case err == io.ErrUnexpectedEOF:
			return &tracefeed.Damage{Offset: start, Err: errors.New("the file ends within a packet")}
		case errors.Is(err, errPacket):
			return &tracefeed.Damage{Offset: start, Err: err}
		case err != nil:
			return err
		}
	}
}

// inflate reads the packets in a compressed one.
func (r *reader) inflate(data []byte) error {
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("%w: compressed packets: %v", errPacket, err)
	}
	all, err := io.ReadAll(io.LimitReader(z, maxInflated+1))
	if err != nil {
		return fmt.Errorf("%w: compressed packets: %v", errPacket, err)
	}
	if len(all) > maxInflated {
		return fmt.Errorf("%w: compressed packets of more than %d bytes", errPacket, maxInflated)
	}
	m := protobuf.New(all, 0)
	for m.Next() {
		if m.Number == tracePacket && m.Bytes != nil {
			if err := r.content(m.Bytes); err != nil {
				return err
			}
		}
	}
	if m.Err() != nil {
		return errPacket
	}
	return nil
}

// packet reads a packet of the file.
func (r *reader) packet(data []byte) error {
	m := protobuf.New(data, 0)
	for m.Next() {
		switch {
		case m.Number == packetCompressed && m.Bytes != nil:
			if err := r.inflate(bytes.Clone(m.Bytes)); err != nil {
				return err
			}
		case m.Number == packetZstd:
			return fmt.Errorf("%w: compressed by zstd, which is not read", errPacket)
		}
	}
	if m.Err() != nil {
		return errPacket
	}
	return r.content(data)
}

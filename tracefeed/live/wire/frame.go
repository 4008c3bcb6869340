package wire

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Type is the type of a frame.
type Type uint32

// The types of frames: docs/live-protocol.md.
const (
	Piece   Type = 1
	Time    Type = 2
	Lost    Type = 3
	End     Type = 4
	Trigger Type = 5
	Echo    Type = 6
	Ack     Type = 16
	Probe   Type = 17
	Stop    Type = 18
)

// HeaderLen is the length of a frame without its data, in bytes.
const HeaderLen = 16

// MaxPiece is the greatest length of the data of a Piece in bytes, and maxOther that of other
// frames.
const (
	MaxPiece = 64 << 20
	maxOther = 4096
)

// Header is a frame without its data.
type Header struct {
	Type   Type
	Length uint32 // of the data, in bytes
	Number uint64
}

// Append appends the bytes of the header.
func (h Header) Append(out []byte) []byte {
	out = binary.LittleEndian.AppendUint32(out, uint32(h.Type))
	out = binary.LittleEndian.AppendUint32(out, h.Length)
	return binary.LittleEndian.AppendUint64(out, h.Number)
}

// ReadHeader reads the header of the next frame. The error is io.EOF if the connection ends
// between two frames.
func ReadHeader(r io.Reader) (h Header, err error) {
	var raw [HeaderLen]byte
	if _, err := io.ReadFull(r, raw[:]); err != nil {
		return h, err
	}
	h.Type = Type(binary.LittleEndian.Uint32(raw[:]))
	h.Length = binary.LittleEndian.Uint32(raw[4:])
	h.Number = binary.LittleEndian.Uint64(raw[8:])
	most := uint32(maxOther)
	if h.Type == Piece {
		most = MaxPiece
	}
	if h.Length > most {
		return h, fmt.Errorf("a frame of type %d has %d bytes of data, more than %d", h.Type, h.Length, most)
	}
	return h, nil
}

// Times are the data of an Echo.
type Times struct {
	// Came and Goes are when the probe came and its echo went, in nanoseconds since the start
	// of the client's trace.
	Came, Goes int64
}

// Append appends the bytes of the data.
func (t Times) Append(out []byte) []byte {
	out = binary.LittleEndian.AppendUint64(out, uint64(t.Came))
	return binary.LittleEndian.AppendUint64(out, uint64(t.Goes))
}

// TimesOf reads the data of an Echo; false if they are too short.
func TimesOf(data []byte) (t Times, ok bool) {
	if len(data) < 16 {
		return t, false
	}
	return Times{int64(binary.LittleEndian.Uint64(data)), int64(binary.LittleEndian.Uint64(data[8:]))}, true
}

package binfeed

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"tiv/tracefeed"
)

const (
	fileHeaderLen = 64
	majorVersion  = 1
)

// fileMagic is the start of a file. A transfer as text alters it.
var fileMagic = []byte("\x89TIV\r\n\x1a\n")

// The flags of a file.
const (
	fileSched   = 1
	fileReduced = 2
	// fileRequired are the flags of features without which a trace has no right meaning. None has a
	// meaning so far.
	fileRequired = 0xffff0000
)

// Header describes the trace in a file.
type Header struct {
	// Sched is true if scheduler events are complete, as in tracefeed.Header.
	Sched bool
	// Reduced is true if the trace has states, and its blocks are in time order
	// without overlap.
	Reduced bool
	// Wall is the time of day at time 0, in nanoseconds since 1970; 0 if
	// unknown.
	Wall int64
	// ID is the identity of the trace: random, or derived from the trace it was
	// converted from.
	ID [16]byte
	// PID is the id of the traced process; 0 if unknown.
	PID uint32
	// Slack is the maximum delay of an event in a trace that is not reduced:
	// after an event with time T none follows with a time before T - Slack. It
	// is at most about 4 s.
	Slack tracefeed.Time
}

func (h *Header) append(out []byte) ([]byte, error) {
	if h.Slack < 0 || h.Slack > math.MaxUint32 {
		return nil, fmt.Errorf("a slack of %s cannot be written", h.Slack)
	}
	at := len(out)
	le := binary.LittleEndian
	flags := uint32(0)
	if h.Sched {
		flags |= fileSched
	}
	if h.Reduced {
		flags |= fileReduced
	}
	out = append(out, fileMagic...)
	out = le.AppendUint16(out, majorVersion)
	out = le.AppendUint16(out, 0)
	out = le.AppendUint32(out, flags)
	out = le.AppendUint64(out, uint64(h.Wall))
	out = append(out, h.ID[:]...)
	out = le.AppendUint32(out, h.PID)
	out = le.AppendUint32(out, uint32(h.Slack))
	out = append(out, make([]byte, 12)...)
	return le.AppendUint32(out, checksum(out[at:])), nil
}

// parseHeader parses the header of a file. With errHeaderSum it still returns
// the contents.
func parseHeader(in []byte) (h Header, err error) {
	le := binary.LittleEndian
	if !bytes.HasPrefix(in, fileMagic[:min(len(fileMagic), len(in))]) {
		return h, errors.New("not a trace.bin")
	}
	if len(in) < fileHeaderLen {
		return h, errors.New("the file ends within its header")
	}
	if le.Uint32(in[60:]) != checksum(in[:60]) {
		err = errHeaderSum
	} else if v := le.Uint16(in[8:]); v != majorVersion {
		return h, fmt.Errorf("version %d of trace.bin is not known, only %d", v, majorVersion)
	}
	flags := le.Uint32(in[12:])
	if unknown := flags & fileRequired; unknown != 0 && err == nil {
		return h, fmt.Errorf("the trace.bin is of a newer version, and needs features that are not known: %#x", unknown)
	}
	return Header{
		Sched: flags&fileSched != 0, Reduced: flags&fileReduced != 0,
		Wall: int64(le.Uint64(in[16:])), ID: [16]byte(in[24:40]),
		PID: le.Uint32(in[40:]), Slack: tracefeed.Time(le.Uint32(in[44:])),
	}, err
}

var errHeaderSum = errors.New("the checksum of the file's header is wrong")

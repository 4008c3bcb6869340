package kernel

import (
	"encoding/binary"
	"errors"
)

// ErrRights is the error if the user may not record scheduler events.
var ErrRights = errors.New("the kernel lets only root see scheduler events (or a program with CAP_PERFMON and " +
	"CAP_DAC_READ_SEARCH); sudo tiv record --sched … does, and runs the program as root, too")

var le = binary.LittleEndian

// The records of the file that the kernel does not write.
const (
	recordMmap        = 1
	recordAttr        = 64
	recordTracingData = 66
	recordRound       = 68
)

// appendRecord appends a record.
func appendRecord(out []byte, kind uint32, body ...[]byte) []byte {
	size := 8
	for _, b := range body {
		size += len(b)
	}
	out = le.AppendUint32(out, kind)
	out = le.AppendUint16(out, 0)
	out = le.AppendUint16(out, uint16(size))
	for _, b := range body {
		out = append(out, b...)
	}
	return out
}

// Package kernel records the scheduler events of programs with the kernel's
// perf_event_open: switches with their stacks, wake-ups, threads, and calls of futex.
//
// A Recorder watches the programs that one thread starts. It writes a file in the form in
// which perf writes into a pipe; package tracefeed/perfdata reads it. Nothing here knows
// the meaning of the records.
//
// The kernel writes records into a ring buffer for each processor; a goroutine copies these
// to the file. The events of a program are inherited by all that it starts. Only wake-ups
// are recorded of the whole machine, because other programs and interrupts wake threads.
package kernel

import (
	"encoding/binary"
	"errors"
)

// ErrRights is the error if the user may not record scheduler events.
var ErrRights = errors.New("the kernel lets only root see scheduler events (or a program with CAP_PERFMON and CAP_DAC_READ_SEARCH); sudo tiv record --sched … does, and runs the program as root, too")

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

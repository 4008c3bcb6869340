package interpreter

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitMemory limits the address space of a process.
func limitMemory(pid int, bytes int64) error {
	var own unix.Rlimit
	err := unix.Prlimit(pid, unix.RLIMIT_AS, nil, &own)
	if err == nil {
		most := min(own.Max, uint64(bytes))
		err = unix.Prlimit(pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: most, Max: most}, nil)
	}
	if errors.Is(err, unix.ESRCH) {
		return nil // it has ended
	}
	return err
}

// peakMemory returns the most memory that a process had, in bytes; 0 if that is not known.
func peakMemory(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return int64(usage.Maxrss) << 10
	}
	return 0
}

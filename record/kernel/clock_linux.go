package kernel

import (
	"math"
	"time"

	"golang.org/x/sys/unix"
)

// Wall returns the time of the wall clock less the time of the recorded events. Of several
// readings of both clocks, the one with the least time between them counts.
func Wall() time.Duration {
	least, wall := int64(math.MaxInt64), int64(0)
	for range 8 {
		before, now, after := read(unix.CLOCK_MONOTONIC), read(unix.CLOCK_REALTIME), read(unix.CLOCK_MONOTONIC)
		if after-before < least {
			least, wall = after-before, now-before-(after-before)/2
		}
	}
	return time.Duration(wall)
}

// read reads a clock, in nanoseconds.
func read(clock int32) int64 {
	var t unix.Timespec
	unix.ClockGettime(clock, &t) // these clocks exist
	return t.Nano()
}

package sender

import (
	"os"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// monotonic reads the clock that all processes of the machine share, in nanoseconds.
func monotonic() int64 {
	var t unix.Timespec
	unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) // it exists
	return t.Nano()
}

// clockName returns the name of that clock for a hello; "" if it has none.
var clockName = sync.OnceValue(func() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return "monotonic " + strings.TrimSpace(string(boot))
})

package wire

import (
	"os"
	"strings"
	"sync"
)

// MachineClock returns the name in a hello of the monotonic clock of this machine; "" if it has none.
var MachineClock = sync.OnceValue(func() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return "monotonic " + strings.TrimSpace(string(boot))
})

// Early is killed in the first generation of its trace, of which some buffers
// are full.
package main

import (
	"os"
	"sync"
	"syscall"
)

func main() {
	var m sync.Mutex
	for range 30_000 {
		m.Lock()
		m.Unlock()
	}
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// Early is killed before anything of its trace is written.
package main

import (
	"os"
	"syscall"
)

func main() {
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

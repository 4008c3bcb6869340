// Ring counts in its trace, and ends by itself or is killed.
package main

import (
	"context"
	"os"
	"runtime/trace"
	"strconv"
	"syscall"
	"time"
)

func main() {
	for i := range 60 {
		trace.Log(context.Background(), "tick", strconv.Itoa(i))
		time.Sleep(20 * time.Millisecond)
	}
	if len(os.Args) > 1 {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
}

// Waits says its process id and waits, whatever signals come but the last.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	signal.Ignore(syscall.SIGHUP)
	fmt.Println("ready", os.Getpid(), "")
	select {}
}

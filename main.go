// Command tiv shows why the threads of a program wait.
package main

import (
	"os"
	"runtime"

	"tiv/internal/cli"
)

func init() {
	// OpenGL and the window system require all calls from the first thread
	// of the program.
	runtime.LockOSThread()
}

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdout))
}

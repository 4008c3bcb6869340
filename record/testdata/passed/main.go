// Passed writes 64 bytes and reads them, by one goroutine, through a pipe and through a connection of TCP, and
// prints the nanoseconds of processor time that both take.
package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
)

// used returns the processor time of the program in nanoseconds.
func used() int64 {
	var u syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return u.Utime.Nano() + u.Stime.Nano()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func measure(in io.Reader, out io.Writer) float64 {
	const n = 50_000
	var b [64]byte
	start := used()
	for range n {
		_, err := out.Write(b[:])
		must(err)
		_, err = io.ReadFull(in, b[:])
		must(err)
	}
	return float64(used()-start) / n
}

func main() {
	r, w, err := os.Pipe()
	must(err)
	pipe := measure(r, w)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	out, err := net.Dial("tcp", l.Addr().String())
	must(err)
	in, err := l.Accept()
	must(err)
	fmt.Println(pipe, measure(in, out))
}

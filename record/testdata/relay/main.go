// Relay sends items through channels, and prints the nanoseconds of processor time that one takes:
// by one goroutine that puts it into a buffer and takes it, from one to another through a buffer,
// and without one.
package main

import (
	"fmt"
	"syscall"
)

// used returns the processor time of the program in nanoseconds.
func used() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

func main() {
	const n = 200_000
	measure := func(send func(chan int)) float64 {
		start := used()
		send(make(chan int, 64))
		return float64(used()-start) / n
	}
	one := measure(func(c chan int) {
		for i := range n {
			c <- i
			<-c
		}
	})
	relay := func(c chan int) {
		done := make(chan struct{})
		go func() {
			for range c {
			}
			close(done)
		}()
		for i := range n {
			c <- i
		}
		close(c)
		<-done
	}
	fmt.Println(one, measure(relay), measure(func(chan int) { relay(make(chan int)) }))
}

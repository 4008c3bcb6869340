// Channels has goroutines that wait for channels in every way, twice each. It prints the
// addresses of the channels.
package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"
)

var (
	full, empty, only, closed = make(chan int), make(chan int), make(chan int), make(chan int)
	left, right               = make(chan int), make(chan int)
	none                      chan int
	all                       sync.WaitGroup
)

// twice runs f twice, in a goroutine of its own.
func twice(f func()) {
	all.Go(func() {
		f()
		f()
	})
}

func send() { full <- 1 }

func receive() { <-empty }

func drain() {
	for range closed {
	}
}

func single() {
	select {
	case <-only:
	case none <- 1:
	}
}

func either() {
	select {
	case <-left:
	case right <- 1:
	}
}

// until waits until n goroutines wait for channels.
func until(n int) {
	text := make([]byte, 1<<20)
	for {
		stacks := string(text[:runtime.Stack(text, true)])
		if strings.Count(stacks, " [chan ")+strings.Count(stacks, " [select") >= n {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func main() {
	fmt.Printf("%p %p %p %p %p %p\n", full, empty, only, closed, left, right)
	for _, f := range []func(){send, receive, single, either, drain} {
		twice(f)
	}
	for range 2 {
		until(5)
		<-full
		empty <- 1
		only <- 1
		left <- 1
		closed <- 1
	}
	close(closed)
	all.Wait()
}

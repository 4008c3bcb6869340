// Priorities: one goroutine asks for more than the others and gets the same.
//
// Seven ordinary goroutines make their threads as nice as can be, the eighth,
// important, does not. There are two processors for all of them. One would
// expect the important one to run more than the rest. But Go's scheduler, which
// hands out the processors, knows nothing of the kernel's priorities: all eight
// run equally long and wait equally long to run.
package main

import (
	"runtime"
	"syscall"
	"time"
)

const seconds = 4

// important keeps the priority that it has.
func important() {
	runtime.LockOSThread()
	work(seconds * time.Second)
}

// ordinary steps back, or so it thinks.
func ordinary() {
	runtime.LockOSThread()
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), 10); err != nil {
		panic(err)
	}
	work(seconds * time.Second)
}

func main() {
	runtime.GOMAXPROCS(2)
	for range 4 {
		go ordinary()
	}
	go important()
	for range 3 {
		go ordinary()
	}
	time.Sleep(seconds * time.Second)
}

// work keeps a processor busy.
func work(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}

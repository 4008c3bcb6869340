// Priorities: one goroutine has a higher priority, without effect.
//
// Seven ordinary goroutines lower the priority of their threads (nice 10), the
// eighth, important, does not. All of them share two processors. One would
// expect the important one to run more than the others. But Go's scheduler,
// which assigns the processors, ignores the kernel's priorities: all eight have
// the same running time and the same runnable time.
package main

import (
	"runtime"
	"syscall"
	"time"
)

const seconds = 4

// important keeps its priority.
func important() {
	runtime.LockOSThread()
	work(seconds * time.Second)
}

// ordinary lowers the priority of its thread.
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

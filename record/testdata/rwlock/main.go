// Rwlock has a reader that holds a lock while two writers and then a second
// reader ask for it, all one after the other.
package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"
)

var (
	lock sync.RWMutex
	done sync.WaitGroup
)

// until waits until a goroutine is in a state.
func until(state string) {
	text := make([]byte, 1<<20)
	for !strings.Contains(string(text[:runtime.Stack(text, true)]), " ["+state) {
		time.Sleep(time.Millisecond)
	}
}

func read(held, release chan bool) {
	lock.RLock()
	close(held)
	<-release
	lock.RUnlock()
}

func write() {
	lock.Lock()
	lock.Unlock()
}

func main() {
	fmt.Printf("%p\n", &lock)
	held, release := make(chan bool), make(chan bool)
	done.Go(func() { read(held, release) })
	<-held
	done.Go(write)
	until("sync.RWMutex.Lock")
	done.Go(write)
	until("sync.Mutex.Lock")
	done.Go(func() { read(make(chan bool), release) })
	until("sync.RWMutex.RLock")
	close(release)
	done.Wait()
	if lock.TryLock() {
		lock.Unlock()
	}
	if lock.TryRLock() {
		lock.RUnlock()
	}
}

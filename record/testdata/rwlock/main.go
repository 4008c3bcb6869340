// Rwlock has a reader that holds a lock while two writers and then a second
// reader ask for it, all one after the other.
package main

import (
	"fmt"
	"sync"
	"time"
)

const pause = 20 * time.Millisecond

var (
	lock sync.RWMutex
	done sync.WaitGroup
)

func read(hold time.Duration) {
	lock.RLock()
	time.Sleep(hold)
	lock.RUnlock()
}

func write(hold time.Duration) {
	lock.Lock()
	time.Sleep(hold)
	lock.Unlock()
}

func main() {
	fmt.Printf("%p\n", &lock)
	done.Go(func() { read(5 * pause) })
	time.Sleep(pause)
	done.Go(func() { write(pause) })
	time.Sleep(pause)
	done.Go(func() { write(pause) })
	time.Sleep(pause)
	done.Go(func() { read(pause) })
	done.Wait()
	if lock.TryLock() {
		lock.Unlock()
	}
	if lock.TryRLock() {
		lock.RUnlock()
	}
}

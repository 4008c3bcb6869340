// Private has goroutines that take locks of their own, all the time.
package main

import (
	"sync"
	"time"
)

const (
	goroutines = 8
	times      = 100_000
)

func main() {
	var done sync.WaitGroup
	for range goroutines {
		done.Go(func() {
			var m sync.Mutex
			var rw sync.RWMutex
			for range times {
				m.Lock()
				m.Unlock()
				rw.RLock()
				rw.RUnlock()
				rw.Lock()
				rw.Unlock()
			}
		})
	}
	done.Wait()
	time.Sleep(300 * time.Millisecond) // a recording that is full ends before the program, on a busy machine, too
}

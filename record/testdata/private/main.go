// Private has goroutines that take locks of their own, all the time, or, with the argument
// slowly, with many short sleeps, which leave time to write the trace.
package main

import (
	"os"
	"sync"
	"time"
)

const (
	goroutines = 8
	times      = 100_000
)

func main() {
	slowly, rounds := len(os.Args) > 1, times
	if slowly {
		rounds = 20_000
	}
	var done sync.WaitGroup
	for range goroutines {
		done.Go(func() {
			var m sync.Mutex
			var rw sync.RWMutex
			for i := range rounds {
				if slowly && i%10 == 0 {
					time.Sleep(time.Millisecond)
				}
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

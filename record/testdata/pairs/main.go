// Pairs measures uncontended pairs of Lock and Unlock, in nanoseconds, for each kind of
// lock: the best of several runs.
package main

import (
	"fmt"
	"sync"
	"time"
)

const pairs = 100_000

var (
	m  sync.Mutex
	rw sync.RWMutex
)

func lock() {
	for range pairs {
		m.Lock()
		m.Unlock()
	}
}

func read() {
	for range pairs {
		rw.RLock()
		rw.RUnlock()
	}
}

func write() {
	for range pairs {
		rw.Lock()
		rw.Unlock()
	}
}

func main() {
	for _, f := range []func(){lock, read, write} {
		least := time.Hour
		for range 300 {
			start := time.Now()
			f()
			least = min(least, time.Since(start))
		}
		fmt.Println(float64(least.Nanoseconds()) / pairs)
	}
}

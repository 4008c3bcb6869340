// Primitives has goroutines that wait at a Once, a Cond and a WaitGroup until another one
// has seen all of them wait. It needs Go 1.24.
package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"
)

var (
	once  sync.Once
	cond  = sync.NewCond(new(sync.Mutex))
	quiet sync.Mutex
	all   sync.WaitGroup
)

// until waits until n goroutines are in one of some states.
func until(n int, states ...string) {
	text := make([]byte, 1<<20)
	for {
		have, stacks := 0, string(text[:runtime.Stack(text, true)])
		for _, s := range states {
			have += strings.Count(stacks, " ["+s)
		}
		if have >= n {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func initialize() { until(2, "sync.Mutex.Lock") }

func useOnce() {
	defer all.Done()
	once.Do(initialize)
}

func listen() {
	defer all.Done()
	cond.L.Lock()
	cond.Wait()
	cond.L.Unlock()
}

func announce() {
	defer all.Done()
	until(2, "sync.Cond.Wait")
	cond.Broadcast()
}

func finish() {
	defer all.Done()
	until(1, "sync.WaitGroup.Wait", "semacquire")
}

func main() {
	fmt.Printf("%p %p %p\n", &quiet, cond, &all)
	for range 100_000 {
		quiet.Lock()
		quiet.Unlock()
	}
	all.Add(7)
	for range 3 {
		go useOnce()
	}
	for range 2 {
		go listen()
	}
	go announce()
	go finish()
	all.Wait()
}

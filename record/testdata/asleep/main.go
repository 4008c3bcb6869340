// Asleep works for a while, with timers, and then deadlocks as a whole.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	var a, b sync.Mutex
	var all sync.WaitGroup
	timeout := time.After(700 * time.Millisecond)
	both := func(first, second *sync.Mutex) {
		first.Lock()
		time.Sleep(20 * time.Millisecond)
		second.Lock()
	}
	<-timeout // nothing else goes on
	fmt.Println("alive")
	all.Go(func() { both(&a, &b) })
	all.Go(func() { both(&b, &a) })
	all.Wait()
}

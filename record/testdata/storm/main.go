// Storm takes a mutex and a read-write mutex in every way there is, from many
// goroutines, and checks that the locks still do what they are for.
package main

import (
	"fmt"
	"os"
	"sync"
)

var (
	mutex    sync.Mutex
	rw       sync.RWMutex
	all      sync.WaitGroup
	in, inRW int
)

func exclusive() {
	for i := range 3000 {
		if i%5 != 0 || !mutex.TryLock() {
			mutex.Lock()
		}
		in++
		if in != 1 {
			os.Exit(9)
		}
		in--
		mutex.Unlock()
	}
}

func writer() {
	for i := range 1000 {
		if i%5 != 0 || !rw.TryLock() {
			rw.Lock()
		}
		inRW++
		if inRW != 1 {
			os.Exit(9)
		}
		inRW--
		rw.Unlock()
	}
}

func reader() {
	for i := range 1000 {
		if i%5 != 0 || !rw.TryRLock() {
			rw.RLock()
		}
		if inRW != 0 {
			os.Exit(9)
		}
		rw.RUnlock()
	}
}

func main() {
	fmt.Printf("%p %p\n", &mutex, &rw)
	for range 4 {
		all.Go(exclusive)
		all.Go(writer)
		all.Go(reader)
	}
	all.Wait()
}

// Rate switches between goroutines so often that a limit of the rate leaves out most of it.
// Meanwhile, one goroutine waits for a lock that the main goroutine owns, to the end.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var owned sync.Mutex
	owned.Lock()
	go func() { owned.Lock() }()
	to, from := make(chan int), make(chan int)
	go func() {
		for n := range to {
			from <- n
		}
	}()
	for n := range 300_000 {
		to <- n
		<-from
	}
	fmt.Printf("%p\n", &owned)
}

// Deadlock locks two mutexes in both orders and prints how far it got.
package main

import (
	"fmt"
	"os"
	"sync"
	"time"
)

var a, b sync.Mutex

func ab() {
	a.Lock()
	time.Sleep(20 * time.Millisecond)
	b.Lock()
}

func ba() {
	b.Lock()
	time.Sleep(20 * time.Millisecond)
	a.Lock()
}

func main() {
	fmt.Printf("%p %p\n", &a, &b)
	go ab()
	go ba()
	time.Sleep(200 * time.Millisecond)
	os.Exit(3)
}

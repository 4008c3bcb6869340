// GC-wild: a collector that runs all the time.
//
// Four goroutines make short-lived objects, slowly. Somebody has put a call of
// the garbage collector into the objects' finalizer, so that every collection
// leads to the next: the collector never rests, and the allocators crawl.
// The twin without that call is gc-healthy.
package main

import (
	"runtime"
	"time"
)

// A node is what the allocators make and drop again.
type node struct {
	others [8000]*node
}

// old is data that every collection has to walk through.
var old *node

// finalize is called for every node that was collected.
func finalize(*node) {
	runtime.GC()
}

// with makes a node that keeps another.
func with(other *node) *node {
	n := new(node)
	n.others[0] = other
	return n
}

// allocator makes nodes and forgets them.
func allocator() {
	for range time.Tick(2 * time.Millisecond) {
		runtime.SetFinalizer(with(old), finalize)
		work(500 * time.Microsecond)
	}
}

func main() {
	runtime.GOMAXPROCS(2)
	for range 150 {
		old = with(old)
	}
	for range 4 {
		go allocator()
	}
	time.Sleep(1100 * time.Millisecond)
	runtime.KeepAlive(old)
}

// work keeps a processor busy.
func work(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}

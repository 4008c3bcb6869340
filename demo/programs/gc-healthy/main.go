// GC-healthy: the twin of gc-wild without the call of the collector.
//
// The same four goroutines make the same short-lived objects. The collector
// runs only when the heap has grown.
package main

import (
	"runtime"
	"time"
)

// A node is a short-lived object.
type node struct {
	others [8000]*node
}

// old is live data that every collection has to scan.
var old *node

// finalize is the finalizer of every node.
func finalize(*node) {
}

// with makes a node that refers to another.
func with(other *node) *node {
	n := new(node)
	n.others[0] = other
	return n
}

// allocator makes nodes and drops them.
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

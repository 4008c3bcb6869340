package main

import (
	"runtime"
	"sync"
)

var catalogue sync.RWMutex

// readerAgain has a reader that reads again while a writer waits; corrected, it reads
// once.
func readerAgain(healthy bool) {
	threads.Add(2)
	go reader(healthy)
}

func reader(healthy bool) {
	defer threads.Done()
	catalogue.RLock()
	defer catalogue.RUnlock()
	go writer()
	for catalogue.TryRLock() { // no writer waits yet
		catalogue.RUnlock()
		runtime.Gosched()
	}
	if !healthy {
		catalogue.RLock()
		defer catalogue.RUnlock()
	}
}

func writer() {
	defer threads.Done()
	catalogue.Lock()
	defer catalogue.Unlock()
}

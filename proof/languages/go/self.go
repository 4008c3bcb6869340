package main

import "sync"

var ledger sync.Mutex

// self has a thread that takes a lock which it holds; corrected, it calls the function
// that expects the lock to be held.
func self(healthy bool) {
	threads.Add(1)
	go clerk(healthy)
}

func clerk(healthy bool) {
	defer threads.Done()
	book()
	ledger.Lock()
	defer ledger.Unlock()
	if healthy {
		bookLocked()
	} else {
		book()
	}
}

func book() {
	ledger.Lock()
	defer ledger.Unlock()
	bookLocked()
}

func bookLocked() {}

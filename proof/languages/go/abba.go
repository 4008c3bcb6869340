package main

import "sync"

var (
	pen, paper sync.Mutex
	// both is the moment at which each thread holds its first lock.
	both sync.WaitGroup
)

// abba has two threads that take two locks in opposite orders; corrected, in the same.
func abba(healthy bool) {
	threads.Add(2)
	both.Add(2)
	if healthy {
		go alice(&pen, &paper, func() {})
		go bob(&pen, &paper, func() {})
	} else {
		go alice(&pen, &paper, meet)
		go bob(&paper, &pen, meet)
	}
}

func alice(first, second *sync.Mutex, between func()) {
	defer threads.Done()
	write(first, second, between)
}

func bob(first, second *sync.Mutex, between func()) {
	defer threads.Done()
	write(first, second, between)
}

func write(first, second *sync.Mutex, between func()) {
	first.Lock()
	defer first.Unlock()
	between()
	second.Lock()
	defer second.Unlock()
}

func meet() {
	both.Done()
	both.Wait()
}

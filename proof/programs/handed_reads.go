package main

import (
	"sync"
	"time"
)

// A mapping of a file is read by transactions and moved when the file grows.
type mapping struct {
	readers sync.RWMutex
	size    int
}

// readTransaction has goroutines that begin reads and end, and one that ends
// the reads. The last read is open at the end of the program, and a writer
// waits for it.
func readTransaction(l *life) {
	m := &mapping{}
	open := make(chan *mapping)
	go endReads(open, 20)
	go m.grow(l.length / 20)
	for range 22 {
		go m.beginRead(open)
		time.Sleep(l.length / 100)
	}
	l.rest()
}

func (m *mapping) beginRead(open chan<- *mapping) {
	m.readers.RLock()
	open <- m
}

// endReads ends a number of reads quickly, and then reads for an hour.
func endReads(open <-chan *mapping, quick int) {
	for n := 0; ; n++ {
		m := <-open
		if n == quick {
			time.Sleep(time.Hour)
		}
		time.Sleep(time.Millisecond)
		m.readers.RUnlock()
	}
}

func (m *mapping) grow(pause time.Duration) {
	for {
		m.readers.Lock()
		m.size++
		m.readers.Unlock()
		time.Sleep(pause)
	}
}

// A seesaw is two locks that a watchdog can open.
type seesaw struct {
	left, right sync.Mutex
	tilts       int
}

// watchdogUnlocks has two goroutines that deliberately lock the same two
// mutexes in two orders. Each time, a watchdog unlocks one of them, which opens
// the cycle.
func watchdogUnlocks(l *life) {
	s := &seesaw{}
	go s.rock(l.length / 30)
	l.rest()
}

func (s *seesaw) rock(pause time.Duration) {
	for {
		var both, done sync.WaitGroup
		both.Add(2)
		done.Add(2)
		go s.pushLeft(&both, &done)
		go s.pushRight(&both, &done)
		both.Wait()
		time.Sleep(pause)
		s.left.Unlock() // of pushLeft
		done.Wait()
	}
}

// pushLeft leaves the unlock of left to the watchdog.
func (s *seesaw) pushLeft(both, done *sync.WaitGroup) {
	s.left.Lock()
	both.Done()
	both.Wait()
	s.right.Lock()
	s.tilts++
	s.right.Unlock()
	done.Done()
}

func (s *seesaw) pushRight(both, done *sync.WaitGroup) {
	s.right.Lock()
	both.Done()
	both.Wait()
	s.left.Lock()
	s.tilts--
	s.left.Unlock()
	s.right.Unlock()
	done.Done()
}

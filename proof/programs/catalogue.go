package main

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// A catalogue has two locks, one for its items and one for its index.
type catalogue struct {
	store, index sync.Mutex
	items        map[string]int
	names        []string
}

// abba has a handler that locks store before index and a goroutine that locks
// index before store: a deadlock.
func abba(l *life) {
	c := &catalogue{items: map[string]int{}}
	var disk sync.WaitGroup // both read the disk between their two locks
	disk.Add(2)
	var begun atomic.Bool
	l.mux.HandleFunc("/put", func(w http.ResponseWriter, r *http.Request) {
		c.store.Lock()
		defer c.store.Unlock()
		begun.Store(true)
		disk.Done()
		disk.Wait()
		c.index.Lock()
		defer c.index.Unlock()
		c.names = append(c.names, r.URL.RawQuery)
	})
	l.calm()
	go c.reindex(&disk)
	l.giveUp("/put?name", begun.Load)
	disk.Wait()
	l.rest()
}

func (c *catalogue) reindex(disk *sync.WaitGroup) {
	c.index.Lock()
	defer c.index.Unlock()
	disk.Done()
	disk.Wait()
	c.store.Lock()
	defer c.store.Unlock()
	c.names = c.names[:0]
	for name := range c.items {
		c.names = append(c.names, name)
	}
}

// tryLock takes the two locks in both orders, but tries the second lock and
// releases the first if that fails. Cycles close and open again.
func tryLock(l *life) {
	c := &catalogue{items: map[string]int{}}
	var done atomic.Int64
	go tryBoth(&c.store, &c.index, &done)
	go tryBoth(&c.index, &c.store, &done)
	go c.list()
	until(func() bool { return done.Load() > 20 })
	l.rest()
}

func tryBoth(first, second *sync.Mutex, done *atomic.Int64) {
	for n := 1; ; n++ {
		first.Lock()
		time.Sleep(time.Millisecond)
		if second.TryLock() {
			done.Add(1)
			second.Unlock()
		}
		first.Unlock()
		time.Sleep(time.Duration(n%4) * time.Millisecond)
	}
}

// list prints all items occasionally, under one lock.
func (c *catalogue) list() {
	for {
		c.store.Lock()
		_ = fmt.Sprint(c.items)
		c.store.Unlock()
		time.Sleep(3 * time.Millisecond)
	}
}

// inversion takes the two locks in two orders, one after the other: there is
// never a deadlock, but there could be one.
func inversion(l *life) {
	c := &catalogue{items: map[string]int{}}
	go c.alternate()
	l.rest()
}

// alternate runs one order after the other.
func (c *catalogue) alternate() {
	for turn := make(chan bool); ; time.Sleep(5 * time.Millisecond) {
		go lockBoth(&c.store, &c.index, turn)
		<-turn
		go lockBoth(&c.index, &c.store, turn)
		<-turn
	}
}

func lockBoth(first, second *sync.Mutex, turn chan<- bool) {
	first.Lock()
	second.Lock()
	spin(50 * time.Microsecond)
	second.Unlock()
	first.Unlock()
	turn <- true
}

package main

import (
	"sync"
	"time"
)

// A restarter starts a part repeatedly. The mutex is a signal: the
// restarter locks it, and the part unlocks it once it runs.
type restarter struct {
	running sync.Mutex
	starts  int
}

// mutexSignal ends while the restarter waits for the signal of a slow start.
func mutexSignal(l *life) {
	go (&restarter{}).restart(l)
	l.rest()
}

func (r *restarter) restart(l *life) {
	for n := 0; ; n++ {
		pause := 2 * time.Millisecond
		if n == 10 {
			pause = time.Hour
		}
		r.running.Lock()
		go r.startSlowly(pause)
		r.running.Lock()
		r.starts++
		r.running.Unlock()
		time.Sleep(l.length / 30)
	}
}

func (r *restarter) startSlowly(pause time.Duration) {
	time.Sleep(pause)
	r.running.Unlock()
}

// A registry collects its metrics in the background.
type registry struct {
	mu      sync.Mutex
	metrics int
}

// mutexHandOver has a scrape that locks a registry and hands the locked
// registry to a collector, which unlocks it. Scrapes always overlap.
func mutexHandOver(l *life) {
	r := &registry{}
	for range 4 {
		go r.scrapeAlways()
	}
	l.rest()
}

func (r *registry) scrapeAlways() {
	for {
		r.mu.Lock()
		collected := make(chan bool)
		go r.collect(collected)
		<-collected
	}
}

func (r *registry) collect(collected chan<- bool) {
	time.Sleep(2 * time.Millisecond)
	r.metrics++
	close(collected)
	r.mu.Unlock()
}

// A database has one writing transaction at a time. Its lock is held from
// begin to commit, which are calls of different goroutines.
type database struct {
	writer sync.Mutex
	meta   sync.Mutex
	rows   int
}

type transaction struct{ db *database }

// mutexTransaction has goroutines that begin transactions and end, and one
// that commits. The last transaction is open at the end of the program, with
// two others that wait to begin.
func mutexTransaction(l *life) {
	db := &database{}
	open := make(chan transaction)
	go commitAll(open, 20)
	for range 23 {
		go db.begin(open)
	}
	l.rest()
}

func (db *database) begin(open chan<- transaction) {
	db.writer.Lock()
	open <- transaction{db}
}

// commitAll commits a number of transactions, and then works on one for an hour.
func commitAll(open <-chan transaction, quick int) {
	for n := 0; ; n++ {
		tx := <-open
		if n == quick {
			time.Sleep(time.Hour)
		}
		time.Sleep(time.Millisecond)
		tx.db.meta.Lock()
		tx.db.rows++
		tx.db.writer.Unlock()
		tx.db.meta.Unlock()
	}
}

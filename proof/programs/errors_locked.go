package main

import (
	"errors"
	"net/http"
	"sync"
	"time"
)

// A ledgerBook is saved occasionally.
type ledgerBook struct {
	mu    sync.Mutex
	pages int
}

var errDisk = errors.New("the disk is full")

// errorPathLocked has a save that fails and returns without an unlock. Its
// goroutine ends, and three later saves wait forever.
func errorPathLocked(l *life) {
	b := &ledgerBook{}
	for n := range 3 {
		go b.save(n)
	}
	l.calm()
	failed := make(chan error)
	go func() { failed <- b.save(-1) }()
	<-failed
	for n := range 3 {
		go b.save(n)
	}
	l.rest()
}

func (b *ledgerBook) save(page int) error {
	b.mu.Lock()
	if page < 0 {
		return errDisk
	}
	b.pages += page
	b.mu.Unlock()
	return nil
}

// A hitCounter counts the requests of a handler.
type hitCounter struct {
	mu   sync.Mutex
	hits map[string]int
}

// panicHandler has a handler that panics with the lock held. The server
// recovers and ends the connection; three flushes wait forever.
func panicHandler(l *life) {
	c := &hitCounter{hits: map[string]int{}}
	l.mux.HandleFunc("/hit", func(w http.ResponseWriter, r *http.Request) { c.hit(r.URL.RawQuery) })
	l.get("/hit?home", time.Second)
	go c.flush()
	l.calm()
	if _, err := l.http.Post(l.url+"/hit?", "text/plain", nil); err == nil {
		panic("the handler answered")
	}
	settle()
	for range 3 {
		go c.flush()
	}
	l.rest()
}

func (c *hitCounter) hit(page string) {
	c.mu.Lock()
	if page == "" {
		panic(http.ErrAbortHandler)
	}
	c.hits[page]++
	c.mu.Unlock()
}

func (c *hitCounter) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.hits)
}

// A tally adds up jobs and survives the panics of single jobs.
type tally struct {
	mu  sync.Mutex
	sum int
}

// recoveredPanic has a worker that recovers from the panic of a job but still
// holds the lock when it begins the next: it waits for itself.
func recoveredPanic(l *life) {
	jobs := make(chan int)
	go (&tally{}).work(jobs)
	jobs <- 5
	l.calm()
	jobs <- 0
	jobs <- 1
	l.rest()
}

func (t *tally) work(jobs <-chan int) {
	for job := range jobs {
		t.add(job)
	}
}

func (t *tally) add(job int) {
	defer func() { recover() }()
	t.mu.Lock()
	t.sum += 100 / job
	t.mu.Unlock()
}

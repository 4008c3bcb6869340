package main

import (
	"errors"
	"net/http"
	"time"
)

// places is a semaphore with three places.
type places chan struct{}

func newPlaces() places { return make(places, 3) }

var errBadJob = errors.New("bad job")

// importOne does one job and releases its place, but not on its error path.
func (p places) importOne(job int) error {
	if job%4 == 3 {
		return errBadJob
	}
	time.Sleep(time.Millisecond)
	<-p
	return nil
}

// semaphoreKept has a dispatcher that acquires a place for each job. Three bad
// jobs keep theirs, and the dispatcher waits forever for the next. Later jobs
// are dropped.
func semaphoreKept(l *life) {
	jobs := make(chan int)
	go dispatch(newPlaces(), jobs)
	go offer(jobs)
	l.calm()
	l.rest()
}

func dispatch(p places, jobs <-chan int) {
	for job := range jobs {
		p <- struct{}{}
		go p.importOne(job)
	}
}

// offer sends the jobs that the dispatcher has time for.
func offer(jobs chan<- int) {
	for n := 0; ; time.Sleep(3 * time.Millisecond) {
		select {
		case jobs <- n:
			n++
		default:
		}
	}
}

// semaphoreShared has the same bug in a handler: requests pile up. The handler
// still refers to the semaphore, so another one could release a place.
func semaphoreShared(l *life) {
	p := newPlaces()
	l.mux.HandleFunc("/good", func(http.ResponseWriter, *http.Request) { p.importNow(0) })
	l.mux.HandleFunc("/bad", func(http.ResponseWriter, *http.Request) { p.importNow(3) })
	for range 10 {
		l.get("/good", time.Second)
	}
	l.calm()
	for range 3 {
		l.get("/bad", time.Second)
	}
	for range 8 {
		go l.get("/good", time.Minute)
	}
	l.rest()
}

func (p places) importNow(job int) error {
	p <- struct{}{}
	return p.importOne(job)
}

// semaphoreBusy has ten importers for three places; there are always waits.
func semaphoreBusy(l *life) {
	p := newPlaces()
	for range 10 {
		go p.importAll()
	}
	l.rest()
}

func (p places) importAll() {
	for {
		p.importNow(0)
	}
}

package main

import (
	"net/http"
	"time"
)

// workUntilBad does jobs and ends at the first bad one.
func workUntilBad(jobs <-chan int, died chan<- bool) {
	defer func() { died <- true }()
	for job := range jobs {
		if job < 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// deadWorker has a worker that ends at a bad job. Its feeder waits forever with
// the next one.
func deadWorker(l *life) {
	jobs, died := make(chan int), make(chan bool, 1)
	go workUntilBad(jobs, died)
	go feed(jobs)
	<-died
	l.rest()
}

// feed sends jobs; the thirtieth is bad.
func feed(jobs chan<- int) {
	for n := range 1000 {
		if n == 30 {
			n = -1
		}
		jobs <- n
	}
}

// deadWorkerHandler has the same worker behind a handler: requests pile up.
// The handler still refers to the channel, so a new worker could start.
func deadWorkerHandler(l *life) {
	jobs, died := make(chan int), make(chan bool, 1)
	go workUntilBad(jobs, died)
	handleJobs(l, jobs)
	l.get("/bad", time.Second)
	<-died
	for range 6 {
		go l.get("/good", time.Minute)
	}
	l.rest()
}

func handleJobs(l *life, jobs chan<- int) {
	l.mux.HandleFunc("/good", func(http.ResponseWriter, *http.Request) { jobs <- 1 })
	l.mux.HandleFunc("/bad", func(http.ResponseWriter, *http.Request) { jobs <- -1 })
	for range 10 {
		l.get("/good", time.Second)
	}
	l.calm()
}

// replacedWorker has a supervisor that starts a new worker after a pause. The
// program ends in the second pause, with requests that wait for it.
func replacedWorker(l *life) {
	jobs, died := make(chan int), make(chan bool, 1)
	go supervise(l, jobs, died)
	handleJobs(l, jobs)
	l.get("/bad", time.Second)
	l.get("/good", time.Minute)
	l.get("/bad", time.Second)
	for range 6 {
		go l.get("/good", time.Minute)
	}
	l.rest()
}

// supervise replaces its worker after 10 ms, and then after two lives.
func supervise(l *life, jobs <-chan int, died chan bool) {
	for pause := 10 * time.Millisecond; ; pause = 2 * l.length {
		go workUntilBad(jobs, died)
		<-died
		time.Sleep(pause)
	}
}

// nextProducer has producers that each send a few jobs and end. Between them,
// the workers wait for the next.
func nextProducer(l *life) {
	jobs := make(chan int)
	for range 3 {
		go workUntilBad(jobs, nil)
	}
	go scheduleProducers(jobs, l.length)
	l.rest()
}

// scheduleProducers starts two producers at once and one after the life.
func scheduleProducers(jobs chan<- int, pause time.Duration) {
	go send(jobs, 20)
	for {
		go send(jobs, 20)
		time.Sleep(2 * pause)
	}
}

func send(jobs chan<- int, n int) {
	for range n {
		jobs <- n
	}
}

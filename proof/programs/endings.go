package main

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// shutdownRunning ends in the middle of a graceful shutdown: the server waits
// for a request that takes longer than the rest of the program.
func shutdownRunning(l *life) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	var begun atomic.Bool
	srv := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		begun.Store(true)
		time.Sleep(time.Hour)
	})}
	go srv.Serve(ln)
	go http.Get("http://" + ln.Addr().String())
	until(begun.Load)
	go srv.Shutdown(context.Background())
	l.rest()
}

// workersStop has workers that wait for a stop, which the interrupt at the end
// of the program sends.
func workersStop(l *life) {
	stop, jobs := make(chan struct{}), make(chan int)
	for range 5 {
		go workUntilStop(jobs, stop)
	}
	go stopOnInterrupt(l, stop)
	for n := range 50 {
		jobs <- n
	}
	l.rest()
}

func workUntilStop(jobs <-chan int, stop <-chan struct{}) {
	for {
		select {
		case <-jobs:
			spin(100 * time.Microsecond)
		case <-stop:
			return
		}
	}
}

func stopOnInterrupt(l *life, stop chan<- struct{}) {
	sig := <-l.interrupts
	close(stop)
	l.interrupts <- sig
}

// exitBusy ends by os.Exit with workers in the middle of their jobs and a
// queue of more.
func exitBusy(l *life) {
	jobs := make(chan int, 100)
	go fill(jobs)
	for range 3 {
		go workBusy(jobs)
	}
	l.rest()
}

func fill(jobs chan<- int) {
	for n := 0; ; n++ {
		jobs <- n
	}
}

// workBusy leaves part of the processor time to others.
func workBusy(jobs <-chan int) {
	for range jobs {
		spin(time.Millisecond)
		time.Sleep(4 * time.Millisecond)
	}
}

// idleAtReturn has workers for a channel that only main refers to, and uses
// until it returns.
func idleAtReturn(l *life) {
	jobs := make(chan int)
	for range 4 {
		go add(jobs, new(atomic.Int64))
	}
	for time.Since(l.start) < l.length {
		jobs <- 1
		time.Sleep(5 * time.Millisecond)
	}
}

// resultsAtReturn has workers with results that main no longer needs: it
// returns after the first one.
func resultsAtReturn(l *life) {
	results := make(chan int)
	for n := range 3 {
		go race(results, l.length*time.Duration(n+8)/10)
	}
	<-results
}

func race(results chan<- int, length time.Duration) {
	time.Sleep(length)
	results <- 1
}

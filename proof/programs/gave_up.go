package main

import (
	"net/http"
	"sync/atomic"
	"time"
)

// gaveUpAlways has queries over an unbuffered channel. Each client gives up
// before the answer, so each query goroutine remains with its answer.
func gaveUpAlways(l *life) {
	l.mux.HandleFunc("/ask", func(w http.ResponseWriter, r *http.Request) { ask(true, 0) })
	l.calm()
	for range 6 {
		l.get("/ask", time.Second)
	}
	l.rest()
}

// gaveUpSome has the same queries, but one client in ten gives up.
func gaveUpSome(l *life) {
	var n atomic.Int32
	l.mux.HandleFunc("/ask", func(w http.ResponseWriter, r *http.Request) { ask(n.Add(1)%10 == 0, 0) })
	for range 50 {
		l.get("/ask", time.Second)
	}
	l.rest()
}

// gaveUpBuffered has a buffer for an answer that is no longer received.
func gaveUpBuffered(l *life) {
	var n atomic.Int32
	l.mux.HandleFunc("/ask", func(w http.ResponseWriter, r *http.Request) { ask(n.Add(1)%10 == 0, 1) })
	for range 50 {
		l.get("/ask", time.Second)
	}
	l.rest()
}

// ask starts a query and waits for its answer, or gives up. A slow query
// answers after the client has left.
func ask(slow bool, room int) (answer int, ok bool) {
	answers, left := make(chan int, room), make(chan bool)
	defer close(left)
	go query(answers, left, slow)
	patience := time.After(time.Minute)
	if slow {
		patience = time.After(2 * time.Millisecond)
	}
	select {
	case answer = <-answers:
		return answer, true
	case <-patience:
		return 0, false
	}
}

func query(answers chan<- int, left <-chan bool, slow bool) {
	if slow {
		<-left
		time.Sleep(time.Millisecond)
	}
	answers <- 42
}

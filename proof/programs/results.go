package main

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// compute sends its result, or nothing if it fails.
func compute(results chan<- int, fails bool) {
	if fails {
		return
	}
	spin(200 * time.Microsecond)
	results <- 7
}

// handlerResult has a handler that waits for a result, but not for the end of
// its request. Computations fail, clients give up, and the handlers remain.
func handlerResult(l *life) {
	var begun atomic.Int32
	l.mux.HandleFunc("/compute", func(w http.ResponseWriter, r *http.Request) {
		results := make(chan int)
		begun.Add(1)
		go compute(results, r.URL.RawQuery == "fail")
		fmt.Fprintln(w, <-results)
	})
	for range 10 {
		l.get("/compute", time.Second)
	}
	l.calm()
	for n := range int32(4) {
		l.giveUp("/compute?fail", func() bool { return begun.Load() > 10+n })
	}
	l.rest()
}

// handlerContext has the same handler, which ends with its request.
func handlerContext(l *life) {
	l.mux.HandleFunc("/compute", func(w http.ResponseWriter, r *http.Request) {
		results := make(chan int, 1)
		go compute(results, r.URL.RawQuery == "fail")
		select {
		case n := <-results:
			fmt.Fprintln(w, n)
		case <-r.Context().Done():
		}
	})
	for range 10 {
		l.get("/compute", time.Second)
		l.get("/compute?fail", 5*time.Millisecond)
	}
	l.rest()
}

// bodyUnread makes a client for each call and neither reads nor closes three
// large bodies. Both goroutines of each connection remain, and so do the
// writing ones of the server.
func bodyUnread(l *life) {
	handleLarge(l)
	l.get("/large", time.Minute)
	l.calm()
	for range 3 {
		client := &http.Client{Transport: &http.Transport{}}
		resp, err := client.Get(l.url + "/large")
		check(err)
		if resp.StatusCode != http.StatusOK {
			resp.Body.Close()
		}
	}
	l.rest()
}

// handleLarge has a page that no buffer of a connection can hold.
func handleLarge(l *life) {
	page := make([]byte, 16<<20)
	l.mux.HandleFunc("/large", func(w http.ResponseWriter, r *http.Request) { w.Write(page) })
}

// bodyRead has one client that reads a large body slowly to the end of the
// life, while others come and go.
func bodyRead(l *life) {
	handleLarge(l)
	resp, err := l.http.Get(l.url + "/large")
	check(err)
	go readSlowly(resp)
	for range 5 {
		l.get("/hello", time.Second)
	}
	l.rest()
}

func readSlowly(resp *http.Response) {
	defer resp.Body.Close()
	for some := make([]byte, 4096); ; time.Sleep(5 * time.Millisecond) {
		if _, err := resp.Body.Read(some); err != nil {
			return
		}
	}
}

// streaming has one request that streams for the whole life, while others come
// and go.
func streaming(l *life) {
	l.mux.HandleFunc("/stream", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			fmt.Fprintln(w, time.Now())
			w.(http.Flusher).Flush()
			time.Sleep(10 * time.Millisecond)
		}
	})
	go l.get("/stream", time.Hour)
	l.rest()
}

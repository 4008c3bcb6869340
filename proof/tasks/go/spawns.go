package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// spawn has goroutines for parts of a request, which start more of them, and may outlive it.
func spawn(r *run) {
	var all sync.WaitGroup
	var start func(n, depth int)
	start = func(n, depth int) {
		r.work()
		if depth == 0 {
			return
		}
		for range 1 + r.upTo(2) {
			all.Go(func() { as(n, func() { start(n, depth-1) }) })
		}
		r.work()
	}
	r.serveAll(func(n int) {
		start(n, r.depth)
		if r.waits {
			time.Sleep(time.Millisecond)
		}
	})
	all.Wait()
}

// group waits for the parts of a request.
func group(r *run) {
	r.serveAll(func(n int) {
		var parts sync.WaitGroup
		for range r.pieces {
			parts.Go(func() { as(n, r.work) })
		}
		parts.Wait()
		r.work()
	})
}

// limited starts a goroutine for each part, and lets few of them work at a time.
func limited(r *run) {
	tokens := make(chan bool, r.workers)
	for range r.workers {
		tokens <- true
	}
	r.pause = 50 * time.Microsecond
	r.serveAll(func(n int) {
		var parts sync.WaitGroup
		for range 2 + r.pieces {
			parts.Go(func() {
				as(n, func() {
					<-tokens
					r.work()
					tokens <- true
					r.work()
				})
			})
		}
		parts.Wait()
	})
}

// tokens is limited with a channel that is full when no more may work.
func tokens(r *run) {
	busy := make(chan bool, r.workers)
	r.pause = 50 * time.Microsecond
	r.serveAll(func(n int) {
		var parts sync.WaitGroup
		for range 2 + r.pieces {
			parts.Go(func() {
				as(n, func() {
					busy <- true
					r.work()
					<-busy
					r.work()
				})
			})
		}
		parts.Wait()
	})
}

// future waits for the result of a goroutine, late.
func future(r *run) {
	r.serveAll(func(n int) {
		result := make(chan int, 1)
		go func() { as(n, func() { r.work(); result <- n }) }()
		r.work()
		if <-result != n {
			panic("not mine")
		}
		r.work()
	})
}

// once shares the result of the first request with those that ask at the same time.
func once(r *run) {
	var mu sync.Mutex
	var flight chan bool
	r.clients++
	r.serveAll(func(n int) {
		r.work()
		mu.Lock()
		if done := flight; done != nil {
			mu.Unlock()
			<-done
			r.work()
			return
		}
		done := make(chan bool)
		flight = done
		mu.Unlock()
		go func() {
			as(n, func() {
				r.work()
				mu.Lock()
				flight = nil
				mu.Unlock()
				close(done)
			})
		}()
		<-done
		r.work()
	})
}

// results has one goroutine that collects what the parts of all requests have found.
func results(r *run) {
	type result struct{ request int }
	found := make(chan result)
	var collector sync.WaitGroup
	collector.Go(func() {
		for f := range found {
			as(f.request, r.work)
		}
	})
	r.serveAll(func(n int) {
		var parts sync.WaitGroup
		for range r.pieces {
			parts.Go(func() {
				as(n, func() {
					r.work()
					found <- result{n}
				})
			})
		}
		parts.Wait()
	})
	close(found)
	collector.Wait()
}

// retry tries again later what has failed, by a timer: again is a task of its own.
func retry(r *run) {
	var all sync.WaitGroup
	var try func(n, left int)
	try = func(n, left int) {
		r.work()
		if left > 0 && r.upTo(2) == 0 {
			all.Add(1)
			time.AfterFunc(time.Duration(r.upTo(2000))*time.Microsecond, func() {
				serve(n, func() { try(n, left-1) })
				all.Done()
			})
		}
	}
	r.serveAll(func(n int) { try(n, r.depth) })
	all.Wait()
}

// deadline ends the parts of a request that take too long, by its context.
func deadline(r *run) {
	r.serveAll(func(n int) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(100+r.upTo(500))*time.Microsecond)
		defer cancel()
		var parts sync.WaitGroup
		for range r.pieces {
			parts.Go(func() {
				as(n, func() {
					select {
					case <-ctx.Done():
					case <-time.After(time.Duration(r.upTo(800)) * time.Microsecond):
					}
					r.work()
				})
			})
		}
		parts.Wait()
	})
}

// web is a server of net/http, and clients that keep their connections.
func web(r *run) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		n, _ := strconv.Atoi(q.URL.Query().Get("n"))
		serve(n, func() {
			var part sync.WaitGroup
			part.Go(func() { as(n, r.work) })
			r.work()
			part.Wait()
			fmt.Fprintln(w, n)
		})
	})}
	go server.Serve(listener)
	var clients sync.WaitGroup
	for range r.clients {
		clients.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			for {
				n := int(r.next.Add(1))
				if n > r.requests {
					return
				}
				as(0, func() {
					answer, err := client.Get(fmt.Sprintf("http://%s/?n=%d", listener.Addr(), n))
					if err != nil {
						panic(err)
					}
					io.Copy(io.Discard, answer.Body)
					answer.Body.Close()
				})
			}
		})
	}
	clients.Wait()
	if err := server.Close(); err != nil && !errors.Is(err, http.ErrServerClosed) {
		panic(err)
	}
}
